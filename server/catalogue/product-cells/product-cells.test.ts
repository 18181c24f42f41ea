import { afterAll, expect, test } from 'vitest'
import { masterProducts } from '#contract/catalogue/master-products.ts'
import { productCells } from '#contract/catalogue/product-cells.ts'
import { changes } from '#contract/platform/changes.ts'
import { startTestApp, type TestPerson } from '#server/test/app.ts'
import { makeCategory } from '#server/test/catalogue.ts'
import { workOff } from '#server/test/leads.ts'

const app = await startTestApp()
afterAll(() => app.stop())

const KEYS = ['master_products_view', 'master_products_edit', 'activity_logs_view'] as const
const PRESSURE = {
  code: 'pressure',
  label: 'Pressure',
  type: 'quantity',
  family: 'pressure',
  units: ['bar', '[psi]'],
  required: true,
}
const MATERIAL = { code: 'material', label: 'Material', type: 'option', options: ['Brass', 'Steel'] }

/** A person of a company of their own with that many products in one category. */
const withProducts = async (name: string, count: number, texts = 0) => {
  const person = await app.signIn({ can: KEYS, name })
  const more = Array.from({ length: texts }, (_, at) => ({ code: `text_${at}` }))
  const valves = await makeCategory(app, person.companyId, 'Valves', [PRESSURE, MATERIAL, ...more])
  const rows = await app.sql(
    person.companyId,
    `insert into products (company_id, name, code, category_id)
    select $1, 'Valve ' || n, 'HP-' || n, $2 from generate_series(1, $3::int) n returning id, version`,
    [person.companyId, valves.id, count],
  )
  return { person, products: rows as unknown as { id: number; version: number }[] }
}

type Cell = { id: number; version: number; field: string; value: unknown }
const save = async (person: TestPerson, cells: readonly Cell[]) =>
  (await person.call(productCells.save, { body: { cells: cells as never } })).data.rows
const read = async (person: TestPerson, ids: readonly number[], fields: readonly string[]) =>
  (await person.call(productCells.read, { query: { ids: [...ids] } })).data.rows.map((row) => ({
    ...row,
    cells: Object.fromEntries(fields.flatMap((field) => (field in row.cells ? [[field, row.cells[field]]] : []))),
  }))
const storedValues = async ({ companyId }: TestPerson) =>
  app.sql(
    companyId,
    'select product_id, value from product_values where company_id = $1 and filled order by 1, attribute_id',
    [companyId],
  )

test('2,000 cells of 100 products are one change set, and undone as one', async () => {
  const { person, products } = await withProducts('Ada', 100, 18)
  const fields = [...Array.from({ length: 18 }, (_, at) => `attributes.text_${at}`), 'brand', 'attributes.pressure']
  const cells = products.flatMap(({ id, version }) =>
    fields.map((field) => ({
      id,
      version,
      field,
      value: field === 'attributes.pressure' ? { value: id, unit: 'bar' } : `${field} of ${id}`,
    })),
  )

  const rows = await save(person, cells)
  expect(rows.map(({ outcome }) => outcome)).toEqual(products.map(() => 'saved'))
  const first = products[0]!
  const [shown] = await read(person, [first.id], fields)
  expect(shown).toMatchObject({
    version: rows[0]!.version,
    cells: { brand: `brand of ${first.id}`, 'attributes.pressure': { value: String(first.id), unit: 'bar' } },
  })
  expect(await storedValues(person)).toHaveLength(1_900)

  const { data: acts } = await person.call(changes.list, { query: { limit: 2 } })
  expect(acts).toHaveLength(1)
  await person.call(changes.undo, { body: { changeSet: acts[0]!.change_set } })
  await workOff(app)
  expect(await storedValues(person)).toEqual([])
  expect((await read(person, [first.id], ['brand', 'name']))[0]!.cells).toEqual({ brand: null, name: 'Valve 1' })
})

test('a product whose cell is refused keeps all of its cells; the others are saved', async () => {
  const { person, products } = await withProducts('Ada', 4)
  const [good, bad, taken, gone] = products as [Cell, Cell, Cell, Cell]
  await person.call(masterProducts.remove, { body: { id: gone.id } })

  const rows = await save(person, [
    { ...good, field: 'attributes.material', value: 'Brass' },
    { ...bad, field: 'brand', value: 'Acme' },
    { ...bad, field: 'attributes.pressure', value: { value: '5', unit: 'Cel' } },
    { ...bad, field: 'attributes.material', value: 'Wood' },
    { ...taken, field: 'code', value: 'hp-1' },
    { ...gone, field: 'brand', value: 'Acme' },
  ])
  expect(rows).toMatchObject([
    { id: good.id, outcome: 'saved' },
    {
      id: bad.id,
      outcome: 'refused',
      fields: [
        { field: 'attributes.pressure', message: 'Cel is no unit of pressure. Choose bar or psi.', now: null },
        { field: 'attributes.material', message: 'Material has no option “Wood”.', now: null },
      ],
    },
    { id: taken.id, outcome: 'refused', fields: [{ field: 'code' }] },
    {
      id: gone.id,
      version: null,
      outcome: 'refused',
      fields: [{ field: 'id', message: 'This product no longer exists.' }],
    },
  ])
  expect((await read(person, [bad.id, taken.id], ['brand', 'code'])).map(({ cells }) => cells)).toEqual([
    { brand: null, code: 'HP-2' },
    { brand: null, code: 'HP-3' },
  ])
  expect(await storedValues(person)).toEqual([{ product_id: good.id, value: 'brass' }])
})

