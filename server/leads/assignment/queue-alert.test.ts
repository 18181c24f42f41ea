import { afterAll, expect, test } from 'vitest'
import { changes } from '#contract/platform/changes.ts'
import { configuration } from '#contract/leads/configuration.ts'
import { notifications } from '#contract/platform/notifications.ts'
import { notificationRules } from '#server/app/notification-rules.ts'
import { startTestApp, type TestPerson } from '#server/test/app.ts'
import { putLead, workOffTogether } from '#server/test/journey.ts'
import { putOnList, QA_KEYS, workOff } from '#server/test/leads.ts'
import { writeDigest } from '#server/platform/notifications/digest.ts'
import { queueForAssignment, type AssignmentList } from './queue.ts'

const app = await startTestApp()
afterAll(() => app.stop())

const team = async () => {
  const mara = await app.signIn({ can: ['configuration_edit', 'qa_auto_assign_set_status'], name: 'Mara' })
  const max = await app.signIn({ can: ['qa_auto_assign_set_status'], colleagueOf: mara, name: 'Max' })
  const sid = await app.signIn({ can: ['salesrep_auto_assign_update'], colleagueOf: mara, name: 'Sid' })
  return { mara, max, sid }
}
const wait = async (person: TestPerson, minutes: number, list: AssignmentList = 'qa') => {
  const id = await putLead(app, person, list === 'sales' ? { status: 'valid' } : {}, [])
  await app.services.tenants.write(person.companyId, { kind: 'system', channel: 'intake', act: 'test' }, (tenant) =>
    queueForAssignment(tenant, list, [id]),
  )
  await later(person, minutes, id)
  return id
}
/** As if so much time had gone by since the lead came, or since each of them came and the worker was to look. */
const later = async ({ companyId }: TestPerson, minutes: number, id?: number) => {
  await app.sql(
    companyId,
    `update assignment_queue set waiting_since = waiting_since - make_interval(mins => $2)
     where company_id = $1 and ($3::bigint is null or lead_id = $3)`,
    [companyId, minutes, id ?? null],
  )
  if (id !== undefined) return
  await app.owner.query('update identity.due set at = at - make_interval(mins => $2) where company_id = $1', [
    companyId,
    minutes,
  ])
}
const alertAfter = (mara: TestPerson, minutes: number | null) =>
  mara.call(configuration.setRouting, { body: { qa_alert_minutes: minutes } })
const told = async (person: TestPerson) =>
  (await person.call(notifications.list, { query: {} })).data
    .filter(({ kind }) => kind === 'queue')
    .map(({ words }) => words.map(({ text }) => text).join(''))
const rows = ({ companyId }: TestPerson) =>
  app.sql(
    companyId,
    `select person_id, detail->'queue'->>'waiting' as waiting from notifications where company_id = $1 and kind = 'queue' order by id`,
    [companyId],
  )

test('nobody is told until somebody sets after how long; then everybody who keeps that list is, once, of how many wait and why', async () => {
  const { mara, max, sid } = await team()
  const eve = await team()
  const quinn = await app.signIn({ can: QA_KEYS, colleagueOf: mara, name: 'Quinn' })
  await putOnList(app, quinn, 'qa')
  await app.sql(mara.companyId, `update assignment_entries set status = 'paused' where staff_id = $1`, [quinn.id])
  await wait(mara, 20)
  await wait(mara, 3)
  await wait(eve.mara, 20)
  await workOff(app)
  expect(await rows(mara)).toEqual([])

  await alertAfter(mara, 15)
  await workOff(app)

  const sentence =
    '2 leads are waiting for QA, the longest for more than 15 min. Nobody on the list is eligible: paused on the list'
  expect(await told(mara)).toEqual([sentence])
  expect(await told(max)).toEqual([sentence])
  expect(await told(sid)).toEqual([])
  expect(await told(eve.mara)).toEqual([])
  expect((await rows(mara)).length).toBe(2)
})

test('of each waiting lead people are told once; one that comes later is told of when it has waited as long', async () => {
  const { mara } = await team()
  await alertAfter(mara, 15)
  await wait(mara, 20)
  await workOff(app)
  expect((await rows(mara)).map(({ waiting }) => waiting)).toEqual(['1', '1'])

  await later(mara, 60)
  await workOff(app)
  expect((await rows(mara)).length).toBe(2)

  await wait(mara, 0)
  await workOff(app)
  expect((await rows(mara)).length).toBe(2)
  await later(mara, 16)
  await workOff(app)
  expect((await rows(mara)).map(({ waiting }) => waiting)).toEqual(['1', '1', '2', '2'])
})

test('a lead whose transaction began before people were told, and was stored after that, is told of as well', async () => {
  const { mara } = await team()
  await alertAfter(mara, 15)
  const late = await putLead(app, mara, {}, [])
  const told = Promise.withResolvers<void>()
  const queued = Promise.withResolvers<void>()
  const storing = app.services.tenants.write(
    mara.companyId,
    { kind: 'system', channel: 'intake', act: 'test' },
    async (tenant) => {
      await queueForAssignment(tenant, 'qa', [late])
      queued.resolve()
      await told.promise
    },
  )
  await queued.promise
  await wait(mara, 20)
  await workOff(app)
  expect((await rows(mara)).map(({ waiting }) => waiting)).toEqual(['1', '1'])

  told.resolve()
  await storing
  await workOff(app)
  expect((await rows(mara)).length).toBe(2)
  await later(mara, 16)
  await workOff(app)

  expect((await rows(mara)).map(({ waiting }) => waiting)).toEqual(['1', '1', '2', '2'])
})

