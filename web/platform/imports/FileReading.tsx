import { Checkbox, Select } from 'antd'
import { useState } from 'react'
import { IMPORT_ENCODINGS, IMPORT_SEPARATORS } from '#contract/platform/import-reading.ts'
import { LAST_FIRST_ROW } from '#contract/platform/imports.ts'
import type { AnyImport, ImportCalls } from '#contract/platform/import-calls.ts'
import { useAction } from '#web/kit/data/api.ts'
import { Notice } from '#web/kit/feedback/Notice.tsx'
import { ENCODING, SEPARATOR } from './import-words.ts'
import { isWorkbook } from './workbook.ts'

const ENCODINGS = IMPORT_ENCODINGS.map((value) => ({ value, label: ENCODING[value] }))
const FIRST_ROWS = Array.from({ length: LAST_FIRST_ROW }, (_, at) => ({ value: at + 1, label: `row ${at + 1}` }))
const SEPARATORS = IMPORT_SEPARATORS.map((value) => ({ value, label: SEPARATOR[value] }))

/** How the file is read, in words, and what can be changed about it; open at first when letters look wrong. */
export const FileReading = ({ calls, found }: { calls: ImportCalls; found: AnyImport }) => {
  const { id, encoding, encoding_guessed, separator, header, first_row, columns } = found
  const odd = columns.flatMap((column) => column.odd ?? [])
  const [open, setOpen] = useState(odd.length > 0)
  const reread = useAction(calls.reread, { refreshes: calls.read })
  const headerBox = (
    <Checkbox checked={header} onChange={({ target }) => void reread({ body: { id, header: target.checked } })}>
      The first row is a header
    </Checkbox>
  )
  const firstRow = (
    <label htmlFor="import-first-row">
      <span>Table begins in</span>
      <Select
        id="import-first-row"
        showSearch
        optionFilterProp="label"
        value={first_row}
        loading={reread.running}
        options={FIRST_ROWS}
        onChange={(next) => void reread({ body: { id, first_row: next } })}
      />
    </label>
  )
  if (isWorkbook({ name: found.file_name }))
    return (
      <div className="import-reading import-reading-fields">
        {firstRow}
        {headerBox}
      </div>
    )
  return (
    <>
      {odd.length > 0 && (
        <Notice kind="warning" title={`Some characters look wrong: ${quoted(odd)}`}>
          Try another encoding until they look right.
        </Notice>
      )}
      <details className="import-reading" open={open} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>
          Encoding: {ENCODING[encoding]}
          {encoding_guessed && ', guessed'} · separated by {SEPARATOR[separator]}
          {!header && ', without a header row'}
          {first_row > 1 && `, from row ${first_row} on`}. Do the values look wrong?
        </summary>
        <div className="import-reading-fields">
          <label htmlFor="import-encoding">
            <span>Encoding</span>
            <Select
              id="import-encoding"
              showSearch
              optionFilterProp="label"
              value={encoding}
              loading={reread.running}
              options={ENCODINGS}
              onChange={(next) => void reread({ body: { id, encoding: next } })}
            />
          </label>
          <label htmlFor="import-separator">
            <span>Separator</span>
            <Select
              id="import-separator"
              value={separator}
              loading={reread.running}
              options={SEPARATORS}
              onChange={(next) => void reread({ body: { id, separator: next } })}
            />
          </label>
          {firstRow}
          {headerBox}
        </div>
      </details>
    </>
  )
}

const quoted = (values: readonly string[]) =>
  values
    .slice(0, 3)
    .map((value) => `“${value}”`)
    .join(', ')
