import { readFileSync } from 'node:fs'
import Fastify from 'fastify'
import { openPool } from '#server/db/connect.ts'
import type { Statement } from './platform/recorded.ts'

// What a list costs at least: Fastify, the driver, the same select in the same transaction, and JSON.stringify. No total is counted.
// Nobody is asked who they are, nothing is checked, nothing is logged.

const { DATABASE, STATEMENTS, PORT, EACH } = process.env
if (!DATABASE || !STATEMENTS) throw new Error('The other side of the comparison is started by the bench alone')

const statements: Statement[] = JSON.parse(readFileSync(STATEMENTS, 'utf8'))
const opening = statements.slice(0, 2)
const queries = statements.slice(2, -1)
/** How many of them answer one request: `?part=1` is answered by those behind the first so many. */
const each = Number(EACH)
const pool = openPool(DATABASE)
const app = Fastify()

app.get<{ Querystring: { part?: number } }>('/list', async ({ query: { part = 0 } }, reply) => {
  const client = await pool.connect()
  const started = Promise.all(opening.map((statement) => client.query(statement)))
  const results = await Promise.all(
    queries.slice(each * part, each * part + each).map((statement) => client.query(statement)),
  )
  await started
  void client.query('commit').then(() => client.release())
  void reply.type('application/json; charset=utf-8')
  return JSON.stringify({ success: true, data: results.at(-1)?.rows })
})
app.get('/', () => 'here')

await app.listen({ port: Number(PORT), host: '127.0.0.1' })
