import { afterAll, expect, test } from 'vitest'
import { unknownProducts } from '#contract/catalogue/unknown-products.ts'
import { addLead } from '#contract/leads/add-lead.ts'
import { lookups } from '#contract/leads/lookups.ts'
import { marketingLeads } from '#contract/leads/marketing-leads.ts'
import { changes } from '#contract/platform/changes.ts'
import { jobs } from '#contract/platform/jobs.ts'
import { checkDemand } from '#server/catalogue/product-demand/check.ts'
import { foldDemand } from '#server/catalogue/product-demand/fold.ts'
import { startTestApp, type TestPerson } from '#server/test/app.ts'
import { putLead } from '#server/test/journey.ts'
import { ENQUIRY, openForm, workOff } from '#server/test/leads.ts'
import { putLine, putProduct } from '#server/test/products.ts'
import { mapKnownNames } from './map.ts'

const app = await startTestApp()
afterAll(() => app.stop())
const { tenants } = app.services

const KEYS = [
  'products_list',
  'master_products_edit',
  'marketing_leads_list',
  'marketing_leads_add',
  'activity_logs_view',
] as const
const PUMP = 'Peristaltic pump, 0–600 ml/min'

const company = async () => {
  const person = await app.signIn({ can: KEYS })
  return {
    ...person,
    pump: await putProduct(app, person, 'PP-0060', PUMP),
    valve: await putProduct(app, person, 'HP-2001', 'Ball valve DN25, stainless'),
    hose: await putProduct(app, person, 'HP-1001', 'Braided hose'),
  }
}
const ask = (person: TestPerson, name: string, lead = {}) =>
  putLead(app, person, lead, [{ product_name: name, quantity: 2 }])
const fold = ({ companyId }: TestPerson) => foldDemand(tenants, companyId)
const names = async (person: TestPerson, query = {}) => {
  await fold(person)
  return (await person.call(unknownProducts.list, { query })).data
}
const linesOf = async ({ companyId }: TestPerson): Promise<[string, number | null][]> =>
  (
    await app.owner.query(
      'select product_name, product_id::int from lead_items where company_id = $1 order by lead_id, id',
      [companyId],
    )
  ).rows.map(({ product_name, product_id }) => [product_name, product_id])
const newestChange = async (person: TestPerson) => (await person.call(changes.list, { query: {} })).data[0]!

test('names are listed however they are spaced, with what they may mean: a code first, then what is alike, then what is asked beside it', async () => {
  const ada = await company()
  const eve = await company()
  for (const name of ['peristaltic  Pump!', 'Peristaltic pump', 'PP0060 tube']) await ask(ada, name)
  for (let at = 0; at < 2; at++) await putLine(app, ada, await ask(ada, 'zzz'), ada.hose)
  await ask(eve, 'Theirs')

  const listed = await names(ada)

  expect(listed.map(({ asked_90 }) => asked_90)).toEqual([2, 2, 1])
  expect(new Map(listed.map(({ text, asked, asked_90 }) => [text, [asked, asked_90]]))).toEqual(
    new Map([
      ['zzz', [2, 2]],
      ['Peristaltic pump', [2, 2]],
      ['PP0060 tube', [1, 1]],
    ]),
  )
  const by = new Map(listed.map(({ key, suggestions }) => [key, suggestions]))
  expect(by.get('pp0060 tube')![0]).toMatchObject({ product: { id: ada.pump, code: 'PP-0060' }, why: 'code' })
  expect(by.get('peristaltic pump')![0]).toMatchObject({ product: { id: ada.pump }, why: 'alike' })
  expect(by.get('zzz')).toEqual([
    expect.objectContaining({ product: expect.objectContaining({ id: ada.hose }), why: 'seen' }),
  ])
  const { data } = await ada.call(lookups.productSuggestions, { query: { text: 'Peristaltic pump' } })
  expect(data[0]).toMatchObject({ product: { name: PUMP }, why: 'alike' })
  expect((await names(eve)).map(({ text }) => text)).toEqual(['Theirs'])
  expect((await names(ada, { search: 'TUBE' })).map(({ text }) => text)).toEqual(['PP0060 tube'])
})

