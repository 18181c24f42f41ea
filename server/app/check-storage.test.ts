import { open, readFile, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, expect, test } from 'vitest'
import { checkStorage } from '#server/db/check-storage.ts'
import { startEmbedded } from '#server/db/embedded.ts'
import { startTestApp } from '#server/test/app.ts'
import { command } from '#server/test/command.ts'
import { databaseUrl } from '#server/test/database.ts'
import { query, quick } from '#server/test/embedded.ts'
import { temporaryFolder } from '../../scripts/temporary.mjs'
import { checkWhenDue } from './storage-checks.ts'

const folder = temporaryFolder('storage')
afterAll(() => rm(folder, { recursive: true }))

test('F29: a byte of a table that has changed on the disk is found, and everything else is looked at all the same', async () => {
  const first = await startEmbedded({ folder, ...quick })
  await query(
    first.url('postgres'),
    `create table kept as select n, repeat('x', 200) as text from generate_series(1, 1000) n`,
  )
  const [kept] = await query(first.url('postgres'), `select pg_relation_filepath('kept') as path`)
  await first.stop()
  const file = await open(join(folder, 'cluster', String(kept?.['path'])), 'r+')
  const at = 8192 * 2 + 5_000
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, at)
  await file.write(Buffer.from([buffer[0]! ^ 1]), 0, 1, at)
  await file.close()

  const server = await startEmbedded({ folder, ...quick })
  const owner = new Client(server.url('postgres'))
  await owner.connect()
  const { tables, indexes, faults } = await checkStorage(owner)
  expect(faults).toEqual([expect.stringMatching(/^public\.kept: invalid page in block 2 of relation/)])
  expect([tables > 60, indexes > 100]).toEqual([true, true])
  expect((await owner.query(`select from pg_extension where extname = 'amcheck'`)).rowCount).toBe(0)

  const note = join(folder, 'storage-checked')
  expect(await checkWhenDue(folder, new Client('')), 'new').toBeUndefined()
  expect(await checkWhenDue(folder, new Client('')), 'looked at just now').toBeUndefined()
  const longAgo = new Date(Date.now() - 8 * 24 * 3_600_000)
  await utimes(note, longAgo, longAgo)
  const weekly = new Client(server.url('postgres'))
  expect(await checkWhenDue(folder, weekly)).toMatchObject({ faults })
  expect(await readFile(note, 'utf8')).toBe(faults[0])
  expect((await stat(note)).mtimeMs).toBeGreaterThan(longAgo.getTime() + 1_000)
  await Promise.all([owner.end(), weekly.end()])
  await server.stop()
})

test('F29: check-storage names an index that misses a row of its table, and ends with 1', async () => {
  const app = await startTestApp()
  try {
    const run = () => command('check-storage', app.database, [], { LEADROOM_SECRET: app.services.config.secret })
    expect(await run()).toMatchObject({
      code: 0,
      said: expect.stringMatching(/^\d+ tables and \d+ indexes read to the last page: nothing damaged\n$/),
    })
    await query(
      databaseUrl(app.database),
      `update pg_index set indisready = false where indexrelid = 'identity.companies_pkey'::regclass`,
    )
    await query(databaseUrl(app.database), `insert into identity.companies (name) values ('Unindexed')`)
    await query(
      databaseUrl(app.database),
      `update pg_index set indisready = true where indexrelid = 'identity.companies_pkey'::regclass`,
    )

    const { code, said } = await run()

    expect(code).toBe(1)
    expect(said).toMatch(/page: 1 damaged\n  FAULT: identity\.companies_pkey: heap tuple .* lacks matching index tuple/)
  } finally {
    await app.stop()
  }
})
