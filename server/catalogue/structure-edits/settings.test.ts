import { afterAll, expect, test } from 'vitest'
import { masterProducts } from '#contract/catalogue/master-products.ts'
import { structureEdits } from '#contract/catalogue/structure-edits.ts'
import { changes } from '#contract/platform/changes.ts'
import { notifications } from '#contract/platform/notifications.ts'
import { startTestApp, type TestPerson } from '#server/test/app.ts'
import { refusal } from '#server/test/journey.ts'
import { workOff } from '#server/test/leads.ts'
import { putProducts } from '#server/test/products.ts'
import { undoing, undoLast } from '#server/test/undo.ts'

const app = await startTestApp()
afterAll(() => app.stop())

const { settings, setSettings } = structureEdits
const KEYS = [
  'configuration_edit',
  'master_products_view',
  'master_products_edit',
  'master_products_toggle_discoverable',
  'activity_logs_view',
  'changes_undo_others',
] as const
const company = (name = 'Ada') => app.signIn({ can: KEYS, name })
const set = async (person: TestPerson, body: object) => (await person.call(setSettings, { body })).data
const stored = ({ companyId }: TestPerson) =>
  app.sql(companyId, 'select code, discoverable, complete, version from products where company_id = $1 order by code', [
    companyId,
  ])
const twoProducts = (person: TestPerson) =>
  putProducts(
    app,
    person,
    { code: 'A', name: 'Gate', category: 'Valves' },
    { code: 'B', name: 'Ball', category: 'Valves', brand: 'Kesla' },
  )

test('what is required of all products is set, told beforehand and undone; another company keeps its own', async () => {
  const [ada, eve] = [await company(), await company('Eve')]
  await twoProducts(ada)
  await twoProducts(eve)

  expect(await set(ada, { required_fields: ['brand'], dryRun: true })).toMatchObject({ incomplete: 1, shown: 1 })
  expect((await ada.call(settings, {})).data).toEqual({
    required_fields: [],
    hide_incomplete: false,
    code_pattern: null,
  })
  expect(await set(ada, { required_fields: ['brand'], code_pattern: 'P-####' })).toMatchObject({
    incomplete: 1,
    shown: 1,
  })
  await workOff(app)

  expect(await stored(ada)).toMatchObject([
    { complete: false, version: 1 },
    { complete: true, version: 1 },
  ])
  expect(await stored(eve)).toMatchObject([{ complete: true }, { complete: true }])
  expect((await eve.call(settings, {})).data.code_pattern).toBeNull()
  await undoLast(ada, 'catalogue')
  await workOff(app)
  expect(await stored(ada)).toMatchObject([
    { complete: true, version: 1 },
    { complete: true, version: 1 },
  ])
})

test('a pattern without a place for the number is refused, and nothing is stored', async () => {
  const ada = await company()
  expect(await refusal(set(ada, { code_pattern: 'P-', required_fields: ['brand'] }))).toMatchObject({
    status: 400,
    errors: [{ field: 'code_pattern', message: 'Write a # for each digit of the number, as in P-#####.' }],
  })
  expect((await ada.call(settings, {})).data.required_fields).toEqual([])
})

test('what becomes incomplete stays shown, or is hidden by the system if the company wants that, as one act to undo', async () => {
  const ada = await company()
  await twoProducts(ada)
  await set(ada, { hide_incomplete: true })
  await set(ada, { required_fields: ['brand'] })
  await workOff(app)

  expect(await stored(ada)).toEqual([
    { code: 'A', discoverable: false, complete: false, version: 2 },
    { code: 'B', discoverable: true, complete: true, version: 1 },
  ])
  const { data } = await ada.call(changes.list, { query: { by: 'everybody' } })
  expect(data[0]).toMatchObject({
    did: 'Hid products that became incomplete',
    actor: { kind: 'system' },
    not_undoable: null,
  })
  await undoing(ada, data[0]!.change_set)
  await workOff(app)
  expect(await stored(ada)).toMatchObject([{ discoverable: true, complete: false }, { discoverable: true }])

  const other = await company()
  await twoProducts(other)
  await set(other, { required_fields: ['brand'] })
  await workOff(app)
  expect(await stored(other)).toMatchObject([{ discoverable: true, complete: false }, { discoverable: true }])
})

test('a product that loses a value by hand is hidden likewise', async () => {
  const ada = await company()
  const [, ball = 0] = await twoProducts(ada)
  await set(ada, { hide_incomplete: true, required_fields: ['brand'] })
  await workOff(app)
  await ada.call(masterProducts.update, { params: { id: ball }, body: { brand: null } })
  await workOff(app)
  expect(await stored(ada)).toMatchObject([
    { discoverable: false },
    { code: 'B', discoverable: false, complete: false },
  ])
})

test('people who show and hide products are told of gaps once a day, and nobody else is', async () => {
  const ada = await company()
  const reader = await app.signIn({ can: ['master_products_view'], colleagueOf: ada })
  await twoProducts(ada)
  await set(ada, { required_fields: ['brand'] })
  await workOff(app)
  await set(ada, { required_fields: ['brand', 'unit'] })
  await workOff(app)
  expect((await ada.call(notifications.list, { query: {} })).data).toEqual([])

  await app.owner.query(`update identity.due set at = now() where kind = 'product-gap-news' and company_id = $1`, [
    ada.companyId,
  ])
  await workOff(app)

  const { data } = await ada.call(notifications.list, { query: {} })
  expect(data.map(({ kind, words, href }) => [kind, words.map(({ text }) => text).join(''), href])).toEqual([
    [
      'product_gap',
      '2 products became incomplete and are still shown',
      '/marketing/masterproduct_properties?state=gap',
    ],
  ])
  expect((await reader.call(notifications.list, { query: {} })).data).toEqual([])
  expect(await app.sql(ada.companyId, 'select from product_gaps where company_id = $1', [ada.companyId])).toEqual([])
})