test('mapping a name changes its lines, is remembered for every way in, and is undone as one act', async () => {
  const ada = await company()
  const eve = await company()
  const before = [
    await ask(ada, 'Peristaltic pump'),
    await ask(ada, 'peristaltic PUMP', { status: 'valid', assigned_qa: ada.id }),
  ]
  await ask(ada, 'Other')
  await ask(eve, 'Peristaltic pump')
  await fold(ada)
  await fold(eve)
  const body = { key: 'peristaltic pump', product_id: ada.pump }

  const dry = await ada.call(unknownProducts.map, { body: { ...body, dryRun: true } })
  expect(dry.data).toMatchObject({ lines: 2, leads: 2, product: PUMP, job: null })
  expect((await linesOf(ada)).every(([, id]) => id === null)).toBe(true)
  await expect(eve.call(unknownProducts.map, { body })).rejects.toThrow('404 Product not found')

  expect((await ada.call(unknownProducts.map, { body })).data).toMatchObject({ lines: 2, leads: 2 })
  expect(await linesOf(ada)).toEqual([
    ['Peristaltic pump', ada.pump],
    ['peristaltic PUMP', ada.pump],
    ['Other', null],
  ])
  expect((await names(ada)).map(({ text }) => text)).toEqual(['Other'])
  await expect(ada.call(unknownProducts.map, { body: { ...body, product_id: ada.valve } })).rejects.toThrow(
    '404 Name not found',
  )

  const form = await openForm(app, ada, 'known-names')
  const products = ['PERISTALTIC pump', 'hp-2001', 'Braided HOSE', 'Unknown thing'].map((product_name) => ({
    product_name,
    quantity: 1,
  }))
  expect((await app.send('POST', form, { ...ENQUIRY, products })).status).toBe(202)
  await ada.call(addLead.add, {
    body: { name: 'By hand', email: 'by@hand.example', source: 'phone', products: [products[0]!] },
  })
  expect((await linesOf(ada)).slice(3)).toEqual([
    ['PERISTALTIC pump', ada.pump],
    ['hp-2001', ada.valve],
    ['Braided HOSE', ada.hose],
    ['Unknown thing', null],
    ['PERISTALTIC pump', ada.pump],
  ])

  const { data: told } = await ada.call(changes.list, { query: {} })
  const mapped = told.find(({ did }) => did === 'Mapped *')!
  expect(mapped).toMatchObject({ not_undoable: null })
  await ada.call(changes.undo, { body: { changeSet: mapped.change_set } })
  expect(await linesOf(ada)).toEqual([
    ['Peristaltic pump', null],
    ['peristaltic PUMP', null],
    ['Other', null],
    ['PERISTALTIC pump', ada.pump],
    ['hp-2001', ada.valve],
    ['Braided HOSE', ada.hose],
    ['Unknown thing', null],
    ['PERISTALTIC pump', ada.pump],
  ])
  expect((await names(ada)).find(({ key }) => key === body.key)).toMatchObject({ asked: 2 })
  expect(await app.sql(ada.companyId, 'select * from product_synonyms where company_id = $1', [ada.companyId])).toEqual(
    [],
  )
  expect(before).toHaveLength(2)
  expect((await linesOf(eve))[0]).toEqual(['Peristaltic pump', null])
  expect(await checkDemand(tenants, ada.companyId)).toMatchObject({ wrong: 0 })
})

test('a name that two products have is nobody’s, and a name that means a product already is refused', async () => {
  const ada = await company()
  await putProduct(app, ada, 'X-1', 'Twin')
  await putProduct(app, ada, 'X-2', 'twin')
  const form = await openForm(app, ada, 'twins')
  await app.send('POST', form, { ...ENQUIRY, products: [{ product_name: 'Twin', quantity: 1 }] })
  expect(await linesOf(ada)).toEqual([['Twin', null]])
  await fold(ada)
  await app.sql(
    ada.companyId,
    `insert into product_synonyms (company_id, key, text, product_id) values ($1, 'twin', 'Twin', $2)`,
    [ada.companyId, ada.valve],
  )

  await expect(ada.call(unknownProducts.map, { body: { key: 'twin', product_id: ada.pump } })).rejects.toThrow(
    '409 “Twin” already means Ball valve DN25, stainless.',
  )
})

