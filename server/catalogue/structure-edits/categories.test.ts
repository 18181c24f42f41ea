import { afterAll, expect, test } from 'vitest'
import { productStructure } from '#contract/catalogue/product-structure.ts'
import { structureEdits } from '#contract/catalogue/structure-edits.ts'
import { startTestApp, type TestPerson } from '#server/test/app.ts'
import { makeCategory } from '#server/test/catalogue.ts'
import { refusal } from '#server/test/journey.ts'
import { putProducts } from '#server/test/products.ts'
import { undoLast } from '#server/test/undo.ts'

const app = await startTestApp()
afterAll(() => app.stop())

const { addCategory, updateCategory, deleteCategory, setAttributes } = structureEdits
const KEYS = ['configuration_edit', 'master_products_view', 'activity_logs_view'] as const
const company = (name = 'Ada') => app.signIn({ can: KEYS, name })
const eve = await company('Eve')

const add = async (person: TestPerson, name: string, parent_id: number | null = null) =>
  (await person.call(addCategory, { body: { name, parent_id } })).data
const tree = async (person: TestPerson) => {
  const { categories } = (await person.call(productStructure.tree, {})).data
  const under = (parent: number | null): string[] =>
    categories.flatMap(({ id, parent_id, name }) =>
      parent_id === parent ? [name, ...under(id).map((below) => `${name} > ${below}`)] : [],
    )
  return under(null)
}
const categoryOf = ({ companyId }: TestPerson) =>
  app.sql(
    companyId,
    `select p.code, c.name, p.category, p.version from products p left join product_categories c on c.id = p.category_id
     where p.company_id = $1 order by p.code`,
    [companyId],
  )

test('categories are added, renamed, moved and put in order; another company sees and changes none', async () => {
  const ada = await company()
  const fluids = await add(ada, 'Fluids')
  const valves = await add(ada, 'Valves', fluids.id)
  const pumps = await add(ada, 'Pumps', fluids.id)
  expect(valves).toMatchObject({ code: 'valves', parent_id: fluids.id, position: 0, version: 1 })

  const change = (id: number, body: object) => ada.call(updateCategory, { params: { id }, body })
  await change(pumps.id, { place: 0 })
  await change(valves.id, { name: 'Valves and taps' })
  expect(await tree(ada)).toEqual(['Fluids', 'Fluids > Pumps', 'Fluids > Valves and taps'])
  await change(pumps.id, { parent_id: null, place: 0 })
  expect(await tree(ada)).toEqual(['Pumps', 'Fluids', 'Fluids > Valves and taps'])

  expect(await tree(eve)).toEqual([])
  expect(await refusal(eve.call(updateCategory, { params: { id: pumps.id }, body: { name: 'Mine' } }))).toMatchObject({
    status: 404,
    message: 'Category not found',
  })
  expect(await refusal(eve.call(addCategory, { body: { name: 'Mine', parent_id: fluids.id } }))).toMatchObject({
    status: 400,
    errors: [{ field: 'parent_id', message: 'This category does not exist.' }],
  })
  await undoLast(ada, 'catalogue')
  expect(await tree(ada)).toEqual(['Fluids', 'Fluids > Pumps', 'Fluids > Valves and taps'])
})

test('no circle, no sixth level, no two alike among siblings, and nothing of it is stored', async () => {
  const ada = await company()
  const levels: { id: number }[] = []
  for (const name of ['1', '2', '3', '4', '5']) levels.push(await add(ada, name, levels.at(-1)?.id ?? null))
  const [first, second, , , fifth] = levels
  const other = await add(ada, 'Other')
  const before = await tree(ada)

  const refused = async (call: Promise<unknown>) => {
    const { status, message } = await refusal(call)
    return [status, message]
  }
  const move = (id: number, parent_id: number) => ada.call(updateCategory, { params: { id }, body: { parent_id } })
  expect(await refused(add(ada, '6', fifth!.id))).toEqual([400, 'Categories go 5 levels deep at most.'])
  expect(await refused(move(first!.id, other.id))).toEqual([400, 'Categories go 5 levels deep at most.'])
  expect(await refused(move(second!.id, fifth!.id))).toEqual([400, '2 can’t go below itself.'])
  expect(await refused(add(ada, 'OTHER'))).toEqual([409, 'There is a category called OTHER here already.'])
  expect(await refused(ada.call(addCategory, { body: { name: 'New', code: 'OTHER' } }))).toEqual([
    409,
    'The code OTHER belongs to Other.',
  ])
  expect(await tree(ada)).toEqual(before)
})

test('both people win where they changed different fields; the same one is a conflict', async () => {
  const ada = await company()
  const { id, version } = await add(ada, 'Valves')
  const change = (body: object) => ada.call(updateCategory, { params: { id }, body: { ...body, version } })

  await change({ name: 'Taps' })
  await change({ code: 'V' })
  expect(await refusal(change({ name: 'Cocks' }))).toMatchObject({ status: 409, code: 'version_conflict' })
  const { categories } = (await ada.call(productStructure.tree, {})).data
  expect(categories).toMatchObject([{ name: 'Taps', code: 'V', version: 3 }])
})

