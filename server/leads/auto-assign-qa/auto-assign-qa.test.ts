import { afterAll, expect, test } from 'vitest'
import { autoAssignQa } from '#contract/leads/auto-assign-qa.ts'
import { changes } from '#contract/platform/changes.ts'
import { configuration } from '#contract/leads/configuration.ts'
import type { PermissionKey } from '#contract/kit/permissions.ts'
import { choose } from '#server/leads/assignment/choose.ts'
import { drain } from '#server/leads/assignment/drain.ts'
import { queueForAssignment } from '#server/leads/assignment/queue.ts'
import { startTestApp, type TestPerson } from '#server/test/app.ts'

const { list, add, setStatus, remove } = autoAssignQa
const ALL = ['qa_auto_assign_list', 'qa_auto_assign_set_status', 'qa_auto_assign_add', 'qa_auto_assign_delete'] as const

const app = await startTestApp()
afterAll(() => app.stop())

const admin = () => app.signIn({ can: ALL, name: 'Ada' })
const colleague = (
  of: TestPerson,
  name: string,
  can: readonly PermissionKey[] = ['assigned_leads_list', 'assigned_leads_edit_status'],
) => app.signIn({ colleagueOf: of, name, can })
const put = async (ada: TestPerson, person: TestPerson, weight?: number) =>
  (await ada.call(add, { body: { sid: person.id, ...(weight === undefined ? {} : { weight }) } })).data
const switchTo = async (ada: TestPerson, id: number, status: 'active' | 'paused', weight?: number) =>
  (await ada.call(setStatus, { params: { id }, body: { status, ...(weight === undefined ? {} : { weight }) } })).data
const shown = async (ada: TestPerson, query: object = {}) => (await ada.call(list, { query })).data

/** So many new leads come in, and the rotation gives them out. */
const giveOut = async (ada: TestPerson, count: number) => {
  const rows = await app.sql(
    ada.companyId,
    `insert into leads (company_id, name, source) select $1, 'Bob', 'manual' from generate_series(1, $2) returning id`,
    [ada.companyId, count],
  )
  await app.services.tenants.write(ada.companyId, { kind: 'system', channel: 'intake', act: 'test' }, (tenant) =>
    queueForAssignment(
      tenant,
      'qa',
      rows.map((row) => Number(row.id)),
    ),
  )
  await drain(app.services.tenants, ada.companyId)
}
const isDue = async (ada: TestPerson) =>
  ((await app.owner.query(`delete from identity.due where company_id = $1 and kind = 'assign'`, [ada.companyId]))
    .rowCount ?? 0) > 0

test('a person is put on the list once, and the waiting leads are looked at', async () => {
  const ada = await admin()
  const quinn = await colleague(ada, 'Quinn')

  const entry = await put(ada, quinn)
  expect(entry).toMatchObject({
    sid: quinn.id,
    name: 'Quinn',
    status: 'active',
    state: 'available',
    weight: 1,
    open: 0,
    today: 0,
    received_7d: 0,
    fair_share_7d: 0,
    last_assigned_at: null,
    version: 1,
  })
  expect(await isDue(ada)).toBe(true)

  const again = await ada.call(add, { body: { sid: quinn.id } }).catch((error) => error)
  expect(again.message).toBe('409 Quinn is already on the list.')
  expect(again.failure.details.existing).toEqual(entry)
  expect(await shown(ada)).toEqual([entry])
})

test('whoever cannot do the work is not put on the list', async () => {
  const ada = await admin()
  const clerk = await colleague(ada, 'Clark', ['valid_leads_list'])
  const left = await colleague(ada, 'Lee')
  const invited = await colleague(ada, 'Ivy')
  await app.sql(ada.companyId, `update identity.memberships set status = 'deactivated' where id = $1`, [left.id])
  await app.sql(ada.companyId, `update identity.memberships set status = 'invited' where id = $1`, [invited.id])

  await expect(put(ada, clerk)).rejects.toThrow('409 Clark needs the permission “Decide')
  await expect(put(ada, left)).rejects.toThrow('409 Lee is deactivated.')
  await expect(put(ada, invited)).rejects.toThrow('409 Ivy has not accepted the invitation yet.')
  await expect(ada.call(add, { body: { sid: 999_999 } })).rejects.toThrow('404 Person not found')
  expect(await shown(ada)).toEqual([])
})

