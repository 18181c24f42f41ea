import { afterAll, expect, test } from 'vitest'
import { masterProducts, type ProductChange } from '#contract/catalogue/master-products.ts'
import { productBulk, type BulkChange } from '#contract/catalogue/product-bulk.ts'
import { changes as recentChanges } from '#contract/platform/changes.ts'
import { dryRuns } from '#contract/platform/bulk.ts'
import { jobs } from '#contract/platform/jobs.ts'
import { startTestApp, type TestPerson } from '#server/test/app.ts'
import { makeCategory } from '#server/test/catalogue.ts'
import { workOff } from '#server/test/leads.ts'

const app = await startTestApp()
afterAll(() => app.stop())

const KEYS = [
  'master_products_view',
  'master_products_edit',
  'master_products_toggle_discoverable',
  'activity_logs_view',
] as const

const ATTRIBUTES = [
  {
    code: 'pressure',
    label: 'Pressure',
    type: 'quantity',
    family: 'pressure',
    units: ['bar', '[psi]'],
    required: true,
  },
  { code: 'length', label: 'Length', type: 'quantity', family: 'length', units: ['m', 'cm'] },
  { code: 'temperature', label: 'Temperature', type: 'range', family: 'temperature', units: ['Cel', 'K'] },
  { code: 'uses', label: 'Uses', type: 'options', options: ['Food', 'Marine', 'Gas'] },
  { code: 'serial', label: 'Serial', unique: true },
]

/** A company with three products: one has a pressure of 10 bar, one of 16 bar, one has none. */
const withProducts = async (name = 'Ada') => {
  const person = await app.signIn({ can: KEYS, name })
  const category = await makeCategory(app, person.companyId, 'Valves', ATTRIBUTES)
  const add = async (code: string, attributes: NonNullable<ProductChange['attributes']>) =>
    (
      await person.call(masterProducts.add, {
        body: { name: `Valve ${code}`, code, brand: 'Kestrel', category_id: category.id, attributes },
      })
    ).data.id
  const ids = [
    await add('V-1', { pressure: { value: '10', unit: 'bar' }, length: { value: '1', unit: 'm' }, uses: ['food'] }),
    await add('V-2', {
      pressure: { value: '16', unit: 'bar' },
      temperature: { min: '-20', max: '80', unit: 'Cel' },
      uses: ['marine'],
    }),
    await add('V-3', {}),
  ]
  return { person, ids, category }
}
const select = async (person: TestPerson, ids: number[]) =>
  (await person.call(productBulk.select, { body: { ids } })).data.id
const foresee = async (person: TestPerson, ids: number[], changes: BulkChange[]) =>
  (await person.call(productBulk.edit, { body: { selection: await select(person, ids), changes, dryRun: true } })).data
const jobOf = async (person: TestPerson, begun: Promise<{ data: { job: number | null } }>) => {
  const id = (await begun).data.job ?? 0
  await workOff(app)
  return (await person.call(jobs.one, { params: { id } })).data
}
const edit = async (person: TestPerson, ids: number[], changes: BulkChange[]) =>
  jobOf(person, person.call(productBulk.edit, { body: { selection: await select(person, ids), changes } }))
const stored = ({ companyId }: TestPerson) =>
  app.sql(
    companyId,
    `select p.code, p.name, p.brand, p.discoverable,
       (select jsonb_object_agg(a.code, v.value) from product_values v join product_attributes a on a.company_id = v.company_id and a.id = v.attribute_id
         where v.company_id = p.company_id and v.product_id = p.id and v.filled) as values
     from products p where company_id = $1 and deleted_at is null order by id`,
    [companyId],
  )
const undoLast = async (person: TestPerson) => {
  const [last] = (await person.call(recentChanges.list, { query: {} })).data
  await person.call(recentChanges.undo, { body: { changeSet: last!.change_set } })
  await workOff(app)
  return last
}

