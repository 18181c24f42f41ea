import { Button, Select } from 'antd'
import { useRef, useState } from 'react'
import type { AnyImport } from '#contract/platform/import-calls.ts'
import type { ImportColumn } from '#contract/platform/imports.ts'
import { useAction } from '#web/kit/data/api.ts'
import { orEmpty } from '#web/kit/look/EmptyValue.tsx'
import { counted, formats } from '#web/kit/look/format.ts'
import { StatusTag } from '#web/kit/look/StatusTag.tsx'
import { Notice } from '#web/kit/feedback/Notice.tsx'
import { useDraft } from '#web/kit/form/use-draft.ts'
import { DiscardButton } from './DiscardButton.tsx'
import type { ImportArea, ImportField } from './import-area.ts'
import { numbersOf, type ColumnNumbers } from './workbook.ts'

interface Matched {
  fields: (string | null)[]
  chosen: object
}

interface MatchColumnsProps {
  area: ImportArea
  found: AnyImport
  onGone: () => void
}

/** The columns of a file beside our fields, with values to know them by. What was chosen outlives a reload. */
export const MatchColumns = ({ area, found, onGone }: MatchColumnsProps) => {
  const { calls, fields: offered } = area
  const numbers = numbersOf(found.id)
  const draft = useDraft<Matched>(draftOf(found))
  const [matched, setMatched] = useState<Matched>({
    fields: found.columns.map(({ field }) => field),
    ...draft.found?.values,
    chosen: { ...area.chosenOf(found), ...draft.found?.values.chosen },
  })
  const { fields, chosen } = matched
  const [missing, setMissing] = useState<string>()
  const box = useRef<HTMLDivElement>(null)
  const check = useAction(calls.check, { refreshes: [calls.read, calls.list] })
  const used = fields.filter((field) => field !== null).length
  const guesses = found.columns.filter(
    ({ certainty, field }, at) => certainty === 'likely' && field === fields[at],
  ).length

  const choose = (more: Partial<Matched>) => {
    const next = { ...matched, ...more }
    setMatched(next)
    draft.keep(next)
  }
  const chooseForAll = (more: object) => choose({ chosen: { ...chosen, ...more } })
  const submit = async () => {
    const lacking = area.missing(fields, chosen)
    setMissing(lacking)
    if (lacking) requestAnimationFrame(() => box.current?.focus())
    else void check({ body: { id: found.id, fields, ...chosen } }, draft.drop)
  }

  return (
    <>
      <div ref={box} tabIndex={-1} className="import-focus">
        {missing && <Notice kind="error" title={missing} />}
      </div>
      {found.remembered && (
        <Notice kind="info" title="Matched as in your last file with these columns. Review it and continue." />
      )}
      {fields.map((field, at) => (
        <NumbersNotice key={at} called={field === null ? undefined : area.codes?.[field]} numbers={numbers[at]} />
      ))}
      <div className="import-sum">
        <span role="status">
          {used} of {counted(fields.length, 'column')} will be imported
          {guesses > 0 && `, ${counted(guesses, 'likely match', 'likely matches')} to review`}
        </span>
        {area.rest && used < fields.length && (
          <Button
            size="small"
            onClick={() => choose({ fields: fields.map((field) => field ?? area.rest?.value ?? null) })}
          >
            {area.rest.label}
          </Button>
        )}
      </div>
      <ul className="import-columns">
        {found.columns.map((column, at) => (
          <ColumnRow
            key={at}
            column={column}
            area={area}
            offered={offered}
            field={fields[at] ?? null}
            chosen={chosen}
            onField={(field) => choose({ fields: fields.with(at, field) })}
            onChange={chooseForAll}
          />
        ))}
      </ul>
      {area.Question && <area.Question fields={fields} chosen={chosen} onChange={chooseForAll} />}
      <div className="import-foot">
        {area.ChosenFields && <area.ChosenFields chosen={chosen} onChange={chooseForAll} />}
        <DiscardButton
          calls={calls}
          found={found}
          onGone={() => {
            draft.drop()
            onGone()
          }}
        />
        <Button type="primary" loading={check.running} onClick={() => void submit()}>
          Check the rows
        </Button>
      </div>
    </>
  )
}

/** Read otherwise, the file has other columns. */
const draftOf = ({ id, encoding, separator, header, first_row }: AnyImport) =>
  ['import', id, encoding, separator, header, first_row].join('-')

const NumbersNotice = ({ called, numbers }: { called: string | undefined; numbers: ColumnNumbers | undefined }) =>
  called && numbers && numbers.numbers > 0 ? (
    <Notice
      kind="warning"
      title={`${formats().number(numbers.numbers)} of ${formats().number(numbers.filled)} ${called} are numbers in this file: zeros at their beginning may be missing.`}
    />
  ) : null

interface ColumnRowProps {
  area: ImportArea
  column: ImportColumn
  offered: readonly ImportField[]
  field: string | null
  chosen: object
  onField: (field: string | null) => void
  onChange: (more: object) => void
}

const ColumnRow = ({
  area,
  column: { name, samples, certainty, field: guessed },
  offered,
  field,
  chosen,
  onField,
  onChange,
}: ColumnRowProps) => (
  <li className={field === null ? 'import-column import-column-off' : 'import-column'}>
    <span className="import-column-name">
      <strong className="cut" title={name}>
        {name}
      </strong>
      {certainty === 'likely' && field === guessed && <StatusTag tone="warning">Likely: please review</StatusTag>}
    </span>
    <span className="import-samples cut" title={samples.join(' · ')}>
      {orEmpty(samples.join(' · '))}
    </span>
    <Select
      allowClear
      showSearch
      optionFilterProp="label"
      placeholder="Not imported"
      aria-label={`Field for ${name}`}
      value={field === null ? field : (area.column?.optionOf(field) ?? field)}
      options={[...offered]}
      onChange={(next: string | undefined) => onField(next ?? null)}
    />
    {area.column && field !== null && (
      <area.column.More field={field} name={name} chosen={chosen} onField={onField} onChange={onChange} />
    )}
  </li>
)
