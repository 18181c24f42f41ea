import { afterAll, expect, test } from 'vitest'
import { productStructure, type Attribute } from '#contract/catalogue/product-structure.ts'
import { structureEdits, type NewAttribute } from '#contract/catalogue/structure-edits.ts'
import { startTestApp, type TestPerson } from '#server/test/app.ts'
import { refusal } from '#server/test/journey.ts'
import { putProducts } from '#server/test/products.ts'
import { undoLast } from '#server/test/undo.ts'

const app = await startTestApp()
afterAll(() => app.stop())

const { addAttribute, updateAttribute, deleteAttribute, addOptions, updateOption, units } = structureEdits
const KEYS = ['configuration_edit', 'master_products_view', 'activity_logs_view'] as const
const company = (name = 'Ada') => app.signIn({ can: KEYS, name })
const eve = await company('Eve')

const add = async (person: TestPerson, body: NewAttribute) => (await person.call(addAttribute, { body })).data
const change = async (person: TestPerson, id: number, body: object) =>
  (await person.call(updateAttribute, { params: { id }, body })).data
const all = async (person: TestPerson) => (await person.call(productStructure.tree, {})).data.attributes
const refusedAt = async (call: Promise<unknown>) => {
  const { status, errors } = await refusal(call)
  return [status, errors?.[0]?.field, errors?.[0]?.message]
}
const putValue = async (person: TestPerson, { id }: Attribute, value: unknown, code = 'A') => {
  const [product = 0] = await putProducts(app, person, { code, name: code })
  await app.sql(
    person.companyId,
    `insert into product_values (company_id, product_id, attribute_id, value, source) values ($1, $2, $3, $4, 'person')`,
    [person.companyId, product, id, JSON.stringify(value)],
  )
}
const values = ({ companyId }: TestPerson) =>
  app.sql(
    companyId,
    'select value, base_from::float8, base_to::float8 from product_values where company_id = $1 and deleted_at is null order by product_id',
    [companyId],
  )

test('an attribute is added with the limits of its type, in order; another company has none of it', async () => {
  const ada = await company()
  const pressure = await add(ada, {
    label: 'Pressure, höchster',
    type: 'quantity',
    family: 'pressure',
    units: ['[psi]', 'bar'],
    default_unit: 'bar',
    min: '0.50',
    max: '16',
  })
  await add(ada, { label: 'Material', code: 'material', type: 'option', group: 'Construction' })

  expect(pressure).toMatchObject({
    code: 'pressure_hochster',
    units: ['bar', '[psi]'],
    min: '0.5',
    version: 1,
    group: 'General',
  })
  expect((await all(ada)).map(({ code, position }) => [code, position])).toEqual([
    ['pressure_hochster', 0],
    ['material', 1],
  ])
  expect(await all(eve)).toEqual([])
  expect(await refusal(change(eve, pressure.id, { label: 'Mine' }))).toMatchObject({ status: 404 })
  await change(ada, pressure.id, { label: 'Pressure', place: 1 })
  expect((await all(ada)).map(({ label }) => label)).toEqual(['Material', 'Pressure'])
})

test('limits that cannot be are refused at their field, and nothing is stored', async () => {
  const ada = await company()
  const measured = { label: 'P', type: 'quantity', family: 'pressure' } as const
  const refused = [
    add(ada, { label: 'P', type: 'boolean', min: '1' }),
    add(ada, { label: 'P', type: 'number', min: '2', max: '1' }),
    add(ada, { label: 'P', type: 'number', min: 'two' }),
    add(ada, { label: 'P', type: 'date', min: '2026-02-30' }),
    add(ada, { label: 'P', type: 'quantity' }),
    add(ada, { ...measured, units: ['kg'] }),
    add(ada, measured),
    add(ada, { ...measured, units: ['bar'], default_unit: 'mbar' }),
    add(ada, { label: 'P', type: 'text', max_length: 5_001 }),
  ]
  expect(await Promise.all(refused.map(refusedAt))).toEqual([
    [400, 'min', 'An attribute of the type boolean has no such limit.'],
    [400, 'max', 'The lower end is above the upper end.'],
    [400, 'min', 'Enter a number, as in 12.5.'],
    [400, 'min', 'Enter a day, as in 2026-11-28.'],
    [400, 'family', 'Choose what is measured.'],
    [400, 'units', 'kg is no unit of pressure.'],
    [400, 'default_unit', 'Choose the default unit.'],
    [400, 'default_unit', 'The default unit is one of the allowed units.'],
    [400, 'max_length', 'A text may have 5,000 characters at most. Choose long text for more.'],
  ])
  expect(await all(ada)).toEqual([])
})

test('a number becomes a quantity and then a range with its values, each by one act that an undo takes back', async () => {
  const ada = await company()
  const attribute = await add(ada, { label: 'Pressure', type: 'number', decimals: 1 })
  await putValue(ada, attribute, '12.5')
  const measured = { type: 'quantity', family: 'pressure', units: ['bar'], default_unit: 'bar' }

  expect(await change(ada, attribute.id, { ...measured, dryRun: true })).toMatchObject({ converted: 1 })
  expect(await values(ada)).toMatchObject([{ value: '12.5', base_from: 12.5 }])
  expect(await change(ada, attribute.id, measured)).toMatchObject({
    converted: 1,
    attribute: { type: 'quantity', decimals: 1 },
  })
  const inPascal = 12.5 * 100_000 * 306_451
  expect(await values(ada)).toEqual([{ value: { value: '12.5', unit: 'bar' }, base_from: inPascal, base_to: inPascal }])
  await change(ada, attribute.id, { type: 'range' })
  expect(await values(ada)).toMatchObject([{ value: { min: '12.5', max: '12.5', unit: 'bar' }, base_to: inPascal }])

  await undoLast(ada, 'catalogue')
  expect(await values(ada)).toMatchObject([{ value: { value: '12.5', unit: 'bar' }, base_from: inPascal }])
})