test('the list says who takes leads now, and why somebody does not', async () => {
  const ada = await admin()
  const people = await Promise.all(['Ann', 'Ben', 'Cid', 'Dan', 'Eli'].map((name) => colleague(ada, name)))
  const [ann, ben, cid, dan, eli] = people
  const entries = []
  for (const person of people) entries.push(await put(ada, person))
  await switchTo(ada, entries[1]!.id, 'paused')
  await app.sql(ada.companyId, `update identity.memberships set permissions = '{}' where id = $1`, [cid!.id])
  await app.sql(ada.companyId, `update identity.memberships set status = 'deactivated' where id = $1`, [dan!.id])
  await switchTo(ada, entries[4]!.id, 'active', 0)

  const states = (await shown(ada, { sort: 'name', order: 'asc' })).map(({ sid, state, state_reason }) => [
    sid,
    state,
    state_reason,
  ])

  expect(states).toEqual([
    [ann!.id, 'available', 'Takes leads in turn.'],
    [ben!.id, 'paused', 'Paused on this list.'],
    [cid!.id, 'no_permission', 'Needs the permission “Decide on assigned leads”.'],
    [dan!.id, 'deactivated', 'Dan is deactivated in this company.'],
    [eli!.id, 'paused', 'Weight is 0, so no leads are assigned.'],
  ])
})

test('what each person got stands beside their fair share', async () => {
  const ada = await admin()
  const ann = await colleague(ada, 'Ann')
  const ben = await colleague(ada, 'Ben')
  await put(ada, ann, 2)
  await put(ada, ben)
  await giveOut(ada, 9)
  await app.sql(
    ada.companyId,
    `update leads set status = 'invalid', reason_code = 'other' where id = (select min(id) from leads where assigned_qa = $1)`,
    [ann.id],
  )

  const [first, second] = await shown(ada, { sort: 'name', order: 'asc' })

  expect(first).toMatchObject({ name: 'Ann', open: 5, today: 6, received_7d: 6, fair_share_7d: 6 })
  expect(second).toMatchObject({ name: 'Ben', open: 3, today: 3, received_7d: 3, fair_share_7d: 3 })
  expect(Date.now() - Date.parse(first!.last_assigned_at!)).toBeLessThan(60_000)
})

test('who is paused gets nothing; who comes back takes turns and is not flooded', async () => {
  const ada = await admin()
  const ann = await colleague(ada, 'Ann')
  const ben = await colleague(ada, 'Ben')
  await put(ada, ann)
  const { id, version } = await put(ada, ben)

  const paused = await switchTo(ada, id, 'paused')
  expect(paused).toMatchObject({ status: 'paused', state: 'paused', version: version + 1 })
  await giveOut(ada, 40)
  expect((await shown(ada, { search: 'ben' }))[0]).toMatchObject({ received_7d: 0, fair_share_7d: 0 })

  await isDue(ada)
  expect(await switchTo(ada, id, 'active')).toMatchObject({ state: 'available' })
  expect(await isDue(ada)).toBe(true)
  await giveOut(ada, 10)
  expect((await shown(ada, { search: 'ben' }))[0]).toMatchObject({ received_7d: 5, fair_share_7d: 5 })
})

