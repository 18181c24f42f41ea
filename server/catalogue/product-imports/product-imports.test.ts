import { afterAll, expect, test } from 'vitest'
import { masterProducts } from '#contract/catalogue/master-products.ts'
import { productImports } from '#contract/catalogue/product-imports.ts'
import { toBase } from '#contract/catalogue/units.ts'
import { productStructure } from '#contract/catalogue/product-structure.ts'
import { changes } from '#contract/platform/changes.ts'
import { startTestApp, type TestPerson } from '#server/test/app.ts'
import { workOff } from '#server/test/leads.ts'
import {
  checkProducts,
  importProducts,
  productImporter,
  revertProducts,
  storedProducts,
  uploadProducts,
} from '#server/test/product-imports.ts'

const app = await startTestApp()
afterAll(() => app.stop())

const FILE = [
  'Artikelnummer;Bezeichnung;Category;Marke;Pressure (bar);Temperature min (°C);Temperature max (°C);Material;Expected min;Discoverable',
  '00017;Ball valve DN25;Valves;Acme;16,5;-20;180;Brass;1.000;yes',
  '00018;Ball valve DN50;valves;;250 psi;;90;steel;;no',
].join('\n')

const rowsOf = async (person: TestPerson, id: number) =>
  (await person.call(productImports.rows, { params: { id }, query: {} })).data.map(({ row, outcome, reasons }) => ({
    row,
    outcome,
    why: reasons.map(({ column, message }) => (column === null ? message : `${column}: ${message}`)),
  }))

test('a file with its own names of columns, units in them and decimal commas becomes products of one company', async () => {
  const { person: ada } = await productImporter(app)
  const { person: bob } = await productImporter(app, 'Bob')
  const { columns, notation } = await uploadProducts(ada, FILE)
  expect(columns.map(({ field }) => field)).toEqual([
    'code',
    'name',
    'category',
    'brand',
    'attributes.pressure@bar',
    'attributes.temperature:min@Cel',
    'attributes.temperature:max@Cel',
    'attributes.material',
    'usual_min',
    'discoverable',
  ])
  expect(notation).toBe('comma')

  const done = await importProducts(app, ada, FILE)

  expect(done).toMatchObject({ state: 'imported', counts: { rows: 2, added: 2, rejected: 0, noted: 0 } })
  expect(await storedProducts(app, ada)).toMatchObject([
    {
      code: '00017',
      name: 'Ball valve DN25',
      category: 'Valves',
      brand: 'Acme',
      usual_min: 1000,
      discoverable: true,
      required_count: 4,
      filled_count: 4,
      values: {
        pressure: { value: '16.5', unit: 'bar' },
        temperature: { min: '-20', max: '180', unit: 'Cel' },
        material: 'brass',
      },
    },
    {
      code: '00018',
      brand: null,
      discoverable: false,
      values: {
        pressure: { value: '250', unit: '[psi]' },
        temperature: { min: null, max: '90', unit: 'Cel' },
        material: 'steel',
      },
    },
  ])
  expect(await storedProducts(app, bob)).toEqual([])
  await expect(bob.call(productImports.read, { params: { id: done.id } })).rejects.toThrow('404')
  expect(await uploadProducts(ada, FILE)).toMatchObject({ remembered: true })
})

