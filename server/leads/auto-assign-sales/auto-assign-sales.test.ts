import { afterAll, expect, test } from 'vitest'
import { autoAssignSales } from '#contract/leads/auto-assign-sales.ts'
import type { PermissionKey } from '#contract/kit/permissions.ts'
import { startTestApp, type TestPerson } from '#server/test/app.ts'

const { list, add, update, remove } = autoAssignSales
const ALL = [
  'salesrep_auto_assign_list',
  'salesrep_auto_assign_add',
  'salesrep_auto_assign_update',
  'salesrep_auto_assign_delete',
] as const

const app = await startTestApp()
afterAll(() => app.stop())

const admin = () => app.signIn({ can: ALL, name: 'Ada' })
const rep = (of: TestPerson, name: string, can: readonly PermissionKey[] = ['valid_leads_list']) =>
  app.signIn({ colleagueOf: of, name, can })
const put = async (ada: TestPerson, person: TestPerson) => (await ada.call(add, { body: { sid: person.id } })).data
const shown = async (ada: TestPerson, query: object = {}) => (await ada.call(list, { query })).data

test('a sales representative is added, paused, weighted and removed', async () => {
  const ada = await admin()
  const rae = await rep(ada, 'Rae')

  const { id } = await put(ada, rae)
  await expect(put(ada, rae)).rejects.toThrow('409 Rae is already on the list.')
  const { data } = await ada.call(update, { body: { id, status: 'paused', weight: 0.5 } })
  expect(data).toMatchObject({ sid: rae.id, status: 'paused', state: 'paused', weight: 0.5, version: 2 })
  expect(await shown(ada)).toEqual([data])

  await ada.call(remove, { body: { id } })
  expect(await shown(ada)).toEqual([])
  await expect(ada.call(update, { body: { id, status: 'active' } })).rejects.toThrow('404 Person on the list not found')
})

test('whoever cannot see valid leads is not put on the list', async () => {
  const ada = await admin()
  const quinn = await rep(ada, 'Quinn', ['assigned_leads_list', 'assigned_leads_edit_status'])

  await expect(put(ada, quinn)).rejects.toThrow('409 Quinn needs the permission “See v')
})

test('open are the valid leads that are neither won nor lost', async () => {
  const ada = await admin()
  const rae = await rep(ada, 'Rae')
  await put(ada, rae)
  for (const enquiryStatus of ['open', 'quoted', 'won', 'lost', null])
    await app.sql(
      ada.companyId,
      `insert into leads (company_id, name, source, status, enquiry_status, sales_person) values ($1, 'Bob', 'manual', 'valid', $2, $3)`,
      [ada.companyId, enquiryStatus, rae.id],
    )

  expect(await shown(ada)).toMatchObject([{ open: 3, today: 0, received_7d: 0 }])
})

test('the list of representatives is not the list of QA people', async () => {
  const ada = await admin()
  const rae = await rep(ada, 'Rae', ['valid_leads_list', 'assigned_leads_list', 'assigned_leads_edit_status'])
  const [{ id }] = await app.sql(
    ada.companyId,
    `insert into assignment_entries (company_id, list, staff_id) values ($1, 'qa', $2) returning id`,
    [ada.companyId, rae.id],
  )

  expect(await shown(ada)).toEqual([])
  await expect(ada.call(update, { body: { id: Number(id), status: 'paused' } })).rejects.toThrow(
    '404 Person on the list not found',
  )
  await expect(ada.call(remove, { body: { id: Number(id) } })).rejects.toThrow('404 Person on the list not found')
  expect(await put(ada, rae)).toMatchObject({ sid: rae.id })
})

test('the list is searched and narrowed by day under fromDate and toDate', async () => {
  const ada = await admin()
  for (const name of ['Rae', 'Sam']) await put(ada, await rep(ada, name))
  const today = new Date().toISOString().slice(0, 10)
  const ask = async (query: string) => (await ada.send('GET', `/marketing/get_salerep_autoassign_list?${query}`)).json

  expect((await ask('search=sa')).data).toMatchObject([{ name: 'Sam' }])
  expect((await ask(`fromDate=${today}&toDate=${today}&page=1&pageSize=1`)).pagination).toEqual({
    page: 1,
    pageSize: 1,
    total: 2,
    totalPages: 2,
  })
  expect((await ask('toDate=2020-01-01')).data).toEqual([])
  expect((await ask('toDate=yesterday')).errors[0].field).toBe('toDate')
})

test('each call needs its own key', async () => {
  const ada = await admin()
  const rae = await rep(ada, 'Rae')
  const { id } = await put(ada, rae)

  await expect(shown(rae)).rejects.toThrow('403 You need the permission salesrep_auto_assign_list')
  await expect(put(rae, ada)).rejects.toThrow('403 You need the permission salesrep_auto_assign_add')
  await expect(rae.call(update, { body: { id, status: 'paused' } })).rejects.toThrow(
    '403 You need the permission salesrep_auto_assign_update',
  )
  await expect(rae.call(remove, { body: { id } })).rejects.toThrow(
    '403 You need the permission salesrep_auto_assign_delete',
  )
  expect(await shown(ada)).toMatchObject([{ id, status: 'active' }])
})

test('another company neither sees nor changes it', async () => {
  const ada = await admin()
  const eve = await admin()
  const rae = await rep(ada, 'Rae')
  const { id } = await put(ada, rae)

  expect(await shown(eve)).toEqual([])
  await expect(put(eve, rae)).rejects.toThrow('404 Person not found')
  await expect(eve.call(update, { body: { id, status: 'paused' } })).rejects.toThrow('404 Person on the list not found')
  await expect(eve.call(remove, { body: { id } })).rejects.toThrow('404 Person on the list not found')
  expect(await shown(ada)).toMatchObject([{ id, status: 'active' }])
})