test('a dry run shows what each product would become, the run makes it so, and one undo takes all of it back', async () => {
  const { person: ada, ids } = await withProducts()
  const { person: bob } = await withProducts('Bob')
  const [before, theirs] = [await stored(ada), await stored(bob)]
  const changes: BulkChange[] = [
    { field: 'brand', op: 'set', value: 'Aldermoor' },
    { field: 'name', op: 'replace_text', find: 'Valve', value: 'Ball valve' },
    { field: 'attributes.pressure', op: 'convert', value: 'psi' },
    { field: 'attributes.length', op: 'convert', value: 'cm' },
    { field: 'attributes.temperature', op: 'multiply', value: '-2' },
    { field: 'attributes.uses', op: 'add', value: ['Gas'] },
  ]

  const dry = await foresee(ada, ids, changes)
  expect(dry.foreseen).toEqual([{ outcome: 'changed', message: null, count: 3 }])
  expect(dry.examples?.filter(({ id }) => id === ids[0])).toEqual([
    { id: ids[0], name: 'Valve V-1', field: 'Name', from: 'Valve V-1', to: 'Ball valve V-1' },
    { id: ids[0], name: 'Valve V-1', field: 'Brand', from: 'Kestrel', to: 'Aldermoor' },
    { id: ids[0], name: 'Valve V-1', field: 'Pressure', from: '10 bar', to: '145.037737730209 psi' },
    { id: ids[0], name: 'Valve V-1', field: 'Length', from: '1 m', to: '100 cm' },
    { id: ids[0], name: 'Valve V-1', field: 'Uses', from: 'Food', to: 'Food; Gas' },
  ])
  expect(await stored(ada)).toEqual(before)
  await expect(bob.call(productBulk.edit, { body: { selection: await select(ada, ids), changes } })).rejects.toThrow(
    '404 Selection not found',
  )
  await expect(bob.call(productBulk.select, { body: { ids } })).rejects.toThrow(
    '409 None of these products exist any more.',
  )

  expect(await edit(ada, ids, changes)).toMatchObject({
    state: 'done',
    title: 'Change 3 products',
    outcomes: [{ outcome: 'changed', count: 3 }],
  })
  expect(await stored(ada)).toMatchObject([
    {
      name: 'Ball valve V-1',
      brand: 'Aldermoor',
      values: {
        pressure: { value: '145.037737730209', unit: '[psi]' },
        length: { value: '100', unit: 'cm' },
        uses: ['food', 'gas'],
      },
    },
    { values: { temperature: { min: '-160', max: '40', unit: 'Cel' }, uses: ['marine', 'gas'] } },
    { name: 'Ball valve V-3', values: { uses: ['gas'] } },
  ])
  expect(await undoLast(ada)).toMatchObject({ did: 'Changed *' })
  expect(await stored(ada)).toEqual(before)
  expect(await stored(bob)).toEqual(theirs)
})

test('what a product cannot take is refused with its reason, and it takes none of the other changes either', async () => {
  const { person: ada, ids, category } = await withProducts()
  await app.sql(
    ada.companyId,
    `update product_attributes set max = '200' where company_id = $1 and code = 'pressure'`,
    [ada.companyId],
  )
  const changes: BulkChange[] = [
    { field: 'brand', op: 'set', value: 'Corvane' },
    { field: 'attributes.pressure', op: 'multiply', value: 15 },
  ]
  const limit = 'Pressure is at most 200 bar (you entered 240 bar).'

  expect((await foresee(ada, ids, changes)).foreseen).toEqual([
    { outcome: 'changed', message: null, count: 2 },
    { outcome: 'skipped', message: limit, count: 1 },
  ])
  const job = await edit(ada, ids, changes)
  expect(job.outcomes).toEqual([
    { outcome: 'changed', count: 2 },
    { outcome: 'skipped', count: 1 },
  ])
  const { data: results } = await ada.call(jobs.results, { params: { id: job.id }, query: {} })
  expect(results).toMatchObject([{ subject: ids[1], message: limit }])
  expect((await stored(ada)).map(({ brand, values }) => [brand, values?.pressure?.value])).toEqual([
    ['Corvane', '150'],
    ['Kestrel', '16'],
    ['Corvane', undefined],
  ])

  expect((await foresee(ada, ids, [{ field: 'attributes.serial', op: 'set', value: 'S-1' }])).foreseen).toMatchObject([
    { outcome: 'skipped', count: 2 },
    { outcome: 'changed', count: 1 },
  ])
  expect((await edit(ada, ids, [{ field: 'category_id', op: 'set', value: category.id }])).outcomes).toEqual([
    { outcome: 'skipped', count: 3 },
  ])
})

