import { afterAll, expect, test } from 'vitest'
import { masterProducts, type ProductChange } from '#contract/catalogue/master-products.ts'
import { productBulk } from '#contract/catalogue/product-bulk.ts'
import { productExports } from '#contract/catalogue/product-exports.ts'
import { readTyped } from '#contract/catalogue/typed-values.ts'
import { convert } from '#contract/catalogue/units.ts'
import { toRequest } from '#contract/kit/request.ts'
import { asWritten } from '#contract/kit/spreadsheet-guard.ts'
import { startTestApp, type TestPerson } from '#server/test/app.ts'
import { makeCategory } from '#server/test/catalogue.ts'
import { workOff } from '#server/test/leads.ts'
import { parse } from 'csv-parse/sync'

const app = await startTestApp()
afterAll(() => app.stop())

const KEYS = ['master_products_view', 'master_products_edit'] as const
const COLUMNS = ['code', 'name', 'category', 'discoverable', 'completeness']
const ATTRIBUTES = ['pressure', 'temperature', 'uses', 'food', 'weight', 'material'].map((code) => `attributes.${code}`)

const withProducts = async (name = 'Ada') => {
  const person = await app.signIn({ can: KEYS, name })
  const category = await makeCategory(app, person.companyId, 'Valves', [
    { code: 'pressure', label: 'Pressure', type: 'quantity', family: 'pressure', units: ['bar', '[psi]', 'kPa'] },
    { code: 'temperature', label: 'Temperature', type: 'range', family: 'temperature', units: ['Cel', '[degF]'] },
    { code: 'uses', label: 'Uses', type: 'options', options: ['Food', 'Marine; salt'] },
    { code: 'food', label: 'Food safe', type: 'boolean' },
    { code: 'weight', label: 'Offset', type: 'number' },
    { code: 'material', label: 'Material', type: 'option', options: ['Brass'] },
  ])
  const add = (code: string, title: string, attributes: NonNullable<ProductChange['attributes']>) =>
    person.call(masterProducts.add, { body: { name: title, code, category_id: category.id, attributes } })
  await add('00123', '=cmd', {
    pressure: { value: '232.5', unit: '[psi]' },
    temperature: { min: '-20', max: '80', unit: 'Cel' },
    uses: ['food', 'marine; salt'],
    food: true,
    weight: '-5.5',
    material: 'brass',
  })
  await add('B', 'Valve "B"', {
    pressure: { value: '16', unit: 'bar' },
    temperature: { min: null, max: '14', unit: '[degF]' },
    food: false,
  })
  return person
}
const exported = async (person: TestPerson, units: 'entered' | 'default', columns = [...COLUMNS, ...ATTRIBUTES]) => {
  const { data: selection } = await person.call(productBulk.select, { body: { filter: { sort: 'code' } } })
  const { data } = await person.call(productExports.begin, { body: { selection: selection.id, columns, units } })
  await workOff(app)
  const { method, url } = toRequest(productExports.file, { params: { id: data.job } })
  const rows: string[][] = parse((await person.send(method, url)).text.replace('\uFEFF', ''))
  return { url, rows }
}

test('each attribute is a column, as entered or in its default unit; codes stay texts, and nothing is a formula', async () => {
  const ada = await withProducts()
  const bob = await withProducts('Bob')
  const entered = await exported(ada, 'entered')
  expect(entered.rows).toEqual([
    [
      'Code',
      'Name',
      'Category',
      'Discoverable',
      'Completeness (%)',
      'Pressure',
      'Temperature',
      'Uses',
      'Food safe',
      'Offset',
      'Material',
    ],
    [
      '00123',
      "'=cmd",
      'Valves',
      'No',
      '100',
      '232.5 psi',
      '−20 to 80 °C',
      'Food; marine; salt',
      'Yes',
      '−5.5',
      'Brass',
    ],
    ['B', 'Valve "B"', 'Valves', 'No', '100', '16 bar', 'up to 14 °F', '', 'No', '', ''],
  ])
  const usual = await exported(ada, 'default', ['code', 'attributes.pressure', 'attributes.temperature'])
  expect(usual.rows).toEqual([
    ['Code', 'Pressure (bar)', 'Temperature (°C)'],
    ['00123', convert('232.5', '[psi]', 'bar'), '−20 to 80'],
    ['B', '16', 'up to −10'],
  ])
  expect((await bob.send('GET', entered.url)).status).toBe(404)
})

test('what an export says of a value is read back as that value', async () => {
  const ada = await withProducts()
  const { data } = await ada.call(masterProducts.list, { query: { sort: 'code' } })
  const { rows } = await exported(ada, 'entered', ATTRIBUTES)

  for (const [at, { id }] of data.entries()) {
    const { attributes } = (await ada.call(masterProducts.details, { params: { id } })).data
    for (const [column, { label, value }] of attributes.entries()) {
      if (label === 'Uses') continue
      const rule = {
        code: 'x',
        label,
        max_length: null,
        mask: null,
        min: null,
        max: null,
        decimals: null,
        units: [],
        default_unit: null,
      }
      const { type } = attributes[column]!
      const family = label === 'Pressure' ? 'pressure' : label === 'Temperature' ? 'temperature' : null
      const option = { code: 'brass', label: 'Brass', retired: false }
      expect(readTyped({ ...rule, type, family }, asWritten(rows[at + 1]![column]!), 'point', () => option)).toEqual({
        value,
      })
    }
  }
})

test('an unknown column, and an attribute of another company, is refused before anything starts', async () => {
  const ada = await withProducts()
  const bob = await withProducts('Bob')
  await makeCategory(app, bob.companyId, 'Pumps', [{ code: 'secret' }])
  const { data } = await ada.call(productBulk.select, { body: { filter: {} } })

  for (const column of ['attributes.secret', 'company_id', 'toString'])
    await expect(
      ada.call(productExports.begin, { body: { selection: data.id, columns: [column], units: 'entered' } }),
    ).rejects.toMatchObject({ failure: { errors: [{ field: 'columns', message: `There is no column ${column}.` }] } })
  const [row] = await app.sql(ada.companyId, 'select count(*)::int as n from jobs where company_id = $1', [
    ada.companyId,
  ])
  expect(row).toEqual({ n: 0 })
})
