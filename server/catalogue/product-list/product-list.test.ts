import { afterAll, expect, test } from 'vitest'
import { productList } from '#contract/catalogue/product-list.ts'
import { lookups } from '#contract/leads/lookups.ts'
import { marketingLeads } from '#contract/leads/marketing-leads.ts'
import { PRODUCT_LIST } from '#server/catalogue/master-products/filter.ts'
import { foldDemand } from '#server/catalogue/product-demand/fold.ts'
import { checkCounts } from '#server/platform/counted-lists/check.ts'
import { startTestApp, type TestPerson } from '#server/test/app.ts'
import { putLead } from '#server/test/journey.ts'
import { putLine, putProduct } from '#server/test/products.ts'

const app = await startTestApp()
afterAll(() => app.stop())

const KEYS = ['products_list', 'marketing_leads_list'] as const
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()

const company = async () => {
  const person = await app.signIn({ can: KEYS })
  const put = (code: string, name: string, more = {}) => putProduct(app, person, code, name, more)
  return {
    ...person,
    pump: await put('P-1', 'Peristaltic pump', { category: 'Pumps' }),
    hose: await put('H-1', 'Hose', { category: 'Hoses', discoverable: false }),
    valve: await put('V-1', 'Ball valve', { category: 'Valves' }),
    gone: await put('G-1', 'Gone', { deleted_at: daysAgo(1) }),
  }
}
const ask = async (person: TestPerson, product: number, times: number, status = 'new', days = 3) => {
  for (let at = 0; at < times; at++) {
    const owner = status === 'new' ? {} : { assigned_qa: person.id }
    const lead = await putLead(app, person, { status, created_at: daysAgo(days), ...owner }, [])
    await putLine(app, person, lead, product)
  }
}
const found = async (person: TestPerson, query = {}) => {
  const { data, pagination } = await person.call(productList.list, { query })
  return { names: data.map(({ name }) => name), total: pagination.total }
}

test('products are listed by what people ask for, and every number opens exactly its leads', async () => {
  const ada = await company()
  const eve = await company()
  await ask(ada, ada.hose, 4)
  await ask(ada, ada.pump, 9, 'valid', 40)
  await ask(ada, ada.pump, 3, 'invalid')
  await ask(eve, eve.valve, 1)
  for (const { companyId } of [ada, eve]) await foldDemand(app.services.tenants, companyId)

  const { data, pagination } = await ada.call(productList.list, { query: {} })

  expect(pagination.total).toBe(3)
  expect(data.map(({ name }) => name)).toEqual(['Peristaltic pump', 'Hose', 'Ball valve'])
  expect(data[0]).toMatchObject({ leads_30: 3, leads_90: 12, valid_90: 9, decided_90: 12, valid_rate: 0.75 })
  expect(data[1]).toMatchObject({ leads_30: 4, leads_90: 4, valid_rate: null, discoverable: false })
  expect(data[2]).toMatchObject({ leads_90: 0, last_lead_at: null })
  for (const { id, leads_30, leads_90, valid_90, decided_90 } of data)
    for (const [count, query] of [
      [leads_30, { asked_in: '30' }],
      [leads_90, { asked_in: '90' }],
      [valid_90, { asked_in: '90', status: ['valid'] }],
      [decided_90, { asked_in: '90', status: ['valid', 'invalid'] }],
    ] as const) {
      const leads = await ada.call(marketingLeads.list, { query: { ...query, product: [id] } as never })
      expect([id, query, leads.pagination.total]).toEqual([id, query, count])
    }
  expect((await found(eve)).names).toEqual(['Ball valve', 'Hose', 'Peristaltic pump'])
})