test('each row that cannot be stored says what is wrong and where', async () => {
  const { person: ada, valves } = await productImporter(app)
  const { person: bob } = await productImporter(app, 'Bob')
  await bob.call(masterProducts.add, { body: { name: 'Theirs', code: 'A1' } })
  await ada.call(masterProducts.add, {
    body: { name: 'Gate', code: 'G1', gtin: '4006381333931', category_id: valves.id, attributes: { serial: 'S-1' } },
  })
  const file = [
    'Code;Name;Category;GTIN;Pressure;Material;Serial;Expected min;Expected max;Discoverable',
    'A1;One;Valves;;10 bar;Brass;;;;',
    'A2;Two;Pumps;;10;Gold;;;;',
    'a1;Again;Valves;;;;;;;',
    'A3;;Valves;;;;;;;',
    ';Four;Valves;;;;;;;',
    'A5;Five;Valves;4006381333931;;;;;;',
    'A6;Six;Valves;;;;S-1;;;',
    'A7;Seven;Valves;4006381333932;;;;;;',
    'A8;Eight;Valves;;;;;9;2;',
    'A9;Nine;Valves;;;;;;;yes',
    'A10;Ten;Valves;;;Brass;S-2;;;',
    'A11;Eleven;Valves;;;Brass;S-2;;;',
  ].join('\n')

  const checked = await checkProducts(app, ada, file)

  expect(checked).toMatchObject({ state: 'ready', counts: { rows: 12, added: 3, rejected: 9 } })
  await ada.call(productImports.start, { body: { id: checked.id } })
  await workOff(app)
  const { data } = await ada.call(productImports.read, { params: { id: checked.id } })
  expect(data).toMatchObject({ state: 'imported', counts: { rows: 12, added: 3, rejected: 9, noted: 1 } })
  expect(await rowsOf(ada, checked.id)).toEqual([
    {
      row: 3,
      outcome: 'rejected',
      why: [
        'Category: There is no category Pumps.',
        'Pressure: Pressure takes a number and a unit, as in 10 bar.',
        'Material: Material has no option “Gold”.',
      ],
    },
    { row: 4, outcome: 'rejected', why: ['Row 4 repeats the code of row 2.'] },
    { row: 5, outcome: 'rejected', why: ['Enter the name.'] },
    { row: 6, outcome: 'rejected', why: ['Enter the code.'] },
    { row: 7, outcome: 'rejected', why: ['GTIN: The GTIN 4006381333931 belongs to Gate.'] },
    { row: 8, outcome: 'rejected', why: ['Serial: Serial is already used by G1 Gate.'] },
    { row: 9, outcome: 'rejected', why: ['GTIN: The last digit of the GTIN does not fit; 1 would.'] },
    { row: 10, outcome: 'rejected', why: ['Expected max: The lower end is above the upper end.'] },
    {
      row: 11,
      outcome: 'noted',
      why: ['Discoverable: Nine cannot be shown yet: 1 required field is empty: Material.'],
    },
    { row: 13, outcome: 'rejected', why: ['Serial: The Serial S-2 is said of another product, too.'] },
  ])
  expect((await storedProducts(app, ada)).map(({ code }) => code)).toEqual(['A1', 'A10', 'A9', 'G1'])
  expect((await storedProducts(app, bob)).map(({ name }) => name)).toEqual(['Theirs'])
})

test('unknown categories and options are listed once with their rows, created, and then found', async () => {
  const { person: ada } = await productImporter(app)
  const { person: bob } = await productImporter(app, 'Bob')
  const file = [
    'Code;Name;Category;Material',
    'B1;One;Pipes > Bent;Gold',
    'B2;Two;Pipes > Bent;gold',
    'B3;Three;Valves;Tin',
    'B4;Four;Valves;Brass',
  ].join('\n')
  const { id, counts, columns } = await checkProducts(app, ada, file)
  expect(counts).toMatchObject({ added: 1, rejected: 3 })

  const { data: names } = await ada.call(productImports.unknownNames, { params: { id } })
  expect(names).toEqual([
    { field: 'attributes.material', label: 'Material', name: 'Gold', rows: 2 },
    { field: 'category', label: 'Category', name: 'Pipes > Bent', rows: 2 },
    { field: 'attributes.material', label: 'Material', name: 'Tin', rows: 1 },
  ])
  await expect(bob.call(productImports.createNames, { body: { id } })).rejects.toThrow('404')
  expect((await ada.call(productImports.createNames, { body: { id } })).data).toEqual({ created: 4 })
  await ada.call(productImports.check, { body: { id, fields: columns.map(({ field }) => field) } })
  await workOff(app)

  expect((await ada.call(productImports.read, { params: { id } })).data.counts).toMatchObject({ added: 4, rejected: 0 })
  const tree = await app.sql(
    ada.companyId,
    `select c.name, p.name as above from product_categories c left join product_categories p on p.company_id = c.company_id and p.id = c.parent_id
     where c.company_id = $1 order by c.id`,
    [ada.companyId],
  )
  expect(tree).toEqual([
    { name: 'Valves', above: null },
    { name: 'Pipes', above: null },
    { name: 'Bent', above: 'Pipes' },
  ])
})

const CHANGES = [
  'Code;Name;Brand;Pressure (bar);Material;Serial;Discoverable',
  'hp-1;Renamed;Newco;20;Steel;;no',
  'HP-2;;Otherco;30;;;',
  'HP-3;Third;;40;Brass;S-9;',
  'HP-4;Brand new;Acme;5;Brass;S-10;yes',
].join('\n')

