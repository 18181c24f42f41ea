import { Query, type Client } from 'pg'
import type { Row } from './history.ts'

/** How a column's values are written: as they are, as JSON, or as an array. */
export type Columns = Readonly<Record<string, 'plain' | 'json' | 'array'>>

/** Sends rows into a table as PostgreSQL's own text format, the fastest way in. */
export const copyIn = (client: Client, table: string, columns: Columns, rows: readonly Row[]) =>
  new Promise<void>((resolve, reject) => {
    const names = Object.keys(columns).join(', ')
    const query = new CopyIn(
      `copy ${table} (${names}) from stdin`,
      Buffer.from(rows.map((row) => line(columns, row)).join('')),
    )
    query.on('end', () => resolve())
    query.on('error', reject)
    client.query(query)
  })

/** What the driver gives to a query that the server is ready to take data for. */
interface Sender {
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
}

class CopyIn extends Query {
  readonly #data: Buffer

  constructor(text: string, data: Buffer) {
    super(text)
    this.#data = data
  }

  handleCopyInResponse(connection: Sender) {
    connection.sendCopyFromChunk(this.#data)
    connection.endCopyFrom()
  }
}

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
