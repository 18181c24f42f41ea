import { afterAll, expect, test } from 'vitest'
import { masterProducts, type ProductChange } from '#contract/catalogue/master-products.ts'
import { productDuplicates } from '#contract/catalogue/product-duplicates.ts'
import { changes } from '#contract/platform/changes.ts'
import { startTestApp, type TestPerson } from '#server/test/app.ts'
import { makeCategory } from '#server/test/catalogue.ts'
import { putLead } from '#server/test/journey.ts'

const app = await startTestApp()
afterAll(() => app.stop())

const KEYS = ['master_products_view', 'master_products_edit', 'activity_logs_view', 'marketing_leads_list'] as const

/** Two valves that are the same: the first lacks a brand and a pressure, which the other one has. */
const withTwins = async (name = 'Ada') => {
  const person = await app.signIn({ can: KEYS, name })
  const category = await makeCategory(app, person.companyId, 'Valves', [
    { code: 'pressure', label: 'Pressure', type: 'quantity', family: 'pressure', units: ['bar', '[psi]'] },
    { code: 'material', label: 'Material', type: 'option', options: ['Brass', 'Steel'] },
  ])
  const add = async (code: string, title: string, more: ProductChange = {}) =>
    (await person.call(masterProducts.add, { body: { name: title, code, category_id: category.id, ...more } })).data.id
  const winner = await add('BV-25', 'Ball valve DN25', { attributes: { material: 'brass' } })
  const loser = await add('BV 25', 'Ball Valve DN 25', {
    unit: 'piece',
    attributes: { material: 'steel', pressure: { value: '16', unit: 'bar' } },
  })
  return { person, winner, loser, add }
}
const lineOf = async ({ companyId }: TestPerson, lead: number, product: number) => {
  await app.sql(
    companyId,
    `insert into lead_items (company_id, lead_id, product_id, product_name, quantity, total_quantity) values ($1, $2, $3, 'As asked', 1, 1)`,
    [companyId, lead, product],
  )
}
const stored = ({ companyId }: TestPerson) =>
  app.sql(
    companyId,
    `select p.id, p.code, p.name, p.unit, p.deleted_at is null as there, p.merged_into,
       (select jsonb_object_agg(a.code, v.value) from product_values v join product_attributes a on a.company_id = v.company_id and a.id = v.attribute_id
         where v.company_id = p.company_id and v.product_id = p.id and v.filled) as values,
       (select count(*)::int from lead_items i where i.company_id = p.company_id and i.product_id = p.id) as lines,
       array(select text from product_synonyms s where s.company_id = p.company_id and s.product_id = p.id order by text) as synonyms
     from products p where p.company_id = $1 order by p.id`,
    [companyId],
  )
const merge = (person: TestPerson, winner: number, loser: number, more: object = {}) =>
  person.call(productDuplicates.merge, { body: { winner, loser, ...more } })

test('products with one code, or one name and brand, are a group until they are marked as different; alike ones are shown', async () => {
  const { person: ada, winner, loser, add } = await withTwins()
  const { person: bob } = await withTwins('Bob')
  const alike = await add('X-1', 'Ball valve DN25, long')

  const list = await ada.call(productDuplicates.list, { query: {} })
  expect(list).toMatchObject({ total: 1, next: null })
  expect(list.data.map(({ products }) => products.map(({ id }) => id))).toEqual([[loser, winner]])
  const { data } = await ada.call(productDuplicates.ofProduct, { params: { id: winner } })
  expect(data.products.map(({ id, same }) => [id, same.includes('code'), same.includes('alike')])).toEqual([
    [loser, true, true],
    [alike, false, true],
  ])
  await expect(bob.call(productDuplicates.ofProduct, { params: { id: winner } })).rejects.toThrow('404')
  await expect(bob.call(productDuplicates.dismiss, { body: { ids: [winner, loser] } })).rejects.toThrow('404')

  await ada.call(productDuplicates.dismiss, { body: { ids: [loser, winner] } })
  expect((await ada.call(productDuplicates.list, { query: {} })).total).toBe(0)
  const [last] = (await ada.call(changes.list, { query: {} })).data
  await ada.call(changes.undo, { body: { changeSet: last!.change_set } })
  expect((await ada.call(productDuplicates.list, { query: {} })).total).toBe(1)
  expect((await bob.call(productDuplicates.list, { query: {} })).total).toBe(1)
})

test('a product about to be added is compared with those of its company, the surest first', async () => {
  const { person: ada, winner, loser, add } = await withTwins()
  const { person: bob } = await withTwins('Bob')
  const { data: known } = await ada.call(masterProducts.details, { params: { id: winner } })
  const long = await add('X-1', 'Ball valve DN25, long')
  const like = async (query: { name: string; code?: string; category_id?: number }) =>
    (await ada.call(productDuplicates.likeNew, { query })).data.map(({ id, same }) => [id, same])

  const category_id = known.category_id!
  expect(await like({ name: 'ball valve dn25', code: 'x1', category_id })).toEqual([
    [winner, ['name', 'alike']],
    [long, ['code', 'alike']],
    [loser, ['alike']],
  ])
  expect(await like({ name: 'Ball valve DN25, short', category_id })).toEqual([[winner, ['alike']]])
  expect(await like({ name: 'Peristaltic pump', category_id })).toEqual([])
  const theirs = await bob.call(productDuplicates.likeNew, { query: { name: 'Ball valve DN25', category_id } })
  expect(theirs.data.map(({ id }) => id)).not.toContain(winner)
  const reader = await app.signIn({ can: ['master_products_view'] })
  await expect(reader.call(productDuplicates.likeNew, { query: { name: 'Ball valve' } })).rejects.toThrow('403')
})

