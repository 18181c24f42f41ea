import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { startTestApp } from '#server/test/app.ts'
import { databaseUrl } from '#server/test/database.ts'
import { copyOut } from './copy.ts'

const app = await startTestApp()
afterAll(() => app.stop())

test('a connection whose rows were read slowly answers the next query, wherever the last of them ended', async () => {
  const client = new pg.Client({ connectionString: databaseUrl(app.database), query_timeout: 10_000 })
  await client.connect()
  for (let rows = 1; rows <= 20; rows++) {
    let bytes = 0
    for await (const chunk of copyOut(
      client,
      `copy (select repeat('x', 100000) from generate_series(1, ${rows})) to stdout`,
    )) {
      bytes += chunk.length
      await sleep(1)
    }
    expect(bytes).toBe(rows * 100_001)
    expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  }
  await client.end()
})
