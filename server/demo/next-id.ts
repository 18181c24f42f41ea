import type { Client } from 'pg'
import type { Recorded } from './history.ts'

export const nextId = async (client: Client, table: Recorded) => {
  const { rows } = await client.query<{ id: string }>('select nextval($1::regclass) as id', [`${table}_id_seq`])
  return Number(rows[0]?.id)
}
