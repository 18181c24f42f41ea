import { afterAll, expect, test } from 'vitest'
import { bulk } from '#contract/leads/bulk.ts'
import { dryRuns } from '#contract/platform/bulk.ts'
import { jobs } from '#contract/platform/jobs.ts'
import { notifications } from '#contract/platform/notifications.ts'
import { startTestApp, type TestPerson } from '#server/test/app.ts'
import { bulkOf, choose } from '#server/test/bulk.ts'
import { refusal } from '#server/test/journey.ts'
import { MANAGER_KEYS, workOff } from '#server/test/leads.ts'

const app = await startTestApp()
afterAll(() => app.stop())
const { team, many, run, look } = bulkOf(app)

/** More than is looked at in a chunk. */
const LEADS = 6_000
const fill = (person: TestPerson, count: number) =>
  app.sql(
    person.companyId,
    `insert into leads (company_id, name, source, status, reason_code)
     select $1, 'Lead ' || n, 'import', case when n % 3 = 0 then 'invalid' else 'new' end, case when n % 3 = 0 then 'other' end
     from generate_series(1, $2::int) n`,
    [person.companyId, count],
  )
const selectAll = async (person: TestPerson) =>
  (await person.call(bulk.select, { body: { list: 'marketing', filter: {} } })).data.id
const foreseenBy = async (person: TestPerson, id: number) =>
  (await person.call(dryRuns.foreseen, { params: { id } })).data
/** Every company's leads, and all that the history tells. */
const stored = async () =>
  (
    await app.owner.query(
      `select (select md5(string_agg(l::text, '' order by id)) from leads l) as leads, (select count(*) from changes) as changes`,
    )
  ).rows

test('a dry run of many leads is a job that tells how far it is, changes nothing, and foresees what the run then does', async () => {
  const { manager, qa } = await team()
  const eve = await app.signIn({ can: MANAGER_KEYS })
  await fill(manager, LEADS)
  await fill(eve, 3)
  const body = { selection: await selectAll(manager), staffId: qa.id }
  const before = await stored()

  const { data: begun } = await manager.call(bulk.assign, { body: { ...body, dryRun: true } })
  const id = begun.job ?? 0
  expect(begun).toEqual({ foreseen: [], job: expect.any(Number) })
  expect(await foreseenBy(manager, id)).toEqual({
    state: 'queued',
    done: 0,
    total: LEADS,
    message: null,
    foreseen: [],
  })
  await workOff(app)

  const found = await foreseenBy(manager, id)
  expect(found).toEqual({
    state: 'done',
    done: LEADS,
    total: LEADS,
    message: null,
    foreseen: [
      { outcome: 'assigned', message: null, count: 4_000 },
      { outcome: 'skipped', message: 'This lead is invalid and can’t be assigned', count: 2_000 },
    ],
  })
  expect(await stored()).toEqual(before)
  const job = await run(manager, manager.call(bulk.assign, { body }))
  expect(job).toMatchObject({ state: 'done', reasons: found.foreseen.slice(1) })
  expect(job.outcomes).toEqual(found.foreseen.map(({ outcome, count }) => ({ outcome, count })))
})

test('looking stands in no list of jobs and is told to nobody; it is one’s own, and no other job is a dry run', async () => {
  const { manager, other } = await team()
  const eve = await app.signIn({ can: MANAGER_KEYS })
  await fill(manager, 1_001)
  const selection = await selectAll(manager)
  const { data: begun } = await manager.call(bulk.start, { body: { selection, dryRun: true } })
  const id = begun.job ?? 0
  await workOff(app)

  expect((await manager.call(jobs.list, { query: {} })).data).toEqual([])
  expect((await manager.call(notifications.list, { query: {} })).data).toEqual([])
  for (const stranger of [other, eve])
    expect(await refusal(stranger.call(dryRuns.foreseen, { params: { id } }))).toMatchObject({
      status: 404,
      message: 'Dry run not found',
    })
  const single = await run(
    manager,
    manager.call(bulk.comment, {
      body: { selection: await choose(manager, await many(manager, 1)), comment: 'Hello' },
    }),
  )
  expect(await refusal(manager.call(dryRuns.foreseen, { params: { id: single.id } }))).toMatchObject({ status: 404 })
})

test('whoever closes the dialog ends the looking, and who loses the key is told so', async () => {
  const { manager } = await team()
  await fill(manager, 1_001)
  const body = { selection: await selectAll(manager), dryRun: true }
  const begin = async () => (await manager.call(bulk.remove, { body })).data.job ?? 0

  const closed = await begin()
  await manager.call(jobs.cancel, { params: { id: closed } })
  await workOff(app)
  expect(await foreseenBy(manager, closed)).toMatchObject({ state: 'cancelled', done: 0, foreseen: [] })

  const refused = manager.call(bulk.remove, { body })
  await app.sql(manager.companyId, 'update identity.memberships set permissions = $1 where id = $2', [
    ['marketing_leads_list'],
    manager.id,
  ])
  expect(await look(manager, refused)).toMatchObject({
    state: 'failed',
    message: 'Stopped: the person who started it no longer has the permission “Delete leads”.',
    foreseen: [],
  })
})