test('a category with products goes only where they go elsewhere; undo brings all of it back', async () => {
  const ada = await company()
  const valves = await add(ada, 'Valves')
  const ball = await add(ada, 'Ball valves', valves.id)
  const { id: target } = await makeCategory(app, ada.companyId, 'Fittings', [{ code: 'material', required: true }])
  await putProducts(
    app,
    ada,
    { code: 'A', name: 'Gate', category: 'Valves' },
    { code: 'B', name: 'Globe', category: 'Valves', discoverable: false },
  )
  const remove = (body: object) => ada.call(deleteCategory, { body: { id: valves.id, ...body } })

  expect(await refusal(remove({}))).toMatchObject({
    status: 409,
    message: 'Valves has 2 products and 1 category below it. Choose the category that they go to.',
    details: { products: 2, categories: 1 },
  })
  expect(await refusal(remove({ replace_with: ball.id }))).toMatchObject({ status: 400 })
  const outcome = { products: 2, categories: 1, incomplete: 2, shown: 1 }
  expect((await remove({ replace_with: target, dryRun: true })).data).toEqual(outcome)
  expect(await tree(ada)).toEqual(['Fittings', 'Valves', 'Valves > Ball valves'])

  expect((await remove({ replace_with: target, version: 1 })).data).toEqual(outcome)
  expect(await tree(ada)).toEqual(['Fittings', 'Fittings > Ball valves'])
  expect(await categoryOf(ada)).toEqual([
    { code: 'A', name: 'Fittings', category: 'Fittings', version: 2 },
    { code: 'B', name: 'Fittings', category: 'Fittings', version: 2 },
  ])
  await undoLast(ada, 'catalogue')
  expect(await tree(ada)).toEqual(['Fittings', 'Valves', 'Valves > Ball valves'])
  expect(await categoryOf(ada)).toEqual([
    { code: 'A', name: 'Valves', category: 'Valves', version: 3 },
    { code: 'B', name: 'Valves', category: 'Valves', version: 3 },
  ])
})

test('an undo never leaves products in a category that is gone, nor a circle', async () => {
  const ada = await company()
  const [one, two] = [await add(ada, 'One'), await add(ada, 'Two')]
  await putProducts(app, ada, { code: 'A', name: 'Gate', category: 'Two' })
  // The adding of Two was the last act of this section.
  expect(await refusal(undoLast(ada, 'catalogue'))).toMatchObject({ status: 409, code: 'not_undoable' })

  await ada.call(updateCategory, { params: { id: two.id }, body: { parent_id: one.id } })
  expect(await tree(ada)).toEqual(['One', 'One > Two'])
  await app.sql(ada.companyId, 'update products set deleted_at = now() where company_id = $1', [ada.companyId])
  await ada.call(deleteCategory, { body: { id: two.id } })
  await expect(
    app.sql(ada.companyId, 'update products set deleted_at = null where company_id = $1', [ada.companyId]),
  ).rejects.toThrow('is gone')
})

test('the list of a category adds and requires; what is required above is never loosened below', async () => {
  const ada = await company()
  const above = await makeCategory(app, ada.companyId, 'Fluids', [
    { code: 'material', label: 'Material', required: true },
  ])
  const below = await makeCategory(app, ada.companyId, 'Valves', [{ code: 'size' }, { code: 'weight' }], above.id)
  const { material, size, weight } = { ...above.attributes, ...below.attributes } as Record<string, number>
  await putProducts(
    app,
    ada,
    { code: 'A', name: 'Gate', category: 'Fluids' },
    { code: 'B', name: 'Ball', category: 'Valves' },
  )
  const set = (attributes: { attribute_id: number; required: boolean }[], more: object = {}) =>
    ada.call(setAttributes, { params: { id: below.id }, body: { attributes, ...more } })
  const listed = (id: number | undefined, required: boolean) => ({ attribute_id: id!, required })

  expect(await refusal(set([listed(material, false)]))).toMatchObject({
    status: 400,
    errors: [{ field: 'attributes.0.required', message: 'Fluids requires Material. It can’t be optional here.' }],
  })
  expect(await refusal(set([listed(size, true), listed(size, true)]))).toMatchObject({ status: 400 })
  expect(await refusal(set([listed(999_999, true)]))).toMatchObject({ status: 400 })
  const seen = [listed(size, false), listed(weight, false)]
  const { data } = await set([listed(weight, true), listed(size, false)], { seen })
  // It lacks the material already.
  expect(data).toMatchObject({ incomplete: 0, shown: 0 })
  expect(data.category.attributes.map(({ attribute_id, required, own }) => [attribute_id, required, own])).toEqual(
    expect.arrayContaining([
      [weight, true, true],
      [size, false, true],
      [material, true, false],
    ]),
  )
  expect(await refusal(set([listed(size, true)], { seen }))).toMatchObject({ status: 409, code: 'version_conflict' })
  await undoLast(ada, 'catalogue')
  const { categories } = (await ada.call(productStructure.tree, {})).data
  const again = categories.find(({ id }) => id === below.id)!
  expect(
    again.attributes.filter(({ own }) => own).map(({ attribute_id, own_required }) => [attribute_id, own_required]),
  ).toEqual([
    [size, false],
    [weight, false],
  ])
})
