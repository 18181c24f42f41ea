import { parse } from 'csv-parse/browser/esm/sync'
import writeWorkbook from 'write-excel-file/universal'
import { asWritten } from '#contract/kit/spreadsheet-guard.ts'
import { MOST_WORKBOOK_ROWS } from './spreadsheet.ts'

/** Makes a workbook of one sheet; the first row is its header. Each cell is a text and never a formula: what guards it in CSV goes. */
export const sheetOf = (csv: string): Promise<Blob> => {
  const rows: string[][] = parse(csv, { bom: true, relax_column_count: true, relax_quotes: true })
  if (rows.length > MOST_WORKBOOK_ROWS + 1) throw new Error('Too many rows')
  const [header = [], ...others] = rows
  return writeWorkbook([
    header.map((value) => ({ value, type: String, fontWeight: 'bold' as const })),
    ...others.map((cells) => cells.map((cell) => (cell === '' ? null : { value: asWritten(cell), type: String }))),
  ]).toBlob()
}
