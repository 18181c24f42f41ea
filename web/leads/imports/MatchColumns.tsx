import { Button, Select } from 'antd'
import { useRef, useState } from 'react'
import { IMPORT_FIELDS, leadImports, type ImportField, type LeadImport } from '#contract/leads/imports.ts'
import type { ImportColumn } from '#contract/platform/imports.ts'
import { useCompanyWords } from '#web/leads/company-words/company-words.ts'
import { offeredSources, sourceCodes } from '#web/leads/words/lead-words.ts'
import { FIELD } from './import-words.ts'
import { useAction } from '#web/kit/data/api.ts'
import { orEmpty } from '#web/kit/look/EmptyValue.tsx'
import { counted } from '#web/kit/look/format.ts'
import { Notice } from '#web/kit/feedback/Notice.tsx'
import { useDraft } from '#web/kit/form/use-draft.ts'
import { DiscardButton } from './DiscardButton.tsx'

const FIELDS = IMPORT_FIELDS.map((value) => ({ value, label: FIELD[value] }))

type Matched = Pick<LeadImport, 'source'> & { fields: (ImportField | null)[] }

/** The columns of a file beside our fields, with values to know them by. What was chosen outlives a reload. */
export const MatchColumns = ({ found, onGone }: { found: LeadImport; onGone: () => void }) => {
  const words = useCompanyWords()
  const draft = useDraft<Matched>(draftOf(found))
  const [matched, setMatched] = useState<Matched>({
    fields: found.columns.map(({ field }) => field),
    source: found.source,
    ...draft.found?.values,
  })
  const { fields, source } = matched
  const [missing, setMissing] = useState<string>()
  const box = useRef<HTMLDivElement>(null)
  const check = useAction(leadImports.check, { refreshes: [leadImports.read, leadImports.list] })
  const used = fields.filter((field) => field !== null).length

  const choose = (more: Partial<Matched>) => {
    const next = { ...matched, ...more }
    setMatched(next)
    draft.keep(next)
  }
  const submit = async () => {
    const lacking = lackingIn(fields)
    setMissing(lacking)
    if (lacking) requestAnimationFrame(() => box.current?.focus())
    else void check({ body: { id: found.id, fields, source } }, draft.drop)
  }

  return (
    <>
      <div ref={box} tabIndex={-1} className="import-focus">
        {missing && <Notice kind="error" title={missing} />}
      </div>
      {found.remembered && (
        <Notice kind="info" title="Matched as in your last file with these columns. Review it and continue." />
      )}
      <p className="import-sum" role="status">
        {used} of {counted(fields.length, 'column')} will be imported
      </p>
      <ul className="import-columns">
        {found.columns.map((column, at) => (
          <ColumnRow
            key={at}
            column={column}
            field={fields[at] ?? null}
            onChange={(field) => choose({ fields: fields.with(at, field) })}
          />
        ))}
      </ul>
      <div className="import-foot">
        <label className="import-source" htmlFor="import-source">
          <span>Source of these leads</span>
          <Select
            id="import-source"
            value={source}
            options={offeredSources(sourceCodes(words), words)}
            onChange={(next: Matched['source']) => choose({ source: next })}
          />
        </label>
        <DiscardButton
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
const draftOf = ({ id, encoding, separator, header }: LeadImport) =>
  ['import', id, encoding, separator, header].join('-')

const lackingIn = (fields: readonly (ImportField | null)[]) => {
  const has = (...wanted: ImportField[]) => wanted.some((field) => fields.includes(field))
  if (!has('name', 'first_name', 'last_name')) return 'Choose the column with the name'
  if (!has('email', 'phone')) return 'Choose the column with the email address or phone number'
  return undefined
}

interface ColumnRowProps {
  column: ImportColumn
  field: ImportField | null
  onChange: (field: ImportField | null) => void
}

const ColumnRow = ({ column: { name, samples }, field, onChange }: ColumnRowProps) => (
  <li className={field === null ? 'import-column import-column-off' : 'import-column'}>
    <strong className="cut" title={name}>
      {name}
    </strong>
    <span className="import-samples cut" title={samples.join(' · ')}>
      {orEmpty(samples.join(' · '))}
    </span>
    <Select
      allowClear
      showSearch
      optionFilterProp="label"
      placeholder="Not imported"
      aria-label={`Field for ${name}`}
      value={field}
      options={FIELDS}
      onChange={(next: ImportField | undefined) => onChange(next ?? null)}
    />
  </li>
)
