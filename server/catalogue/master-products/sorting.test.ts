import { afterAll, expect, test } from 'vitest'
import { masterProducts, type ProductChange } from '#contract/catalogue/master-products.ts'
import { productBulk } from '#contract/catalogue/product-bulk.ts'
import type { QueryOf } from '#contract/kit/endpoint.ts'
import { savedViews } from '#contract/platform/saved-views.ts'
import { startTestApp, type TestPerson } from '#server/test/app.ts'
import { CATALOGUE_KEYS, makeCategory } from '#server/test/catalogue.ts'
import { refusal } from '#server/test/journey.ts'

const app = await startTestApp()
afterAll(() => app.stop())

type Query = QueryOf<typeof masterProducts.list>

/** Four products with values in several units, and one without any. */
const withValues = async (name: string) => {
  const person = await app.signIn({ can: CATALOGUE_KEYS, name })
  const category = await makeCategory(app, person.companyId, 'Valves', [
    { code: 'pressure', label: 'Pressure', type: 'quantity', family: 'pressure', units: ['bar', '[psi]', 'kPa'] },
    { code: 'span', label: 'Span', type: 'range', family: 'temperature', units: ['Cel'] },
    { code: 'weight', label: 'Weight', type: 'number', required: true },
    { code: 'finish', label: 'Finish' },
    { code: 'material', label: 'Material', type: 'option', options: ['Zinc', 'brass', 'Steel'] },
    { code: 'uses', label: 'Uses', type: 'options', options: ['Food'] },
    { code: 'tested', label: 'Tested', type: 'date' },
    { code: 'food', label: 'Food safe', type: 'boolean' },
  ])
  const add = async (code: string, attributes: ProductChange['attributes'] = {}) =>
    (
      await person.call(masterProducts.add, {
        body: { name: `Valve ${code}`, code, category_id: category.id, attributes },
      })
    ).data.id
  const bar = (value: string) => ({ value, unit: 'bar' })
  await add('A', {
    pressure: bar('10'),
    weight: '9',
    finish: 'Özel',
    material: 'zinc',
    food: true,
    tested: '2026-02-01',
  })
  await add('B')
  await add('C', {
    pressure: { value: '200', unit: '[psi]' },
    weight: '10',
    finish: 'zebra',
    material: 'brass',
    food: false,
  })
  await add('D', { pressure: { value: '900', unit: 'kPa' }, finish: 'Oak', span: { min: null, max: '5', unit: 'Cel' } })
  await add('E', {
    pressure: bar('10.0'),
    weight: '-2',
    finish: 'oak',
    span: { min: '-3', max: '5', unit: 'Cel' },
    tested: '2025-12-31',
  })
  return person
}

const codes = async (person: TestPerson, query: Query) =>
  (await person.call(masterProducts.list, { query })).data.map(({ code }) => code).join('')

test('the list is sorted by any attribute: amounts by their base unit, words as words, empty ones last, ties by id', async () => {
  const ada = await withValues('Ada')
  await withValues('Bob')
  const both = async (sort: string) => [
    await codes(ada, { sort, order: 'asc' }),
    await codes(ada, { sort, order: 'desc' }),
  ]

  expect(await both('attr:pressure')).toEqual(['DAECB', 'CEADB'])
  expect(await both('attr:weight')).toEqual(['EACBD', 'CAEDB'])
  expect(await both('attr:finish')).toEqual(['EDACB', 'CADEB'])
  expect(await both('attr:span')).toEqual(['DEABC', 'EDCBA'])
  expect(await both('attr:material')).toEqual(['CABDE', 'ACEDB'])
  expect(await both('attr:tested')).toEqual(['EABCD', 'AEDCB'])
  expect(await both('attr:food')).toEqual(['CABDE', 'ACEDB'])

  // Page by page, narrowed, searched and selected it is the same order.
  const sort = 'attr:pressure'
  expect(await codes(ada, { sort, pageSize: 2 })).toBe('DA')
  expect(await codes(ada, { sort, pageSize: 2, page: 2 })).toBe('EC')
  expect(await codes(ada, { sort, pageSize: 2, page: 3 })).toBe('B')
  expect(await codes(ada, { sort, order: 'desc', pageSize: 3, page: 2 })).toBe('DB')
  expect(await codes(ada, { sort, attr: ['weight:gte:-2'] })).toBe('AEC')
  expect(await codes(ada, { sort, search: 'valve' })).toBe('DAECB')
  const { data } = await ada.call(productBulk.select, { body: { filter: { sort, order: 'desc' } } })
  const [selected] = await app.sql(
    ada.companyId,
    `select string_agg(p.code, '' order by s.at) as codes from selection_rows r cross join unnest(r.ids) with ordinality s (id, at)
     join products p on p.company_id = r.company_id and p.id = s.id where r.company_id = $1 and r.selection_id = $2`,
    [ada.companyId, data.id],
  )
  expect(selected).toEqual({ codes: 'CEADB' })
})