test('names are put aside and brought back, and both are undone', async () => {
  const ada = await company()
  const reader = await app.signIn({ can: ['products_list'], colleagueOf: ada })
  await ask(ada, 'Best price')
  const [name] = await names(ada)
  await expect(reader.call(unknownProducts.ignore, { body: { key: name!.key } })).rejects.toThrow('403')
  await expect(ada.call(unknownProducts.ignore, { body: { key: 'nothing' } })).rejects.toThrow('404 Name not found')

  await ada.call(unknownProducts.ignore, { body: { key: name!.key } })
  expect([await names(ada), (await names(ada, { ignored: 'yes' })).map(({ ignored }) => ignored)]).toEqual([[], [true]])
  await ada.call(changes.undo, { body: { changeSet: (await newestChange(ada)).change_set } })
  expect(await names(ada)).toHaveLength(1)
  await ada.call(unknownProducts.ignore, { body: { key: name!.key } })
  await ada.call(unknownProducts.restore, { body: { key: name!.key } })
  expect(await names(ada)).toHaveLength(1)
})

test('a name on very many lines is mapped by a job, and undone with it', async () => {
  const ada = await company()
  await app.sql(
    ada.companyId,
    `with stored as (insert into leads (company_id, name, source) select $1, 'n', 'import' from generate_series(1, 1100) returning id)
     insert into lead_items (company_id, lead_id, product_name, quantity, total_quantity) select $1, id, 'Pump of old', 1, 1 from stored`,
    [ada.companyId],
  )
  await fold(ada)

  const { data } = await ada.call(unknownProducts.map, { body: { key: 'pump of old', product_id: ada.pump } })
  await workOff(app)

  expect((await ada.call(jobs.one, { params: { id: data.job! } })).data).toMatchObject({ state: 'done', done: 1100 })
  const { pagination } = await ada.call(marketingLeads.list, { query: { product: [ada.pump] } })
  expect(pagination.total).toBe(1100)
  const { data: told } = await ada.call(changes.list, { query: {} })
  await ada.call(changes.undo, { body: { changeSet: told.find(({ did }) => did === 'Mapped *')!.change_set } })
  await workOff(app)
  expect((await linesOf(ada)).filter(([, id]) => id !== null)).toEqual([])
})

test('C4: while leads with the name come in, mapping misses none, and undo leaves those that came after', async () => {
  const ada = await company()
  const form = await openForm(app, ada, 'c4')
  for (let at = 0; at < 5; at++) await ask(ada, 'odd pump')
  await fold(ada)
  let sent = 0
  const comeIn = async (count: number) => {
    for (let at = 0; at < count; at++)
      await app.send('POST', form, {
        ...ENQUIRY,
        email: `c4-${++sent}@odd.example`,
        products: [{ product_name: 'Odd pump', quantity: 1 }],
      })
  }

  await Promise.all([
    comeIn(20),
    comeIn(20),
    (async () => {
      await new Promise((resolve) => setTimeout(resolve, 60))
      await ada.call(unknownProducts.map, { body: { key: 'odd pump', product_id: ada.pump } })
    })(),
  ])
  const act = (await ada.call(changes.list, { query: {} })).data.find(({ did }) => did === 'Mapped *')!
  for (let round = 0; round < 2; round++) {
    await fold(ada)
    await mapKnownNames(tenants, ada.companyId)
  }
  const mapped = await linesOf(ada)
  expect(mapped.filter(([, id]) => id !== ada.pump)).toEqual([])
  expect(mapped.length).toBeGreaterThan(5)

  await ada.call(changes.undo, { body: { changeSet: act.change_set } })
  await workOff(app)
  const { rows } = await app.owner.query(
    `select count(*)::int as lines from changes where company_id = $1 and entity = 'lead_items' and change_set = $2 and verb = 'updated'`,
    [ada.companyId, act.change_set],
  )
  expect((await linesOf(ada)).filter(([, id]) => id === null)).toHaveLength(rows[0].lines)
  expect(rows[0].lines).toBeGreaterThanOrEqual(5)
  await fold(ada)
  expect(await checkDemand(tenants, ada.companyId)).toMatchObject({ wrong: 0 })
})
