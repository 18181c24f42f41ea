import { afterAll, expect, test } from 'vitest'
import { autoAssignQa } from '#contract/leads/auto-assign-qa.ts'
import { autoAssignSales } from '#contract/leads/auto-assign-sales.ts'
import { changes } from '#contract/platform/changes.ts'
import { lookups } from '#contract/leads/lookups.ts'
import { startTestApp, type TestPerson } from '#server/test/app.ts'
import { putProducts } from '#server/test/products.ts'

const { list, add, setStatus, save } = autoAssignQa
const ALL = [
  'qa_auto_assign_list',
  'qa_auto_assign_set_status',
  'qa_auto_assign_add',
  'salesrep_auto_assign_add',
] as const

const app = await startTestApp()
afterAll(() => app.stop())

const admin = () => app.signIn({ can: [...ALL, 'salesrep_auto_assign_update'], name: 'Ada' })
const onList = async (ada: TestPerson, name: string) => {
  const person = await app.signIn({
    colleagueOf: ada,
    name,
    can: ['assigned_leads_list', 'assigned_leads_edit_status', 'valid_leads_list'],
  })
  return (await ada.call(add, { body: { sid: person.id } })).data
}
const stored = async (ada: TestPerson, id: number) =>
  (await ada.call(list, { query: {} })).data.find((row) => row.id === id)
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

test('what somebody takes, how much and when is kept as one, and the waiting leads are looked at', async () => {
  const ada = await admin()
  const { id, version } = await onList(ada, 'Ann')
  await app.owner.query('delete from identity.due where company_id = $1', [ada.companyId])

  const { data } = await ada.call(save, {
    params: { id },
    body: {
      version,
      weight: 2,
      daily_cap: 5,
      open_cap: 10,
      accepts_countries: ['Germany', 'PK', 'DE'],
      accepts_sources: ['phone', 'import', 'phone'],
      accepts_categories: [' Hoses ', 'Hoses'],
      away_until: inDays(3),
    },
  })

  expect(data).toMatchObject({
    weight: 2,
    daily_cap: 5,
    open_cap: 10,
    accepts_countries: ['DE', 'PK'],
    accepts_sources: ['import', 'phone'],
    accepts_categories: ['Hoses'],
    away_until: inDays(3),
    state: 'away',
    state_reason: 'Away.',
    state_until: `${inDays(3)}T00:00:00Z`,
    version: version + 1,
  })
  expect(await stored(ada, id)).toEqual(data)
  const { rowCount } = await app.owner.query(`select from identity.due where company_id = $1 and kind = 'assign'`, [
    ada.companyId,
  ])
  expect(rowCount).toBe(1)
})

test('settings that are not sent stay as they are, and null takes a cap away', async () => {
  const ada = await admin()
  const { id } = await onList(ada, 'Ann')
  await ada.call(save, { params: { id }, body: { daily_cap: 5, open_cap: 10, accepts_sources: ['phone'] } })

  const { data } = await ada.call(save, { params: { id }, body: { daily_cap: null } })

  expect(data).toMatchObject({ daily_cap: null, open_cap: 10, accepts_sources: ['phone'] })
})

test('of two who change the same setting the second is told, and both win where they changed different ones', async () => {
  const ada = await admin()
  const { id, version } = await onList(ada, 'Ann')
  await ada.call(save, { params: { id }, body: { version, daily_cap: 5 } })

  const { data } = await ada.call(save, { params: { id }, body: { version, daily_cap: null, open_cap: 7 } })
  expect(data).toMatchObject({ daily_cap: 5, open_cap: 7 })

  const refused = await ada.call(save, { params: { id }, body: { version, daily_cap: 6 } }).catch((error) => error)
  expect(refused.message).toMatch(/^409 Someone else has changed the settings of Ann/)
  expect(refused.failure).toMatchObject({ code: 'version_conflict', details: { fields: ['daily_cap'], current: data } })
  expect(await stored(ada, id)).toEqual(data)
})

test('what is no setting is refused by its name, and nothing is stored', async () => {
  const ada = await admin()
  const entry = await onList(ada, 'Ann')
  const bad: [string, object][] = [
    ['daily_cap', { daily_cap: 0 }],
    ['daily_cap', { daily_cap: 1.5 }],
    ['open_cap', { open_cap: 10_001 }],
    ['weight', { weight: 5.25 }],
    ['accepts_countries', { accepts_countries: ['Atlantis'] }],
    ['accepts_sources', { accepts_sources: ['rumour'] }],
    ['accepts_categories', { accepts_categories: ['   '] }],
    ['away_until', { away_until: '2027-02-30' }],
  ]
  for (const [field, body] of bad) {
    const { status, json } = await ada.send('PUT', `/marketing/qa_autoassign_settings/${entry.id}`, {
      weight: 3,
      ...body,
    })
    expect([field, status, json.errors?.[0]?.field]).toEqual([field, 400, expect.stringContaining(field)])
  }
  expect(await stored(ada, entry.id)).toEqual(entry)
})