/** A company with three products, the first of them shown. */
const withProducts = async () => {
  const { person: ada, valves } = await productImporter(app)
  const add = async (code: string, attributes: Record<string, string | { value: string; unit: string }>) =>
    (
      await ada.call(masterProducts.add, {
        body: { code, name: code, category_id: valves.id, brand: 'Acme', attributes },
      })
    ).data
  const first = await add('HP-1', { material: 'Brass', pressure: { value: '10', unit: 'bar' } })
  const second = await add('HP-2', { pressure: { value: '11', unit: 'bar' } })
  const third = await add('HP-3', { serial: 'S-9', material: 'Brass', pressure: { value: '40', unit: 'bar' } })
  await ada.call(masterProducts.toggle, {
    params: { id: first.id },
    body: { discoverable: true, company_id: ada.companyId },
  })
  return { ada, first, second, third }
}

test('known products are overwritten, filled or cleared column by column, and reverting is the identity', async () => {
  const { ada } = await withProducts()
  const before = await storedProducts(app, ada)
  const fields = [
    'code',
    'name!fill',
    'brand!clear',
    'attributes.pressure@bar',
    'attributes.material!fill',
    'attributes.serial!clear',
    'discoverable',
  ]

  const done = await importProducts(app, ada, CHANGES, { fields })

  expect(done).toMatchObject({ counts: { rows: 4, added: 4, duplicates: 3, duplicates_added: 3 } })
  expect(await storedProducts(app, ada)).toMatchObject([
    {
      code: 'HP-1',
      name: 'HP-1',
      brand: 'Newco',
      discoverable: false,
      values: { pressure: { value: '20' }, material: 'brass' },
    },
    { code: 'HP-2', name: 'HP-2', brand: 'Otherco', values: { pressure: { value: '30', unit: 'bar' } } },
    { code: 'HP-3', name: 'HP-3', brand: null, values: { serial: 'S-9', pressure: { value: '40' } } },
    { code: 'HP-4', name: 'Brand new', discoverable: false, values: { serial: 'S-10' } },
  ])

  expect(await revertProducts(app, ada, done.id)).toMatchObject({ state: 'reverted', removed: 4, kept: 0 })
  expect(await storedProducts(app, ada)).toEqual(before)
  const again = await importProducts(app, ada, CHANGES, { fields })
  expect(again).toMatchObject({ counts: { rows: 4, added: 4, rejected: 0 } })
})

test('only new or only known products are stored where that is chosen; what is said already is unchanged', async () => {
  const { ada } = await withProducts()
  const file = 'Code;Name;Pressure (bar)\nHP-3;HP-3;4000 kPa\nHP-2;Second;11\nHP-9;Ninth;1\n'

  const onlyNew = await checkProducts(app, ada, file, { rows_stored: 'new' })
  expect(onlyNew).toMatchObject({ duplicates: 'skip', counts: { added: 1, duplicates: 2, duplicates_added: 0 } })
  const onlyKnown = await importProducts(app, ada, file, { rows_stored: 'known' })

  expect(onlyKnown).toMatchObject({ counts: { added: 1, duplicates: 1, unchanged: 1, left_out: 1 } })
  expect((await storedProducts(app, ada)).map(({ code, name }) => [code, name])).toEqual([
    ['HP-1', 'HP-1'],
    ['HP-2', 'Second'],
    ['HP-3', 'HP-3'],
  ])
})

test('reverting keeps what people changed since, field by field, and says who did', async () => {
  const { ada, first } = await withProducts()
  const bea = await app.signIn({ can: ['master_products_edit'], name: 'Bea', colleagueOf: ada })
  const { id } = await importProducts(app, ada, CHANGES)
  const added = (
    await app.sql(ada.companyId, `select id from products where company_id = $1 and code = 'HP-4'`, [ada.companyId])
  )[0]
  const [changed] = await app.sql(ada.companyId, 'select version from products where company_id = $1 and id = $2', [
    ada.companyId,
    first.id,
  ])
  await bea.call(masterProducts.update, {
    params: { id: first.id },
    body: { version: changed!.version, attributes: { pressure: { value: '25', unit: 'bar' } } },
  })
  const [fourth] = await app.sql(ada.companyId, 'select version from products where company_id = $1 and id = $2', [
    ada.companyId,
    added!.id,
  ])
  await bea.call(masterProducts.update, {
    params: { id: added!.id },
    body: { version: fourth!.version, brand: 'Kept' },
  })

  const reverted = await revertProducts(app, ada, id)

  expect(reverted).toMatchObject({ state: 'reverted', removed: 2, kept: 2 })
  expect(await storedProducts(app, ada)).toMatchObject([
    { code: 'HP-1', name: 'HP-1', brand: 'Acme', values: { pressure: { value: '25' }, material: 'brass' } },
    { code: 'HP-2', brand: 'Acme', values: { pressure: { value: '11' } } },
    { code: 'HP-3', name: 'HP-3' },
    { code: 'HP-4', brand: 'Kept' },
  ])
  const { data: kept } = await ada.call(productImports.kept, { params: { id }, query: {} })
  expect(kept.map(({ code, touched_by }) => [code, touched_by?.name])).toEqual([
    ['HP-1', 'Bea'],
    ['HP-4', 'Bea'],
  ])
})

