import { afterAll, expect, test } from 'vitest'
import { startTestApp } from '#server/test/app.ts'
import { refreshYoungStatistics } from './statistics.ts'

const app = await startTestApp()
afterAll(() => app.stop())

test('a table that has just been filled is looked at, and not again before it has grown', async () => {
  const ada = await app.signIn()
  await app.sql(
    ada.companyId,
    `insert into leads (company_id, name, source) select $1, 'Lead ' || n, 'import' from generate_series(1, 3000) n`,
    [ada.companyId],
  )
  const rowsSeen = async () =>
    Number((await app.owner.query(`select reltuples from pg_class where oid = 'leads'::regclass`)).rows[0].reltuples)

  // What a connection has changed is told to the others within a second.
  await expect.poll(() => refreshYoungStatistics(app.services.identity).then(rowsSeen), { timeout: 30_000 }).toBe(3_000)
  expect(await refreshYoungStatistics(app.services.identity)).not.toContain('leads')
})
