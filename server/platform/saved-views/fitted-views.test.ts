import { afterAll, expect, test } from 'vitest'
import { bulk } from '#contract/leads/bulk.ts'
import { savedViews } from '#contract/platform/saved-views.ts'
import { startTestApp, type TestPerson } from '#server/test/app.ts'
import { createLead } from '#server/leads/intake/intake.ts'

const app = await startTestApp()
afterAll(() => app.stop())

const SCREEN = 'marketing-marketing-leads-list'
/** As an earlier version of the product has stored it. */
const stored = async ({ companyId, id }: TestPerson, name: string, params: object, columns: string[] | null = null) =>
  app.sql(
    companyId,
    'insert into saved_views (company_id, owner_id, screen, name, params, columns) values ($1, $2, $3, $4, $5, $6)',
    [companyId, id, SCREEN, name, JSON.stringify(params), columns],
  )
const seenBy = async (person: TestPerson) => (await person.call(savedViews.list, {})).data

test('a stored view that no longer fits loads with what fits, and says what was left out', async () => {
  const [ada, eve] = [await app.signIn(), await app.signIn()]
  await stored(ada, 'Fits', { status: ['new'], from_date: ['today-6'] }, ['utm'])
  await stored(
    ada,
    'Old',
    { status: ['new', 'archived'], colour: ['red'], sort: ['spam_signals'], order: ['asc'], search: ['pump'] },
    ['utm', 'fax'],
  )
  await stored(ada, 'Turned', { status: ['new'], from_date: ['today'], to_date: ['today-6'] })
  await stored(eve, 'Hers', { colour: ['red'] })

  const { views } = await seenBy(ada)

  expect(views.map(({ name, params, columns, left_out }) => ({ name, params, columns, left_out }))).toEqual([
    { name: 'Fits', params: { status: ['new'], from_date: ['today-6'] }, columns: ['utm'], left_out: [] },
    {
      name: 'Old',
      params: { status: ['new'], order: ['asc'], search: ['pump'] },
      columns: ['utm'],
      left_out: expect.arrayContaining([
        { part: 'filter', name: 'status', value: 'archived' },
        { part: 'filter', name: 'colour', value: null },
        { part: 'sort', name: 'sort', value: 'spam_signals' },
        { part: 'column', name: 'fax', value: null },
      ]),
    },
    {
      name: 'Turned',
      params: { status: ['new'] },
      columns: null,
      left_out: [
        { part: 'filter', name: 'from_date', value: null },
        { part: 'filter', name: 'to_date', value: null },
      ],
    },
  ])
  expect(views[1]?.left_out).toHaveLength(4)
  expect((await seenBy(eve)).views).toMatchObject([{ name: 'Hers', params: {}, left_out: [{ name: 'colour' }] }])
  // It is stored as it was until somebody saves it.
  expect(await app.sql(ada.companyId, `select columns from saved_views where name = 'Old'`)).toEqual([
    { columns: ['utm', 'fax'] },
  ])
})

test('a view that is saved again fits, and columns that a person chose before are those that the list has', async () => {
  const ada = await app.signIn()
  await stored(ada, 'Old', { colour: ['red'] }, ['fax'])
  await app.sql(
    ada.companyId,
    `insert into list_preferences (company_id, person_id, screen, columns) values ($1, $2, $3, '{fax,utm}')`,
    [ada.companyId, ada.id, SCREEN],
  )
  const before = await seenBy(ada)
  expect(before.preferences).toMatchObject([{ columns: ['utm'] }])

  const [{ id, params, columns }] = before.views as [(typeof before.views)[number]]
  const { data } = await ada.call(savedViews.update, { params: { id }, body: { params, columns } })

  expect(data).toMatchObject({ params: {}, columns: [], left_out: [] })
})

test.each([
  ['filter.colour', { colour: ['red'] }],
  ['filter.status.0', { status: ['archived'] }],
  ['sort', { sort: 'spam_signals' }],
])('a selection by a filter with an unknown %s is refused, and selects nothing', async (field, filter) => {
  const ada = await app.signIn({ can: ['marketing_leads_list'] })
  const by = { kind: 'system', channel: 'api', act: 'test' } as const
  await app.services.tenants.write(ada.companyId, by, (tenant) =>
    createLead(tenant, { name: 'Ann', email: 'ann@mill.example' }, { source: 'api' }),
  )

  const refused = await ada.send('POST', bulk.select.path, { list: 'marketing', filter })

  expect([refused.status, refused.json.errors?.[0]?.field]).toEqual([400, field])
  expect(await app.sql(ada.companyId, 'select from selections where company_id = $1', [ada.companyId])).toEqual([])
  const { data } = await ada.call(bulk.select, { body: { list: 'marketing', filter: { page: 1, status: ['new'] } } })
  expect(data.count).toBe(1)
})