test('what was changed and undone, or brought back by hand, since does not hold a reverting back', async () => {
  const { ada, first } = await withProducts()
  const before = await storedProducts(app, ada)
  const { id } = await importProducts(app, ada, CHANGES)
  const [added] = await app.sql(ada.companyId, `select id from products where company_id = $1 and code = 'HP-4'`, [
    ada.companyId,
  ])
  const edit = (product: number, body: object) => ada.call(masterProducts.update, { params: { id: product }, body })
  const pressure = { pressure: { value: '25', unit: 'bar' } }
  for (const product of [first.id, added!.id]) {
    await edit(product, { attributes: pressure, brand: 'Other' })
    const { data } = await ada.call(changes.list, { query: {} })
    await ada.call(changes.undo, { body: { changeSet: data[0]!.change_set } })
  }
  const { name } = (await ada.call(masterProducts.details, { params: { id: added!.id } })).data
  await edit(added!.id, { name: 'Another' })
  await edit(added!.id, { name })

  expect(await revertProducts(app, ada, id)).toMatchObject({ state: 'reverted', kept: 0 })
  expect(await storedProducts(app, ada)).toEqual(before)
})

test('an amount that is a thousand times what the others of the category have is stored, and asked about', async () => {
  const { person: ada, valves } = await productImporter(app)
  const { person: bob } = await productImporter(app, 'Bob')
  const head = 'Code;Name;Category;Pressure'
  const others = [10, 16, 16, 25, 40].map((bar, at) => `V-${at};Valve;Valves;${bar} bar`)
  await importProducts(app, ada, [head, ...others].join('\n'))
  const typical = { params: { id: valves.id } }
  expect((await ada.call(productStructure.typical, typical)).data).toEqual([
    { code: 'pressure', base: toBase('16', 'bar') },
  ])
  await expect(bob.call(productStructure.typical, typical)).rejects.toThrow('404 Category not found')

  const { id, counts } = await importProducts(
    app,
    ada,
    `${head}\nV-8;Valve;Valves;16000 bar\nV-9;Valve;Valves;1600 kPa`,
  )

  expect(counts).toMatchObject({ added: 2, noted: 1 })
  expect((await rowsOf(ada, id))[0]).toMatchObject({
    row: 2,
    why: ['Pressure: Products of this category have around 16 bar. Is the unit right?'],
  })
  expect((await storedProducts(app, ada)).find(({ code }) => code === 'V-8')).toMatchObject({
    values: { pressure: { value: '16000', unit: 'bar' } },
  })
})

test('columns that cannot be read are refused before any row is', async () => {
  const { person: ada } = await productImporter(app)
  const { id } = await uploadProducts(ada, 'Code;Name;T\nX;Y;1\n')
  const check = (fields: (string | null)[]) => ada.call(productImports.check, { body: { id, fields } })

  await expect(check([null, 'name', null])).rejects.toThrow('Choose the column with the code or the GTIN')
  await expect(check(['code', 'code', null])).rejects.toThrow('Two columns hold Code')
  await expect(check(['code', 'name', 'attributes.gone'])).rejects.toThrow('One of the attributes no longer exists')
  await expect(check(['code', 'name', 'attributes.pressure@kg'])).rejects.toThrow('Choose another unit for Pressure')
  await expect(check(['code', 'name', 'attributes.temperature:min@K'])).rejects.toThrow(
    'Choose the column with the other end of Temperature',
  )
  expect(await storedProducts(app, ada)).toEqual([])
})
