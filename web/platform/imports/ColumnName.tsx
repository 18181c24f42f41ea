import type { AnyImport } from '#contract/platform/import-calls.ts'
import type { ImportArea } from './import-area.ts'
import { mappedField } from './mapped-field.ts'

interface ColumnNameProps {
  area: ImportArea
  found: AnyImport
  column: string
}

/** A column as the file calls it, with the field that it is matched with. */
export const ColumnName = ({ area, found, column }: ColumnNameProps) => {
  const field = mappedField(area, found, column)
  return (
    <>
      <strong>{column}</strong>
      {field !== undefined && ` (${field})`}
    </>
  )
}
