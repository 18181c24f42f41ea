import { afterAll, expect, test } from 'vitest'
import { masterProducts } from '#contract/catalogue/master-products.ts'
import { MOST_NAMES, productNames } from '#contract/catalogue/product-names.ts'
import { changes } from '#contract/platform/changes.ts'
import { foldDemand } from '#server/catalogue/product-demand/fold.ts'
import { startTestApp, type TestPerson } from '#server/test/app.ts'
import { putLead } from '#server/test/journey.ts'
import { putProduct } from '#server/test/products.ts'
import { importProducts, productImporter, revertProducts } from '#server/test/product-imports.ts'
import { workOff } from '#server/test/leads.ts'

const app = await startTestApp()
afterAll(() => app.stop())

const KEYS = ['master_products_view', 'master_products_edit', 'products_list', 'activity_logs_view'] as const

const company = async () => {
  const person = await app.signIn({ can: KEYS })
  return {
    ...person,
    valve: await putProduct(app, person, 'V-1', 'Ball valve'),
    pump: await putProduct(app, person, 'P-1', 'Pump'),
  }
}
const namesOf = async (person: TestPerson, id: number) =>
  (await person.call(productNames.list, { params: { id } })).data.map(({ text }) => text)
const stored = async ({ companyId }: TestPerson) =>
  (
    await app.sql(
      companyId,
      `select s.text || ' of ' || p.code as name from product_synonyms s
       join products p on p.company_id = s.company_id and p.id = s.product_id where s.company_id = $1 order by 1`,
      [companyId],
    )
  ).map(({ name }) => name)
const linesOf = ({ companyId }: TestPerson) =>
  app.sql(companyId, 'select product_name, product_id::int from lead_items where company_id = $1 order by id', [
    companyId,
  ])
const newestChange = async (person: TestPerson) => (await person.call(changes.list, { query: {} })).data[0]!

test('a product is given another name and loses it, both are undone, and other companies know nothing of it', async () => {
  const [ada, eve] = [await company(), await company()]
  await ada.call(productNames.add, { body: { product_id: ada.valve, name: 'Kugelhahn' } })
  await eve.call(productNames.add, { body: { product_id: eve.pump, name: 'Kugelhahn' } })
  expect([await namesOf(ada, ada.valve), await namesOf(ada, ada.pump)]).toEqual([['Kugelhahn'], []])

  await expect(eve.call(productNames.list, { params: { id: ada.valve } })).rejects.toThrow('404 Product not found')
  await expect(eve.call(productNames.add, { body: { product_id: ada.valve, name: 'Theirs' } })).rejects.toThrow(
    '404 Product not found',
  )
  const { id } = (await ada.call(productNames.list, { params: { id: ada.valve } })).data[0]!
  await expect(eve.call(productNames.remove, { params: { id } })).rejects.toThrow('404 Name not found')

  await ada.call(productNames.remove, { params: { id } })
  expect(await stored(ada)).toEqual([])
  await ada.call(changes.undo, { body: { changeSet: (await newestChange(ada)).change_set } })
  expect([await stored(ada), await stored(eve)]).toEqual([['Kugelhahn of V-1'], ['Kugelhahn of P-1']])
})

test('a name that means another product is refused however it is written, and one of a deleted product is free', async () => {
  const ada = await company()
  await ada.call(productNames.add, { body: { product_id: ada.valve, name: 'Kugelhahn DN 25' } })
  for (const name of ['kugelhahn  dn 25', 'KUGELHAHN, DN 25'])
    await expect(ada.call(productNames.add, { body: { product_id: ada.pump, name } })).rejects.toThrow(
      `409 “${name}” already means Ball valve.`,
    )
  await expect(ada.call(productNames.add, { body: { product_id: ada.pump, name: '—' } })).rejects.toThrow(
    '409 “—” has neither letters nor digits.',
  )
  await ada.call(productNames.add, { body: { product_id: ada.valve, name: 'kugelhahn dn 25' } })
  expect(await stored(ada)).toEqual(['Kugelhahn DN 25 of V-1'])

  await ada.call(masterProducts.remove, { body: { id: ada.valve } })
  await ada.call(productNames.add, { body: { product_id: ada.pump, name: 'Kugelhahn DN 25' } })
  expect(await stored(ada)).toEqual(['Kugelhahn DN 25 of P-1'])
})

test('a name that leads ask for is mapped in all of them, as one act', async () => {
  const ada = await company()
  for (const product_name of ['Kugelhahn', 'kugelhahn']) await putLead(app, ada, {}, [{ product_name, quantity: 1 }])
  await foldDemand(app.services.tenants, ada.companyId)

  const { data } = await ada.call(productNames.add, { body: { product_id: ada.valve, name: 'Kugelhahn' } })

  expect(data).toEqual({ leads: 2 })
  expect((await linesOf(ada)).map(({ product_id }) => product_id)).toEqual([ada.valve, ada.valve])
  await ada.call(changes.undo, { body: { changeSet: (await newestChange(ada)).change_set } })
  expect((await linesOf(ada)).map(({ product_id }) => product_id)).toEqual([null, null])
  expect(await stored(ada)).toEqual([])
})

test('a product has so many names and no more', async () => {
  const ada = await company()
  await app.sql(
    ada.companyId,
    `insert into product_synonyms (company_id, key, text, product_id) select $1, 'n' || i, 'N' || i, $2 from generate_series(1, $3::int) i`,
    [ada.companyId, ada.valve, MOST_NAMES],
  )
  await expect(ada.call(productNames.add, { body: { product_id: ada.valve, name: 'One more' } })).rejects.toThrow(
    '409 A product has at most 1,000 other names.',
  )
})

test('a file brings names of new and known products, says which are another’s, and takes its own back', async () => {
  const { person: ada } = await productImporter(app)
  await importProducts(app, ada, 'Code;Name;Also called\nV-1;Ball valve;Kugelhahn')
  const file =
    'Code;Name;Also called\nV-1;Ball valve;Kugelhahn; KH 25 | Kugelventil\nP-1;Pump;"kugelhahn; Pumpe"'.replace(
      'Kugelhahn; KH 25 | Kugelventil',
      '"Kugelhahn; KH 25 | Kugelventil"',
    )

  const done = await importProducts(app, ada, file)

  expect(done).toMatchObject({ counts: { added: 2, noted: 1, rejected: 0 } })
  const all = ['KH 25 of V-1', 'Kugelhahn of V-1', 'Kugelventil of V-1', 'Pumpe of P-1']
  expect(await stored(ada)).toEqual(all)
  expect(await importProducts(app, ada, file)).toMatchObject({ counts: { unchanged: 1, rejected: 0 } })
  expect(await revertProducts(app, ada, done.id)).toMatchObject({ state: 'reverted', kept: 0 })
  await workOff(app)
  expect(await stored(ada)).toEqual(['Kugelhahn of V-1'])
})
