import { Checkbox, Select } from 'antd'
import { useState } from 'react'
import { IMPORT_ENCODINGS, IMPORT_SEPARATORS } from '#contract/platform/import-reading.ts'
import type { AnyImport, ImportCalls } from '#contract/platform/import-calls.ts'
import { useAction } from '#web/kit/data/api.ts'
import { Notice } from '#web/kit/feedback/Notice.tsx'
import { ENCODING, SEPARATOR } from './import-words.ts'
import { isWorkbook } from './workbook.ts'

const ENCODINGS = IMPORT_ENCODINGS.map((value) => ({ value, label: ENCODING[value] }))
const SEPARATORS = IMPORT_SEPARATORS.map((value) => ({ value, label: SEPARATOR[value] }))

/** How the file is read, in words, and what can be changed about it; open at first when letters look wrong. */
export const FileReading = ({ calls, found }: { calls: ImportCalls; found: AnyImport }) => {
  const { id, encoding, encoding_guessed, separator, header, columns } = found
  const odd = columns.flatMap((column) => column.odd ?? [])
  const [open, setOpen] = useState(odd.length > 0)
  const reread = useAction(calls.reread, { refreshes: calls.read })
  const headerBox = (
    <Checkbox checked={header} onChange={({ target }) => void reread({ body: { id, header: target.checked } })}>
      The first row is a header
    </Checkbox>
  )
  if (isWorkbook({ name: found.file_name })) return <div className="import-reading">{headerBox}</div>
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
          {!header && ', without a header row'}. Do the values look wrong?
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