test('who is new takes turns from now on, and never begins with more than 3 leads to catch up on', async () => {
  const ada = await admin()
  await put(ada, await colleague(ada, 'Ann'))
  await giveOut(ada, 30)
  await put(ada, await colleague(ada, 'Ben'))
  await giveOut(ada, 10)
  expect((await shown(ada, { sort: 'name', order: 'asc' })).map(({ received_7d }) => received_7d)).toEqual([35, 5])

  await app.sql(ada.companyId, 'update assignment_entries set expected = received + 50 where company_id = $1', [
    ada.companyId,
  ])
  const { id } = await put(ada, await colleague(ada, 'Cid'))
  const [cid] = await app.sql(
    ada.companyId,
    'select expected - received as deficit from assignment_entries where id = $1',
    [id],
  )
  expect(cid).toEqual({ deficit: 3 })
})

test('how much of a share is made up for is a setting of the list: kept with its history, undone, and kept beside the choice', async () => {
  const ada = await app.signIn({ can: [...ALL, 'configuration_edit'] })
  const eve = await app.signIn({ can: [...ALL, 'configuration_edit'] })
  const ann = await colleague(ada, 'Ann')
  await put(ada, ann)
  await put(ada, await colleague(ada, 'Ben'))
  const before = (await ada.call(configuration.routing, {})).data
  await app.sql(
    ada.companyId,
    'update assignment_entries set expected = received + 50 where company_id = $1 and staff_id = $2',
    [ada.companyId, ann.id],
  )

  const { data } = await ada.call(configuration.setRouting, { body: { qa_most_credit: 7 } })
  await giveOut(ada, 1)

  expect(data).toEqual({ ...before, qa_most_credit: 7, sales_most_credit: 3 })
  expect((await eve.call(configuration.routing, {})).data).toEqual(before)
  const [decision] = await app.sql(
    ada.companyId,
    `select most_credit, chosen, considered, sticky from assignment_decisions where mode = 'auto' order by id desc limit 1`,
  )
  expect(decision).toMatchObject({ most_credit: 7, chosen: ann.id })
  expect(decision.considered).toContainEqual(expect.objectContaining({ staff_id: ann.id, expected: 7, received: 0 }))

  const { data: acts } = await ada.call(changes.list, { query: { section: 'routing', limit: 50 } })
  const act = acts.find((each) => each.act === 'configuration.setRouting')!
  expect(act.not_undoable).toBeNull()
  await ada.call(changes.undo, { body: { changeSet: act.change_set } })
  expect((await ada.call(configuration.routing, {})).data).toEqual(before)
  // What was chosen by the earlier setting is made again from what was stored of it.
  expect(choose(decision.considered, decision.sticky).chosen).toBe(ann.id)
})

test.each([-1, 51, 2.5, '3', null])('%j is no number of leads to make up for', async (qa_most_credit) => {
  const ada = await app.signIn({ can: [...ALL, 'configuration_edit'] })
  const { status } = await ada.send('PUT', '/marketing/update_lead_routing', { qa_most_credit })
  expect(status).toBe(400)
})

test('a change of weight is kept, counted as a version, and told in the history', async () => {
  const ada = await admin()
  const { id } = await put(ada, await colleague(ada, 'Ann'))
  await isDue(ada)

  expect(await switchTo(ada, id, 'active', 2.5)).toMatchObject({ weight: 2.5, status: 'active', version: 2 })
  expect(await isDue(ada)).toBe(true)
  expect(await switchTo(ada, id, 'active', 2.5)).toMatchObject({ version: 2 })
  for (const weight of [-1, 5.25, 0.1]) await expect(switchTo(ada, id, 'active', weight)).rejects.toThrow(/^400 weight/)

  const changes = await app.sql(
    ada.companyId,
    `select verb, fields, actor_id from changes where entity = 'assignment_entries' and entity_id = $1 order by id desc limit 1`,
    [id],
  )
  expect(changes).toEqual([{ verb: 'updated', fields: { weight: [1, 2.5] }, actor_id: ada.id }])
})