test('the list is filtered, searched and sorted, with exact totals', async () => {
  const ada = await company()
  await ask(ada, ada.hose, 3)
  await ask(ada, ada.pump, 1, 'new', 100)
  await app.sql(
    ada.companyId,
    `insert into product_synonyms (company_id, key, text, product_id) values ($1, 'kugelhahn', 'Kugelhahn', $2)`,
    [ada.companyId, ada.valve],
  )
  await foldDemand(app.services.tenants, ada.companyId)

  for (const [query, names] of [
    [{ category: ['Pumps', 'Valves'] }, ['Ball valve', 'Peristaltic pump']],
    [{ discoverable: 'no' }, ['Hose']],
    [{ discoverable: 'no', demand_from: 3 }, ['Hose']],
    [{ demand_from: 4 }, []],
    [{ discoverable: 'yes', not_asked_in: '180' }, ['Ball valve']],
    [{ not_asked_in: '90', sort: 'name', order: 'asc' }, ['Ball valve', 'Peristaltic pump']],
    [{ search: 'kugel' }, ['Ball valve']],
    [{ search: 'P-' }, ['Peristaltic pump']],
    [{ search: 'pump' }, ['Peristaltic pump']],
    [{ from_date: daysAgo(10).slice(0, 10) }, ['Hose']],
    [{ sort: 'code', order: 'desc' }, ['Ball valve', 'Peristaltic pump', 'Hose']],
    [{ sort: 'last_lead_at' }, ['Hose', 'Peristaltic pump', 'Ball valve']],
    [{ sort: 'category', order: 'asc', pageSize: 2 }, ['Hose', 'Peristaltic pump']],
  ] as const)
    expect([query, await found(ada, query)]).toEqual([query, { names, total: 'pageSize' in query ? 3 : names.length }])
  await expect(ada.call(productList.list, { query: { sort: 'brand' } })).rejects.toThrow('400')
  await expect(ada.call(productList.list, { query: { from_date: '2026-02-30' } })).rejects.toThrow('400')

  await app.sql(
    ada.companyId,
    `update products set category_id = (select category_id from products where company_id = $1 and name = 'Ball valve') where company_id = $1 and id = $2`,
    [ada.companyId, ada.pump],
  )
  expect((await found(ada, { category: ['Pumps', 'Valves'] })).total).toBe(2)
  expect((await found(ada, { category: ['Valves'] })).total).toBe(2)
  await app.sql(ada.companyId, `update products set deleted_at = now() where company_id = $1 and id = $2`, [
    ada.companyId,
    ada.pump,
  ])
  expect((await found(ada)).total).toBe(2)
  expect(await checkCounts(app.services.tenants, ada.companyId, PRODUCT_LIST)).toMatchObject({ drifts: [] })
})

test('one product is shown with where its leads come from and how much they ask for', async () => {
  const ada = await company()
  const eve = await company()
  for (const quantity of [1, 5, 5, 6, 7, 80]) {
    const lead = await putLead(app, ada, { status: 'valid', assigned_qa: ada.id, created_at: daysAgo(1) }, [])
    await putLine(app, ada, lead, ada.pump, quantity)
  }
  await foldDemand(app.services.tenants, ada.companyId)

  const { data } = await ada.call(productList.one, { params: { id: ada.pump } })

  expect(data).toMatchObject({
    name: 'Peristaltic pump',
    leads_90: 6,
    synonyms: [],
    countries: [{ country: 'PK', leads: 6 }],
    usual: { from: 1, to: 80 },
  })
  expect(data.weeks.at(-1)).toBe(6)
  await expect(eve.call(productList.one, { params: { id: ada.pump } })).rejects.toThrow('404 Product not found')
  await expect(ada.call(productList.one, { params: { id: ada.gone } })).rejects.toThrow('404 Product not found')
})

test('people who see the list may search products as before, page by page, and others may not see it', async () => {
  const ada = await app.signIn({ can: ['products_list'] })
  const none = await app.signIn({ can: ['marketing_leads_list'], colleagueOf: ada })
  const hidden = await putProduct(app, ada, 'P-0', 'Pump 0', { discoverable: false })
  for (const no of [1, 2, 3]) await putProduct(app, ada, `P-${no}`, `Pump ${no}`)

  const { data, pagination } = await ada.call(lookups.products, { query: { search: 'pump', page: 2, pageSize: 2 } })
  expect([data.map(({ name }) => name), pagination.total]).toEqual([['Pump 3'], 3])
  expect((await ada.call(lookups.products, { query: { product_ids: [hidden] } })).data).toHaveLength(1)
  expect((await ada.call(lookups.autoProductSearch, { query: { search_keyword: 'pump' } })).data).toHaveLength(3)
  await expect(none.call(productList.list, { query: {} })).rejects.toThrow('403')
})
