import type { Client } from 'pg'
import { copyIn } from '#server/db/copy.ts'
import type { Row } from './history.ts'

/** How a column's values are written: as they are, as JSON, or as an array. */
export type Columns = Readonly<Record<string, 'plain' | 'json' | 'array'>>

export const copyRows = (client: Client, table: string, columns: Columns, rows: readonly Row[]) =>
  copyIn(client, `copy ${table} (${Object.keys(columns).join(', ')}) from stdin`, [
    Buffer.from(rows.map((row) => line(columns, row)).join('')),
  ])

const line = (columns: Columns, row: Row) => {
  let text = ''
  for (const name in columns) text += (text && '\t') + field(row[name], columns[name])
  return `${text}\n`
}

const field = (value: unknown, kind: Columns[string] | undefined): string => {
  if (value === null || value === undefined) return '\\N'
  if (kind === 'json') return escaped(JSON.stringify(value))
  if (kind === 'array' && Array.isArray(value))
    return escaped(`{${value.map((item) => JSON.stringify(item)).join(',')}}`)
  return typeof value === 'string' ? escaped(value) : JSON.stringify(value)
}

const escaped = (text: string) =>
  /[\\\t\n\r]/.test(text)
    ? text.replaceAll('\\', '\\\\').replaceAll('\t', '\\t').replaceAll('\n', '\\n').replaceAll('\r', '\\r')
    : text