test('who is taken off keeps the leads they hold, and gets no more', async () => {
  const ada = await admin()
  const ann = await colleague(ada, 'Ann')
  const { id } = await put(ada, ann)
  await giveOut(ada, 2)

  await ada.call(remove, { params: { id }, query: {} })

  await giveOut(ada, 1)
  expect(await shown(ada)).toEqual([])
  expect(
    await app.sql(
      ada.companyId,
      'select assigned_qa as qa, count(*)::int as leads from leads where company_id = $1 group by 1 order by 1',
      [ada.companyId],
    ),
  ).toEqual([
    { qa: ann.id, leads: 2 },
    { qa: null, leads: 1 },
  ])
  await expect(ada.call(remove, { params: { id }, query: {} })).rejects.toThrow('404 Person on the list not found')
})

test('the list is paged as it was asked for: current, pageSize, sortField, sortOrder, searchText, fromDate, toDate', async () => {
  const ada = await admin()
  for (const name of ['Ann', 'Ben', 'Cid']) await put(ada, await colleague(ada, name))
  await app.sql(
    ada.companyId,
    `update assignment_entries set created_at = '2026-02-10 12:00Z' where company_id = $1 and staff_id = (select id from identity.people where first_name = 'Ben' order by id desc limit 1)`,
    [ada.companyId],
  )
  const ask = async (query: string) => (await ada.send('GET', `/marketing/get_qa_autoassign_list?${query}`)).json
  const names = async (query: string) => (await ask(query)).data.map((row: { name: string }) => row.name)

  expect((await ask('current=2&pageSize=2')).pagination).toEqual({ current: 2, pageSize: 2, total: 3, totalPages: 2 })
  expect(await names('sortField=name&sortOrder=desc')).toEqual(['Cid', 'Ben', 'Ann'])
  expect(await names('searchText=BE')).toEqual(['Ben'])
  expect(await names('fromDate=2026-02-10&toDate=2026-02-10')).toEqual(['Ben'])
  for (const bad of [
    'pageSize=101',
    'current=0',
    'sortField=password_hash',
    'sortOrder=desc;--',
    'fromDate=2026-02-30',
    'fromDate=2026-03-02&toDate=2026-03-01',
  ])
    expect((await ask(bad)).errors[0].field).toBe(bad.replace(/=.*/, ''))
})

test('each call needs its own key', async () => {
  const ada = await admin()
  const ann = await colleague(ada, 'Ann')
  const { id } = await put(ada, ann)

  await expect(shown(ann)).rejects.toThrow('403 You need the permission qa_auto_assign_list')
  await expect(put(ann, ada)).rejects.toThrow('403 You need the permission qa_auto_assign_add')
  await expect(switchTo(ann, id, 'paused')).rejects.toThrow('403 You need the permission qa_auto_assign_set_status')
  await expect(ann.call(remove, { params: { id }, query: {} })).rejects.toThrow(
    '403 You need the permission qa_auto_assign_delete',
  )
  expect(await shown(ada)).toMatchObject([{ id, status: 'active' }])
})

test('another company neither sees nor changes it, and puts nobody of ours on its own', async () => {
  const ada = await admin()
  const eve = await admin()
  const ann = await colleague(ada, 'Ann')
  const { id } = await put(ada, ann)

  expect(await shown(eve)).toEqual([])
  await expect(put(eve, ann)).rejects.toThrow('404 Person not found')
  await expect(switchTo(eve, id, 'paused')).rejects.toThrow('404 Person on the list not found')
  await expect(eve.call(remove, { params: { id }, query: {} })).rejects.toThrow('404 Person on the list not found')
  expect(await shown(ada)).toMatchObject([{ id, status: 'active' }])
})

test('of many who put the same person on the list at once, one succeeds', async () => {
  const ada = await admin()
  const ann = await colleague(ada, 'Ann')

  const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => put(ada, ann)))

  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await shown(ada)).toHaveLength(1)
})