test('an undo of a type leaves all as it is where values of the new type came since', async () => {
  const ada = await company()
  const attribute = await add(ada, { label: 'Pressure', type: 'number' })
  await putValue(ada, attribute, '1')
  await change(ada, attribute.id, { type: 'quantity', family: 'pressure', units: ['bar'] })
  await putValue(ada, attribute, { value: '2', unit: 'bar' }, 'B')

  expect(await refusal(undoLast(ada, 'catalogue'))).toMatchObject({ status: 409, code: 'not_undoable' })
  expect(await values(ada)).toMatchObject([{ value: { value: '1' } }, { value: { value: '2' } }])
})

test('one option becomes a list of them, texts stay as they are, and no type becomes another', async () => {
  const ada = await company()
  const option = await add(ada, { label: 'Material', type: 'option' })
  await putValue(ada, option, 'brass')
  await change(ada, option.id, { type: 'options' })
  expect(await values(ada)).toMatchObject([{ value: ['brass'] }])
  expect(await refusal(change(ada, option.id, { type: 'text' }))).toMatchObject({
    status: 422,
    message: 'Options can’t become text. Add a new attribute instead.',
  })

  const text = await add(ada, { label: 'Notes', type: 'long_text' })
  await putValue(ada, text, 'x'.repeat(300), 'B')
  expect(await refusedAt(change(ada, text.id, { type: 'text' }))).toEqual([
    400,
    'max_length',
    'The longest value has 300 characters. Allow as many; a text has 5,000 at most.',
  ])
  expect(await change(ada, text.id, { type: 'text', max_length: 300 })).toMatchObject({ attribute: { type: 'text' } })
})

test('values are made unique only while there are none', async () => {
  const ada = await company()
  const attribute = await add(ada, { label: 'Serial', type: 'text', unique_values: true })
  await change(ada, attribute.id, { unique_values: false })
  await putValue(ada, attribute, 'S1')
  expect(await refusedAt(change(ada, attribute.id, { unique_values: true }))).toEqual([
    400,
    'unique_values',
    'Serial has values already, so some may be alike. Clear them first.',
  ])
})

test('a deleted attribute is asked for nowhere; an undo restores it with its values', async () => {
  const ada = await company()
  const attribute = await add(ada, { label: 'Serial', type: 'text' })
  await putValue(ada, attribute, 'S1')
  const remove = (body: object) => ada.call(deleteAttribute, { body: { id: attribute.id, ...body } })

  expect((await remove({ dryRun: true })).data).toEqual({ products: 1, categories: 0 })
  expect((await remove({ version: 1 })).data).toEqual({ products: 1, categories: 0 })
  expect(await all(ada)).toEqual([])
  expect(await refusal(add(ada, { label: 'Other', code: 'serial', type: 'text' }))).toMatchObject({ status: 409 })
  await undoLast(ada, 'catalogue')
  expect(await all(ada)).toMatchObject([{ code: 'serial' }])
  expect(await values(ada)).toMatchObject([{ value: 'S1' }])
})

test('options are pasted in their order, those that exist are passed over; one is renamed, moved and retired', async () => {
  const ada = await company()
  const { id } = await add(ada, { label: 'Material', type: 'option' })
  const text = await add(ada, { label: 'Text', type: 'text' })
  const paste = (...labels: string[]) => ada.call(addOptions, { params: { id }, body: { labels } })
  await paste('Brass', 'Steel 316')
  const { data } = await paste('brass', '1/2 in', 'PTFE', 'ptfe')
  expect(data).toMatchObject({ added: [{ code: '1_2_in', label: '1/2 in' }, { code: 'ptfe' }], known: 2 })

  const options = async () =>
    (await ada.call(productStructure.options, { params: { id }, query: {} })).data.map(({ label, retired }) => [
      label,
      retired,
    ])
  const ptfe = data.added[1]!.id
  const set = (person: TestPerson, body: object) => person.call(updateOption, { params: { id: ptfe }, body })
  await set(ada, { label: 'Teflon', place: 0, retired: true })
  expect(await options()).toEqual([
    ['Teflon', true],
    ['Brass', false],
    ['Steel 316', false],
    ['1/2 in', false],
  ])
  expect(await refusal(set(ada, { label: 'BRASS' }))).toMatchObject({ status: 409 })
  expect(await refusal(set(eve, { label: 'Mine' }))).toMatchObject({ status: 404, message: 'Option not found' })
  expect(await refusal(ada.call(addOptions, { params: { id: text.id }, body: { labels: ['A'] } }))).toMatchObject({
    status: 409,
    message: 'Text takes no options.',
  })
  await undoLast(ada, 'catalogue')
  expect((await options()).map(([label]) => label)).toEqual(['Brass', 'Steel 316', '1/2 in', 'PTFE'])
})

test('units of measurement are told by family', async () => {
  const { data } = await eve.call(units, {})
  expect(data.find(({ code }) => code === 'bar')).toMatchObject({ symbol: 'bar', family: 'pressure' })
  expect(data.length).toBeGreaterThan(140)
})