test('a merge does what its dry run shows, and unmerge gives both back as they were', async () => {
  const { person: ada, winner, loser } = await withTwins()
  const { person: bob } = await withTwins('Bob')
  const lead = await putLead(app, ada)
  await lineOf(ada, lead, loser)
  const [before, theirs] = [await stored(ada), await stored(bob)]
  const picks = { 'attributes.material': 'loser' as const, code: 'loser' as const }

  const dry = await merge(ada, winner, loser, { picks, dryRun: true })
  expect(dry.data).toMatchObject({
    fields: [
      { field: 'name', winner: 'Ball valve DN25', loser: 'Ball Valve DN 25', chosen: 'winner' },
      { field: 'code', winner: 'BV-25', loser: 'BV 25', chosen: 'loser' },
      { field: 'unit', winner: null, loser: 'piece', chosen: 'loser' },
      { field: 'attributes.pressure', winner: null, loser: '16 bar', chosen: 'loser' },
      { field: 'attributes.material', winner: 'Brass', loser: 'Steel', chosen: 'loser' },
    ],
    moves: { lines: 1, pictures: 0, synonyms: 0, vendor_updates: 0 },
    merge: null,
  })
  expect(await stored(ada)).toEqual(before)
  await expect(merge(bob, winner, loser)).rejects.toThrow('404 Product not found')

  const { data } = await merge(ada, winner, loser, { picks })
  expect(data).toMatchObject({
    product: { id: winner, code: 'BV 25' },
    merge: { loser: { id: loser }, by: { name: 'Ada' } },
  })
  expect((await ada.call(masterProducts.details, { params: { id: loser } })).data.id).toBe(winner)
  expect(await stored(ada)).toMatchObject([
    {
      code: 'BV 25',
      unit: 'piece',
      there: true,
      values: { material: 'steel', pressure: { value: '16', unit: 'bar' } },
      lines: 1,
    },
    { there: false, merged_into: winner, lines: 0 },
  ])
  const [act] = (await ada.call(changes.list, { query: {} })).data
  expect(act).toMatchObject({
    did: 'Merged a duplicate into *',
    not_undoable: 'Merged products are taken apart with Unmerge, on the product that they became.',
  })

  const id = data.merge!.id
  await expect(bob.call(productDuplicates.unmerge, { body: { id } })).rejects.toThrow('404 Merge not found')
  expect((await ada.call(productDuplicates.unmerge, { body: { id } })).data).toMatchObject({
    winner: { id: winner, code: 'BV-25' },
    loser: { id: loser, code: 'BV 25' },
    kept: [],
  })
  expect(await stored(ada)).toEqual(before)
  expect(await stored(bob)).toEqual(theirs)
  await expect(ada.call(productDuplicates.unmerge, { body: { id } })).rejects.toThrow('409 These products are already')
})

test('what was changed after a merge stays when it is taken apart, and is named', async () => {
  const { person: ada, winner, loser } = await withTwins()
  const { data } = await merge(ada, winner, loser)
  await ada.call(masterProducts.update, { params: { id: winner }, body: { unit: 'kit' } })

  const { data: apart } = await ada.call(productDuplicates.unmerge, { body: { id: data.merge!.id } })

  expect(apart.kept).toEqual([{ field: 'unit', message: 'Sales unit was changed after the merge' }])
  expect(apart.winner).toMatchObject({ unit: 'kit' })
  expect(apart.loser).toMatchObject({ unit: 'piece' })
})

test('merges form chains that lead to one product, are taken apart from the end, and never make a circle', async () => {
  const { person: ada, winner: b, loser: a, add } = await withTwins()
  const c = await add('C', 'Ball valve DN25 new')
  const first = await merge(ada, b, a)
  const second = await merge(ada, c, b)

  expect((await ada.call(masterProducts.details, { params: { id: a } })).data.id).toBe(c)
  await expect(merge(ada, a, c)).rejects.toThrow('409 Ball Valve DN 25 was merged into Ball valve DN25 new already.')
  await expect(merge(ada, c, a)).rejects.toThrow('409 Ball Valve DN 25 was merged')
  await expect(merge(ada, c, c)).rejects.toThrow('400 A product can’t be merged with itself.')
  await expect(ada.call(productDuplicates.unmerge, { body: { id: first.data.merge!.id } })).rejects.toThrow(
    '409 Ball valve DN25 was merged into Ball valve DN25 new. Unmerge that first.',
  )
  await ada.call(productDuplicates.unmerge, { body: { id: second.data.merge!.id } })
  await ada.call(productDuplicates.unmerge, { body: { id: first.data.merge!.id } })
  expect((await stored(ada)).map(({ there, merged_into }) => [there, merged_into])).toEqual([
    [true, null],
    [true, null],
    [true, null],
  ])
})

test('of two merges at once, each of the other’s products, one is refused', async () => {
  const { person: ada, winner, loser } = await withTwins()

  const ends = await Promise.allSettled([merge(ada, winner, loser), merge(ada, loser, winner)])

  expect(ends.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect((await stored(ada)).filter(({ there }) => there)).toHaveLength(1)
})

test('a merge of products that have changed since the preview is refused, and so is a pick of nothing', async () => {
  const { person: ada, winner, loser } = await withTwins()
  const { version } = (await ada.call(masterProducts.details, { params: { id: loser } })).data
  await ada.call(masterProducts.update, { params: { id: loser }, body: { brand: 'Kestrel' } })
  const before = await stored(ada)

  await expect(merge(ada, winner, loser, { loserVersion: version })).rejects.toThrow(
    '409 Ball Valve DN 25 has changed since you opened it.',
  )
  await expect(merge(ada, winner, loser, { picks: { gtin: 'loser' } })).rejects.toThrow(
    '400 Both products have the same there.',
  )
  expect(await stored(ada)).toEqual(before)
})