test('the list is sorted by what is missing and by who asks; a product nobody asks for comes last', async () => {
  const ada = await withValues('Ada')
  const bob = await withValues('Bob')
  for (const { companyId } of [ada, bob])
    await app.sql(
      companyId,
      `update product_demand d set asked_90 = w.n90, asked_30 = w.n30
       from products p join (values ('A', 4, 0), ('C', 9, 2), ('E', 4, 3)) w (code, n90, n30) on w.code = p.code
       where p.company_id = $1 and d.company_id = p.company_id and d.product_id = p.id`,
      [companyId],
    )

  expect(await codes(ada, { sort: 'leads_90', order: 'desc' })).toBe('CEADB')
  expect(await codes(ada, { sort: 'leads_30', order: 'desc' })).toBe('ECDBA')
  expect(await codes(ada, { sort: 'leads_30' })).toBe('ABDCE')
  expect(await codes(ada, { sort: 'missing_count', order: 'desc' })).toBe('DBECA')
  expect(await codes(ada, { sort: 'missing_count' })).toBe('ACEBD')
})

test('a page has the values that were asked for in words, of its own company alone', async () => {
  const ada = await withValues('Ada')
  const bob = await withValues('Bob')
  await makeCategory(app, bob.companyId, 'Pumps', [{ code: 'secret' }])
  const list = (query: Query) => ada.call(masterProducts.list, { query: { sort: 'code', ...query } })

  const { data } = await list({ values: ['pressure', 'material', 'food', 'span'] })
  expect(data.map(({ values }) => values)).toEqual([
    { pressure: '10 bar', material: 'Zinc', food: 'Yes' },
    {},
    { pressure: '200 psi', material: 'brass', food: 'No' },
    { pressure: '900 kPa', span: 'up to 5 °C' },
    { pressure: '10 bar', span: '−3 to 5 °C' },
  ])
  expect((await list({})).data.every(({ values }) => Object.keys(values).length === 0)).toBe(true)
  expect(await refusal(list({ values: ['secret'] }))).toMatchObject({
    message: 'There is no attribute secret.',
    errors: [{ field: 'values' }],
  })
  await expect(list({ values: Array.from({ length: 9 }, (_, n) => `a${n}`) })).rejects.toThrow(/^400/)
})

test('what has no order is refused with its name, in the list, in a selection and in a saved view', async () => {
  const ada = await withValues('Ada')
  const bob = await withValues('Bob')
  await makeCategory(app, bob.companyId, 'Pumps', [{ code: 'secret' }])
  const sorted = (sort: string) => refusal(ada.call(masterProducts.list, { query: { sort } }))

  expect(await sorted('attr:uses')).toMatchObject({
    message: 'The list can’t be sorted by Uses.',
    errors: [{ field: 'sort' }],
  })
  for (const sort of ['attr:secret', 'attr:nothing', `attr:${'a'.repeat(40)}`])
    expect((await sorted(sort)).message).toBe(
      `The list can’t be sorted by ${sort.slice(5)}: there is no such attribute.`,
    )
  for (const sort of ['price', 'attr:', "attr:x'--", 'attr:Pressure'])
    expect((await sorted(sort)).message).toMatch(/^The list can’t be sorted by this. Choose one of: last_change, /)
  await expect(ada.call(productBulk.select, { body: { filter: { sort: 'attr:uses' } } })).rejects.toThrow(
    '400 The list can’t be sorted by Uses.',
  )

  const save = (sort: string) =>
    ada.call(savedViews.add, {
      body: { screen: 'marketing-master-products', name: sort, params: { sort: [sort] }, columns: ['attr:pressure'] },
    })
  expect((await save('attr:pressure')).data).toMatchObject({
    params: { sort: ['attr:pressure'] },
    columns: ['attr:pressure'],
  })
  await expect(save('attr:')).rejects.toThrow(/^400 The list cannot be sorted by this/)
})

test('a word that most products have is found page by page in any order, synonyms too, with its exact total', async () => {
  const ada = await withValues('Ada')
  const bob = await withValues('Bob')
  for (const { companyId } of [ada, bob])
    await app.sql(
      companyId,
      `insert into products (company_id, code, name) select $1, 'P-' || lpad(n::text, 2, '0'), case when n = 7 then 'Pump' else 'Valve ' || n end
       from generate_series(1, 40) n`,
      [companyId],
    )
  await app.sql(
    ada.companyId,
    `insert into product_synonyms (company_id, key, text, product_id, source)
     select company_id, 'old valve', 'Old valve', id, 'manual' from products where company_id = $1 and code = 'P-07'`,
    [ada.companyId],
  )
  const page = async (query: Query) => {
    const { data, pagination } = await ada.call(masterProducts.list, {
      query: { pageSize: 3, search: 'VALVE', ...query },
    })
    return [data.map(({ code }) => code).join(' '), pagination.total]
  }

  expect(await page({ sort: 'code' })).toEqual(['A B C', 45])
  expect(await page({ sort: 'code', page: 4 })).toEqual(['P-05 P-06 P-07', 45])
  expect(await page({ sort: 'code', order: 'desc', page: 15 })).toEqual(['C B A', 45])
  expect(await page({ sort: 'attr:pressure' })).toEqual(['D A E', 45])
  expect(await page({ sort: 'attr:pressure', page: 2 })).toEqual(['C B P-01', 45])
  expect(await page({ sort: 'attr:material' })).toEqual(['C A B', 45])
  expect(await page({ sort: 'category', category: ['none'], order: 'desc' })).toEqual(['P-40 P-39 P-38', 40])
  expect(await page({ sort: 'leads_90', category: ['none'] })).toEqual(['P-01 P-02 P-03', 40])
  expect(await page({ search: 'p-', sort: 'code', order: 'desc' })).toEqual(['P-40 P-39 P-38', 40])
  expect(await page({ search: 'old valve' })).toEqual(['P-07', 1])
  expect(await page({ search: 'nothing of this' })).toEqual(['', 0])
})
