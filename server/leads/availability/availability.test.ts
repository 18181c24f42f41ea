import { afterAll, expect, test } from 'vitest'
import { autoAssignQa } from '#contract/leads/auto-assign-qa.ts'
import { autoAssignSales } from '#contract/leads/auto-assign-sales.ts'
import { availability } from '#contract/leads/availability.ts'
import { startTestApp, type TestPerson } from '#server/test/app.ts'

const { mine, setAway } = availability
const app = await startTestApp()
afterAll(() => app.stop())

const admin = () =>
  app.signIn({
    can: ['qa_auto_assign_list', 'qa_auto_assign_add', 'salesrep_auto_assign_list', 'salesrep_auto_assign_add'],
  })
const onBoth = async (ada: TestPerson, name: string) => {
  const person = await app.signIn({
    colleagueOf: ada,
    name,
    can: ['assigned_leads_list', 'assigned_leads_edit_status', 'valid_leads_list'],
  })
  await ada.call(autoAssignQa.add, { body: { sid: person.id } })
  await ada.call(autoAssignSales.add, { body: { sid: person.id } })
  return person
}
const awayOf = (ada: TestPerson) =>
  app.sql(
    ada.companyId,
    'select staff_id, list, away_until::text from assignment_entries where company_id = $1 order by 1, 2',
    [ada.companyId],
  )
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

test('a person without any right over the lists says until when they are away, on each list and for themselves alone', async () => {
  const [ada, eve] = [await admin(), await admin()]
  const [ann, ben] = [await onBoth(ada, 'Ann'), await onBoth(ada, 'Ben')]
  const zoe = await onBoth(eve, 'Zoe')
  expect((await ann.call(mine, {})).data).toEqual({ lists: ['qa', 'sales'], away_until: null })
  await app.owner.query('delete from identity.due where company_id = $1', [ada.companyId])

  const { data } = await ann.call(setAway, { body: { away_until: inDays(4) } })

  expect(data).toEqual({ lists: ['qa', 'sales'], away_until: inDays(4) })
  expect(await awayOf(ada)).toEqual([
    { staff_id: ann.id, list: 'qa', away_until: inDays(4) },
    { staff_id: ann.id, list: 'sales', away_until: inDays(4) },
    { staff_id: ben.id, list: 'qa', away_until: null },
    { staff_id: ben.id, list: 'sales', away_until: null },
  ])
  expect((await awayOf(eve)).map(({ away_until }) => away_until)).toEqual([null, null])
  expect((await zoe.call(mine, {})).data.away_until).toBeNull()
  expect((await ada.call(autoAssignQa.list, { query: { search: 'ann' } })).data[0]).toMatchObject({
    state: 'away',
    away_until: inDays(4),
  })

  expect((await ann.call(setAway, { body: { away_until: null } })).data.away_until).toBeNull()
  const { rowCount } = await app.owner.query(`select from identity.due where company_id = $1 and kind = 'assign'`, [
    ada.companyId,
  ])
  expect(rowCount).toBe(2)
  const told = await app.sql(
    ada.companyId,
    `select actor_id, fields from changes where act = 'availability.setAway' and company_id = $1 order by id`,
    [ada.companyId],
  )
  expect(told).toEqual([
    { actor_id: ann.id, fields: { away_until: [null, inDays(4)] } },
    { actor_id: ann.id, fields: { away_until: [null, inDays(4)] } },
    { actor_id: ann.id, fields: { away_until: [inDays(4), null] } },
    { actor_id: ann.id, fields: { away_until: [inDays(4), null] } },
  ])
})

test('a day that has come is no absence any more', async () => {
  const ada = await admin()
  const ann = await onBoth(ada, 'Ann')

  const { data } = await ann.call(setAway, { body: { away_until: inDays(0) } })

  expect(data.away_until).toBeNull()
  expect((await ada.call(autoAssignQa.list, { query: {} })).data[0]).toMatchObject({ state: 'available' })
})

test('whoever is on no list is told so, and what is no day is refused', async () => {
  const ada = await admin()
  const ann = await onBoth(ada, 'Ann')

  expect((await ada.call(mine, {})).data).toEqual({ lists: [], away_until: null })
  await expect(ada.call(setAway, { body: { away_until: inDays(2) } })).rejects.toThrow(
    '409 You are not on an assignment list',
  )
  await expect(ann.call(setAway, { body: { away_until: '2027-02-30' } })).rejects.toThrow(
    '400 away_until is not a valid date',
  )
  expect((await awayOf(ada)).every(({ away_until }) => away_until === null)).toBe(true)
})