test.each([
  ['name', '  ', 'Enter the name.'],
  ['code', null, 'Enter the code.'],
  ['name', 'a'.repeat(301), 'name can have at most 300 characters'],
  ['brand', 5, 'brand must be a text'],
  ['usual_min', 'five', 'usual_min must be a whole number'],
  ['category_id', 999_999, 'This category no longer exists. Choose another.'],
  ['gtin', '96385075', 'The last digit of the GTIN does not fit; 4 would.'],
  ['discoverable', true, 'There is no field called discoverable.'],
  ['version', 7, 'There is no field called version.'],
  ['attributes.weight', '5', 'There is no such attribute any more.'],
])('%s as %j is refused with a sentence', async (field, value, message) => {
  const { person, products } = await withProducts('Ada', 1)

  expect(await save(person, [{ ...products[0]!, field, value }])).toMatchObject([
    { outcome: 'refused', fields: [{ field, message }] },
  ])
})

test('a cell that somebody else changed since is a conflict that names what is there now; another field is none', async () => {
  const { person: ada, products } = await withProducts('Ada', 2)
  const asha = await app.signIn({ can: KEYS, name: 'Asha Rao', colleagueOf: ada })
  const [one, other] = products as [Cell, Cell]
  const pressure = (bar: string) => ({ value: bar, unit: 'bar' })
  await save(asha, [
    { ...one, field: 'attributes.pressure', value: pressure('25') },
    { ...other, field: 'brand', value: 'Acme' },
  ])

  const rows = await save(ada, [
    { ...one, field: 'attributes.pressure', value: pressure('16') },
    { ...one, field: 'brand', value: 'Ours' },
    { ...other, field: 'attributes.pressure', value: pressure('16') },
  ])
  expect(rows).toMatchObject([
    {
      id: one.id,
      outcome: 'conflict',
      fields: [
        { field: 'attributes.pressure', message: 'Asha Rao changed Pressure from empty to 25 bar.', now: '25 bar' },
      ],
    },
    { id: other.id, outcome: 'saved', fields: [] },
  ])
  const again = await save(ada, [
    { ...one, version: rows[0]!.version!, field: 'attributes.pressure', value: pressure('16') },
  ])
  expect(again).toMatchObject([{ outcome: 'saved' }])
  expect((await read(ada, [one.id, other.id], ['brand', 'attributes.pressure'])).map(({ cells }) => cells)).toEqual([
    { brand: null, 'attributes.pressure': pressure('16') },
    { brand: 'Acme', 'attributes.pressure': pressure('16') },
  ])
})

test('options in cells come with what they are called', async () => {
  const { person, products } = await withProducts('Ada', 1)
  const [product] = products as [Cell]
  await save(person, [{ ...product, field: 'attributes.material', value: 'Steel' }])

  expect((await person.call(productCells.read, { query: { ids: [product.id] } })).data).toMatchObject({
    rows: [{ cells: { 'attributes.material': 'steel', name: 'Valve 1' } }],
    options: [{ field: 'attributes.material', code: 'steel', label: 'Steel', retired: false }],
  })
})

test('another company’s products are unknown, and stay as they are', async () => {
  const { person: ada, products } = await withProducts('Ada', 1)
  const { person: bob } = await withProducts('Bob', 1)
  const [product] = products as [Cell]

  expect(await save(bob, [{ ...product, field: 'name', value: 'Mine' }])).toMatchObject([
    { outcome: 'refused', fields: [{ message: 'This product no longer exists.' }] },
  ])
  expect(await read(bob, [product.id], ['name'])).toEqual([])
  expect((await read(ada, [product.id], ['name']))[0]!.cells).toEqual({ name: 'Valve 1' })
})

test('a cell that is sent twice, too many cells, and a reader without the right to edit store nothing', async () => {
  const { person: ada, products } = await withProducts('Ada', 1)
  const reader = await app.signIn({ can: ['master_products_view'], name: 'Reader', colleagueOf: ada })
  const cell = { ...products[0]!, field: 'brand', value: 'Acme' }

  await expect(save(ada, [cell, { ...cell, value: 'Other' }])).rejects.toThrow(
    /^400 brand of product \d+ is sent twice/,
  )
  await expect(
    save(
      ada,
      Array.from({ length: 2_001 }, (_, id) => ({ ...cell, id: id + 1 })),
    ),
  ).rejects.toThrow('400')
  await expect(save(reader, [cell])).rejects.toThrow('403')
  expect((await read(ada, [cell.id], ['brand']))[0]!.cells).toEqual({ brand: null })
})