test('a change of settings is in the history, and its undo puts them back without touching the tally', async () => {
  const ada = await admin()
  const { id } = await onList(ada, 'Ann')
  await app.sql(ada.companyId, 'update assignment_entries set expected = 2.5, received = 1 where id = $1', [id])
  await ada.call(save, { params: { id }, body: { open_cap: 7, accepts_countries: ['DE'] } })
  const [change] = await app.sql(
    ada.companyId,
    `select change_set, fields from changes where entity = 'assignment_entries' and entity_id = $1 order by id desc limit 1`,
    [id],
  )
  expect(change.fields).toEqual({ open_cap: [null, 7], accepts_countries: [[], ['DE']] })

  await ada.call(changes.undo, { body: { changeSet: change.change_set } })

  expect(await stored(ada, id)).toMatchObject({ open_cap: null, accepts_countries: [] })
  expect(await app.sql(ada.companyId, 'select expected, received from assignment_entries where id = $1', [id])).toEqual(
    [{ expected: 2.5, received: 1 }],
  )
})

test('settings need the key of their own list, and another company neither sees nor changes them', async () => {
  const ada = await admin()
  const eve = await admin()
  const ann = await onList(ada, 'Ann')
  const clerk = await app.signIn({ colleagueOf: ada, can: ['salesrep_auto_assign_update'] })

  await expect(clerk.call(save, { params: { id: ann.id }, body: { open_cap: 1 } })).rejects.toThrow(
    '403 You need the permission qa_auto_assign_set_status',
  )
  await expect(clerk.call(autoAssignSales.save, { params: { id: ann.id }, body: { open_cap: 1 } })).rejects.toThrow(
    '404 Person on the list not found',
  )
  await expect(eve.call(save, { params: { id: ann.id }, body: { open_cap: 1 } })).rejects.toThrow(
    '404 Person on the list not found',
  )
  expect(await stored(ada, ann.id)).toEqual(ann)
})

test('the two lists keep settings of their own for the same person, and the old calls leave them alone', async () => {
  const ada = await admin()
  const qa = await onList(ada, 'Ann')
  const { data: sales } = await ada.call(autoAssignSales.add, { body: { sid: qa.sid } })
  await ada.call(autoAssignSales.save, { params: { id: sales.id }, body: { open_cap: 3 } })

  const { data } = await ada.call(setStatus, { params: { id: qa.id }, body: { status: 'paused' } })

  expect(data).toMatchObject({ open_cap: null, status: 'paused' })
})

test('the categories to choose from are those of the company’s own catalogue, each once', async () => {
  const ada = await admin()
  const eve = await admin()
  await putProducts(
    app,
    ada,
    { code: 'A', name: 'Hose', category: 'Hoses' },
    { code: 'B', name: 'Long hose', category: 'Hoses' },
    { code: 'C', name: 'Pump', category: 'Pumps' },
  )

  expect((await ada.call(lookups.productCategories, {})).data).toEqual(['Hoses', 'Pumps'])
  expect((await eve.call(lookups.productCategories, {})).data).toEqual([])
})

test('what each person was given stands beside their share day by day, for who may see the list', async () => {
  const ada = await admin()
  const eve = await admin()
  const ann = await onList(ada, 'Ann')
  const ben = await onList(ada, 'Ben')
  await app.sql(
    ada.companyId,
    `insert into assignment_days (company_id, list, staff_id, day, received, gifts, share)
     select $1, list, $2, (now() at time zone 'UTC')::date - ago, received, gifts, share
     from (values ('qa', 0, 3, 1, 2.5), ('qa', 27, 4, 0, 4.125), ('qa', 28, 9, 0, 9), ('sales', 0, 7, 0, 7)) as d (list, ago, received, gifts, share)`,
    [ada.companyId, ann.sid],
  )

  const { data } = await ada.call(autoAssignQa.days, { params: { id: ann.id } })

  expect(data).toEqual([
    { day: inDays(0), received: 3, gifts: 1, fair_share: 2.5 },
    { day: inDays(-27), received: 4, gifts: 0, fair_share: 4.13 },
  ])
  expect((await ada.call(autoAssignQa.days, { params: { id: ben.id } })).data).toEqual([])
  await expect(eve.call(autoAssignQa.days, { params: { id: ann.id } })).rejects.toThrow(
    '404 Person on the list not found',
  )
})