test('a change that no product could take is refused at its field and starts nothing', async () => {
  const { person: ada, ids } = await withProducts()
  const { category } = await withProducts('Bob')
  const selection = await select(ada, ids)
  const refused: [BulkChange, string, string][] = [
    [{ field: 'nothing', op: 'set', value: 'x' }, 'changes.0.field', 'Choose a field that can be changed.'],
    [{ field: 'attributes.none', op: 'clear' }, 'changes.0.field', 'Choose a field that can be changed.'],
    [{ field: 'name', op: 'clear' }, 'changes.0.op', 'Name does not take this change. Choose another.'],
    [{ field: 'brand', op: 'set', value: ' ' }, 'changes.0.value', 'Enter Brand, or clear it.'],
    [{ field: 'brand', op: 'set', value: 'x'.repeat(121) }, 'changes.0.value', 'Brand may have 120 characters.'],
    [{ field: 'category_id', op: 'set', value: 'Valves' }, 'changes.0.value', 'Choose a category of the list.'],
    [
      { field: 'category_id', op: 'set', value: category.id },
      'changes.0.value',
      'This category no longer exists. Choose another.',
    ],
    [
      { field: 'usual_min', op: 'set', value: 0.5 },
      'changes.0.value',
      'Lowest expected quantity must be a whole number from 1 to 1,000,000,000.',
    ],
    [
      { field: 'attributes.pressure', op: 'set', value: { value: '10', unit: 'kg' } },
      'changes.0.value',
      'kg is no unit of pressure. Choose bar or psi.',
    ],
    [
      { field: 'attributes.pressure', op: 'convert', value: 'kg' },
      'changes.0.value',
      'kg is no unit of pressure. Choose bar or psi.',
    ],
    [
      { field: 'attributes.pressure', op: 'multiply', value: '0' },
      'changes.0.value',
      'Pressure is multiplied by a number, as in 1.1.',
    ],
    [{ field: 'attributes.uses', op: 'add', value: ['Space'] }, 'changes.0.value', 'Uses has no option “Space”.'],
    [
      { field: 'name', op: 'replace_text', value: 'Valve' },
      'changes.0.value',
      'Enter what is replaced in Name, and the text that takes its place.',
    ],
  ]

  for (const [change, field, message] of refused)
    await expect(ada.call(productBulk.edit, { body: { selection, changes: [change] } })).rejects.toMatchObject({
      failure: { errors: [{ field, message }] },
    })
  const twice: BulkChange[] = [
    { field: 'brand', op: 'set', value: 'A' },
    { field: 'brand', op: 'clear' },
  ]
  await expect(ada.call(productBulk.edit, { body: { selection, changes: twice } })).rejects.toThrow(
    '400 Change each field only once.',
  )
  const [row] = await app.sql(ada.companyId, 'select count(*)::int as n from jobs where company_id = $1', [
    ada.companyId,
  ])
  expect(row).toEqual({ n: 0 })
})

test('products that lack something are not shown, with the list of it; hiding and deleting take all, and are undone', async () => {
  const { person: ada, ids } = await withProducts()
  const { person: bob } = await withProducts('Bob')
  const filter = (await ada.call(productBulk.select, { body: { filter: { search: 'Valve', sort: 'code' } } })).data
  expect(filter.count).toBe(3)
  const show = { selection: filter.id, discoverable: true }
  const shown = async (person: TestPerson) => (await stored(person)).map(({ discoverable }) => discoverable)

  expect((await ada.call(productBulk.discoverable, { body: { ...show, dryRun: true } })).data).toEqual({
    foreseen: [
      { outcome: 'shown', message: null, count: 2 },
      { outcome: 'skipped', message: '1 required field is empty: Pressure.', count: 1 },
    ],
    job: null,
  })
  expect(await jobOf(ada, ada.call(productBulk.discoverable, { body: show }))).toMatchObject({
    title: 'Show 3 products',
    outcomes: [
      { outcome: 'shown', count: 2 },
      { outcome: 'skipped', count: 1 },
    ],
  })
  expect(await shown(ada)).toEqual([true, true, false])
  const hide = { selection: await select(ada, ids), discoverable: false }
  expect((await jobOf(ada, ada.call(productBulk.discoverable, { body: hide }))).outcomes).toEqual([
    { outcome: 'hidden', count: 2 },
    { outcome: 'skipped', count: 1 },
  ])
  await undoLast(ada)
  expect(await shown(ada)).toEqual([true, true, false])

  await jobOf(ada, ada.call(productBulk.remove, { body: { selection: await select(ada, ids.slice(1)) } }))
  expect((await stored(ada)).map(({ code }) => code)).toEqual(['V-1'])
  expect((await foresee(ada, [ids[0]!], [{ field: 'brand', op: 'clear' }])).foreseen).toEqual([
    { outcome: 'changed', message: null, count: 1 },
  ])
  await undoLast(ada)
  expect((await stored(ada)).map(({ code }) => code)).toEqual(['V-1', 'V-2', 'V-3'])
  expect(await shown(bob)).toEqual([false, false, false])
})

test('a dry run of more than a thousand products counts as a job, and has its examples at once', async () => {
  const ada = await app.signIn({ can: KEYS, name: 'Ada' })
  await app.sql(
    ada.companyId,
    `insert into products (company_id, code, name) select $1, 'P-' || n, 'Pump ' || n from generate_series(1, 1100) n`,
    [ada.companyId],
  )
  const { data: selection } = await ada.call(productBulk.select, { body: { filter: {} } })
  const changes: BulkChange[] = [{ field: 'unit', op: 'set', value: 'piece' }]

  const { data } = await ada.call(productBulk.edit, { body: { selection: selection.id, changes, dryRun: true } })
  await workOff(app)
  const looked = await ada.call(dryRuns.foreseen, { params: { id: data.job! } })

  expect(data.examples).toHaveLength(20)
  expect(looked.data).toMatchObject({
    state: 'done',
    foreseen: [{ outcome: 'changed', message: null, count: 1_100 }],
  })
  const [row] = await app.sql(ada.companyId, 'select count(unit)::int as n from products where company_id = $1', [
    ada.companyId,
  ])
  expect(row).toEqual({ n: 0 })
})
