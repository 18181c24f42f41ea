import type { ImportArea } from './import-area.ts'

interface Matched {
  columns: readonly { name: string; field: string | null }[]
}

/** What people call the field that a column of the file is matched with; undefined where the column has that name itself. */
export const mappedField = (
  { fields, column: own }: Pick<ImportArea, 'fields' | 'column'>,
  { columns }: Matched,
  column: string,
) => {
  const field = columns.find(({ name, field: matched }) => name === column && matched !== null)?.field ?? null
  if (field === null) return undefined
  const label = fields.find(({ value }) => value === (own?.optionOf(field) ?? field))?.label
  return label?.toLowerCase() === column.trim().toLowerCase() ? undefined : label
}
