import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { access } from '#contract/portal/access.ts'
import { startTestApp } from '#server/test/app.ts'
import { databaseUrl } from '#server/test/database.ts'
import { figure } from '#server/test/figures.ts'
import { migrate } from './migrate.ts'

const app = await startTestApp()
afterAll(() => app.stop())

test('F21: a step that waits for a table behind a long read makes way again and again: everybody else goes on', async () => {
  const mara = await app.signIn({ can: ['people_manage'] })
  await app.owner.query('alter table identity.memberships drop column viewed_by, drop column viewed_at')
  await app.owner.query(`delete from migrations.applied where name = '0300_viewed_as.sql'`)
  const reader = new pg.Client(databaseUrl(app.database))
  await reader.connect()
  await reader.query('begin')
  await reader.query('select count(*) from identity.memberships')

  let ended = false
  const migrating = migrate(databaseUrl(app.database)).finally(() => (ended = true))
  const times: number[] = []
  // Each would fail on its own limit of a second if it waited as long as the reader reads.
  for (const since = performance.now(); performance.now() - since < 4_000;) {
    const begun = performance.now()
    expect((await mara.call(access.people, { query: {} })).data).toHaveLength(1)
    times.push(performance.now() - begun)
  }
  expect(ended).toBe(false)
  await reader.query('commit')
  await reader.end()

  expect(await migrating).toMatchObject({ applied: ['0300_viewed_as.sql'] })
  await app.owner.query('select viewed_by, viewed_at from identity.memberships')
  times.sort((one, other) => one - other)
  figure(
    `F21: ${times.length} lists answered while a step waited behind a long read, p95 ${Math.round(times[Math.floor(times.length * 0.95)]!)} ms, longest ${Math.round(times.at(-1)!)} ms`,
  )
})