test('of what waited on another database server people are told once more, and of what comes here when it has waited', async () => {
  const { mara } = await team()
  await alertAfter(mara, 15)
  await wait(mara, 20)
  await workOff(app)
  const elsewhere = '900000000000'
  await app.sql(mara.companyId, 'update assignment_queue set tx = $2 where company_id = $1', [
    mara.companyId,
    elsewhere,
  ])
  await app.sql(mara.companyId, 'update assignment_lists set told = $2 where company_id = $1', [
    mara.companyId,
    `${elsewhere}1:${elsewhere}1:`,
  ])

  await wait(mara, 5)
  await workOff(app)
  const counts = async () => (await rows(mara)).map(({ waiting }) => waiting)
  expect(await counts()).toEqual(['1', '1', '2', '2'])
  await wait(mara, 5)
  await workOff(app)
  expect(await counts()).toEqual(['1', '1', '2', '2'])
  await later(mara, 16)
  await workOff(app)
  expect(await counts()).toEqual(['1', '1', '2', '2', '3', '3'])
})

test('several nodes that look at once tell it once', async () => {
  const { mara, max } = await team()
  await alertAfter(mara, 15)
  await wait(mara, 20)
  await app.owner.query(
    `insert into identity.due (company_id, kind, at) select $1, 'queue-alert', now() from generate_series(1, 8)`,
    [mara.companyId],
  )

  await workOffTogether(app, 4)

  expect((await rows(mara)).map(({ person_id }) => person_id)).toEqual([mara.id, max.id])
})

test('once nobody waits any more the line is gone, for whoever had not read it', async () => {
  const { mara } = await team()
  await alertAfter(mara, 15)
  await wait(mara, 20)
  await workOff(app)
  expect(await told(mara)).toHaveLength(1)

  const quinn = await app.signIn({ can: QA_KEYS, colleagueOf: mara, name: 'Quinn' })
  await putOnList(app, quinn, 'qa')
  await app.sql(mara.companyId, `select mark_due('assign')`)
  await workOff(app)

  expect(await told(mara)).toEqual([])
})

test('each list has a limit of its own, kept with its history and undone like any setting', async () => {
  const { mara, sid } = await team()
  const eve = await team()
  const before = (await mara.call(configuration.routing, {})).data
  expect(before).toEqual({
    known_domains: true,
    qa_alert_minutes: null,
    sales_alert_minutes: null,
    acceptance_minutes: null,
    release_overdue: false,
    qa_most_credit: 3,
    sales_most_credit: 3,
  })

  const { data } = await mara.call(configuration.setRouting, { body: { sales_alert_minutes: 30 } })
  await wait(mara, 40, 'sales')
  await workOff(app)

  expect(data).toEqual({ ...before, sales_alert_minutes: 30 })
  expect(await told(sid)).toEqual(['1 lead is waiting for sales, for more than 30 min. The list is empty'])
  const { data: acts } = await mara.call(changes.list, { query: { section: 'routing' } })
  expect(acts).toMatchObject([{ act: 'configuration.setRouting', not_undoable: null }])
  await mara.call(changes.undo, { body: { changeSet: acts[0]!.change_set } })
  expect((await mara.call(configuration.routing, {})).data).toEqual(before)
  expect((await eve.mara.call(configuration.routing, {})).data).toEqual(before)
})

test('what is no time is refused by its name, and so is whoever may not set it', async () => {
  const { mara, max } = await team()
  for (const minutes of [0, 1.5, 10_081, '15']) {
    const { status, json } = await mara.send('PUT', '/marketing/update_lead_routing', { qa_alert_minutes: minutes })
    expect([minutes, status, json.errors?.[0]?.field]).toEqual([
      minutes,
      400,
      expect.stringContaining('qa_alert_minutes'),
    ])
  }
  await expect(alertAfter(max, 5)).rejects.toThrow('403 You need the permission configuration_edit')
  expect(
    await app.sql(mara.companyId, 'select from assignment_settings where company_id = $1', [mara.companyId]),
  ).toEqual([])
})

test('whoever has lost the right to a list is told nothing of it, read or unread, in the app or by mail', async () => {
  const { mara, max } = await team()
  const theirs = await team()
  await app.sql(
    mara.companyId,
    `insert into notification_preferences (company_id, person_id, kind, in_app, digest, digest_since) values ($1, $2, 'queue', true, 'hourly', now() - interval '2 hours')`,
    [mara.companyId, max.id],
  )
  for (const each of [mara, theirs.mara]) {
    await alertAfter(each, 10)
    await wait(each, 20)
  }
  await workOff(app)
  await mara.call(notifications.readAll, { body: { seen: (await mara.call(notifications.list, { query: {} })).seen } })
  const before = await told(max)
  expect(before).toHaveLength(1)
  const losing = (permissions: string) =>
    app.sql(mara.companyId, `update identity.memberships set permissions = $2 where company_id = $1`, [
      mara.companyId,
      permissions,
    ])

  await losing('{assigned_leads_list}')

  expect([await told(mara), await told(max)]).toEqual([[], []])
  expect((await max.call(notifications.unread, {})).data.count).toBe(0)
  await app.owner.query(`update notifications set created_at = created_at - interval '1 hour' where company_id = $1`, [
    mara.companyId,
  ])
  expect(
    await writeDigest(notificationRules(), app.services.tenants, mara.companyId, 'http://localhost'),
  ).toBeUndefined()
  expect(await told(theirs.mara)).toHaveLength(1)

  await losing('{qa_auto_assign_set_status}')
  expect([await told(mara), await told(max)]).toEqual([before, before])
  expect((await max.call(notifications.unread, {})).data.count).toBe(1)
})
