import { afterAll, expect, test } from 'vitest'
import { masterProducts } from '#contract/catalogue/master-products.ts'
import { changes } from '#contract/platform/changes.ts'
import { checkCounts } from '#server/platform/counted-lists/check.ts'
import { startTestApp, type TestPerson } from '#server/test/app.ts'
import { CATALOGUE_KEYS, makeCategory, withValves } from '#server/test/catalogue.ts'
import { refusal } from '#server/test/journey.ts'
import { workOff } from '#server/test/leads.ts'
import { PRODUCT_LIST } from './filter.ts'

const app = await startTestApp()
afterAll(() => app.stop())

const stored = async ({ companyId }: TestPerson) =>
  app.sql(
    companyId,
    `select p.code, p.name, p.discoverable, p.required_count, p.filled_count,
       (select jsonb_object_agg(a.code, v.value) from product_values v join product_attributes a on a.company_id = v.company_id and a.id = v.attribute_id
         where v.company_id = p.company_id and v.product_id = p.id and v.filled) as values
     from products p where company_id = $1 and deleted_at is null order by id`,
    [companyId],
  )

test('a product is filled until it may be shown; another company knows nothing of it', async () => {
  const { person: ada, product } = await withValves(app)
  const { person: bob } = await withValves(app, 'Bob')
  const params = { id: product.id }
  const show = { params, body: { discoverable: true, company_id: ada.companyId } }
  expect(product).toMatchObject({
    required: 5,
    filled: 3,
    completeness: 60,
    discoverable: false,
    missing: ['Pressure', 'Material'],
  })
  expect(product.why).toMatchObject({ shown: false, because: 'incomplete', switched: null })

  expect(await refusal(ada.call(masterProducts.toggle, show))).toMatchObject({
    code: 'incomplete',
    message: 'Ball valve DN25 cannot be shown yet: 2 required fields are empty: Pressure, Material.',
    details: {
      missing: [
        { code: 'pressure', required_by: 'Valves' },
        { code: 'material', kind: 'attribute' },
      ],
    },
  })
  const { data: filled } = await ada.call(masterProducts.update, {
    params,
    body: { attributes: { pressure: { value: 16, unit: 'bar' }, material: 'Brass' }, version: product.version },
  })
  expect(filled).toMatchObject({ completeness: 100, missing: [], why: { because: 'switched_off' } })
  expect(filled.attributes).toMatchObject([
    { code: 'pressure', value: { value: '16', unit: 'bar' }, text: '16 bar', required: true, source: 'person' },
    { code: 'material', value: 'brass', text: 'Brass' },
    { code: 'serial', value: null, required: false },
  ])
  const { data: shown } = await ada.call(masterProducts.toggle, show)
  expect(shown).toMatchObject({ discoverable: true, missing: [], open_leads: 0 })
  const { data: again } = await ada.call(masterProducts.toggle, show)
  expect(again.version).toBe(shown.version)
  const { data: known } = await ada.call(masterProducts.details, { params })
  expect(known.why).toMatchObject({ shown: true, because: 'shown', switched: { by: 'Ada', channel: 'api' } })

  expect(
    await refusal(ada.call(masterProducts.toggle, { params, body: { ...show.body, company_id: bob.companyId } })),
  ).toMatchObject({
    code: 'company_changed',
  })
  for (const call of [
    () => bob.call(masterProducts.details, { params }),
    () => bob.call(masterProducts.update, { params, body: { name: 'Mine' } }),
    () => bob.call(masterProducts.toggle, { params, body: { discoverable: true, company_id: bob.companyId } }),
    () => bob.call(masterProducts.activity, { params, query: {} }),
  ])
    await expect(call()).rejects.toThrow('404 Product not found')
  expect(await stored(ada)).toEqual([
    {
      code: 'HP-2001',
      name: 'Ball valve DN25',
      discoverable: true,
      required_count: 5,
      filled_count: 5,
      values: { pressure: { value: '16', unit: 'bar' }, material: 'brass' },
    },
  ])
  expect(await stored(bob)).toMatchObject([{ filled_count: 3, values: null }])
})

test('two people change different fields and both win; of the same field the second is told then, now and theirs', async () => {
  const { person: ada, product } = await withValves(app)
  const asha = await app.signIn({ can: CATALOGUE_KEYS, name: 'Asha Rao', colleagueOf: ada })
  const params = { id: product.id }
  const { version } = (
    await ada.call(masterProducts.update, {
      params,
      body: { attributes: { pressure: { value: '10', unit: 'bar' } }, version: product.version },
    })
  ).data
  await asha.call(masterProducts.update, {
    params,
    body: { attributes: { pressure: { value: '25', unit: 'bar' } }, version },
  })
  await ada.call(masterProducts.update, {
    params,
    body: { attributes: { material: 'steel' }, brand: 'Kestrel', version },
  })

  const body = { attributes: { pressure: { value: '16', unit: 'bar' } }, name: 'Another name', version }
  expect(await refusal(ada.call(masterProducts.update, { params, body }))).toMatchObject({
    code: 'conflict',
    message: 'Asha Rao changed Pressure since you opened this product. Choose which to keep.',
    details: {
      fields: [
        {
          field: 'attributes.pressure',
          label: 'Pressure',
          then: '10 bar',
          now: '25 bar',
          yours: '16 bar',
          by: 'Asha Rao',
        },
      ],
    },
  })
  // The same value in another unit is no change, and so no conflict.
  await ada.call(masterProducts.update, {
    params,
    body: { attributes: { pressure: { value: '2500', unit: 'kPa' } }, version },
  })
  expect(await stored(ada)).toMatchObject([
    { name: 'Ball valve DN25', values: { pressure: { value: '25', unit: 'bar' }, material: 'steel' } },
  ])
})

test('what cannot be stored is named field by field, and nothing of it is', async () => {
  const { person: ada, product, valves } = await withValves(app)
  const params = { id: product.id }
  const other = (
    await ada.call(masterProducts.add, {
      body: {
        name: 'Hose',
        code: 'HP-1001',
        gtin: '4006381333931',
        category_id: valves.id,
        attributes: { serial: 'S-1' },
      },
    })
  ).data
  const update = (body: object) => refusal(ada.call(masterProducts.update, { params, body }))
  expect(
    await update({
      code: ' ',
      gtin: '4006381333932',
      attributes: { pressure: { value: 'much', unit: 'bar' }, material: 'Gold', gone: 'x' },
      brand: 'Kestrel',
    }),
  ).toMatchObject({ code: 'bad_request' })
  expect(await update({ gtin: '4006381333932' })).toMatchObject({
    errors: [{ field: 'gtin', message: 'The last digit of the GTIN does not fit; 1 would.' }],
  })
  expect(
    await update({ attributes: { pressure: { value: '1', unit: 'kg' }, material: 'Gold', gone: 'x' } }),
  ).toMatchObject({
    errors: [
      { field: 'attributes.pressure' },
      { field: 'attributes.material', message: 'Material has no option “Gold”.' },
      { field: 'attributes.gone', message: 'There is no such attribute any more.' },
    ],
  })
  expect(await update({ usual_min: 10, usual_max: 5 })).toMatchObject({ errors: [{ field: 'usual_max' }] })
  expect(await update({ category_id: valves.id + 1_000 })).toMatchObject({ errors: [{ field: 'category_id' }] })
  expect(await update({ code: 'hp-1001', attributes: { serial: 's-1' } })).toMatchObject({
    code: 'taken',
    details: { id: other.id },
    errors: [
      { field: 'code', message: 'The code hp-1001 belongs to Hose.' },
      { field: 'attributes.serial', message: 'Serial is already used by HP-1001 Hose.' },
    ],
  })
  expect(await refusal(ada.call(masterProducts.add, { body: { name: 'No code' } }))).toMatchObject({
    errors: [{ field: 'code', message: 'Enter the code.' }],
  })
  expect(await stored(ada)).toMatchObject([{ code: 'HP-2001', values: null }, { code: 'HP-1001' }])
})

test('the activity says what each act changed, in words; one field is restored, versions are compared, an act is undone', async () => {
  const { person: ada, product } = await withValves(app)
  const params = { id: product.id }
  const set = async (value: string | null) =>
    ada.call(masterProducts.update, {
      params,
      body: { attributes: { pressure: value === null ? null : { value, unit: 'bar' } }, reason: `It is ${value}` },
    })
  await set('10')
  await set('25')
  await ada.call(masterProducts.update, { params, body: { name: 'Ball valve DN25, brass' } })
  await set(null)
  const { data, cursor } = await ada.call(masterProducts.activity, { params, query: { limit: 3 } })
  expect(
    data.map(({ did, reason, fields }) => [
      did,
      reason,
      ...fields.map(({ label, old_text, new_text }) => [label, old_text, new_text]),
    ]),
  ).toEqual([
    ['Changed *', 'It is null', ['Pressure', '25 bar', null]],
    ['Changed *', null, ['Name', 'Ball valve DN25', 'Ball valve DN25, brass']],
    ['Changed *', 'It is 25', ['Pressure', '10 bar', '25 bar']],
  ])
  const { data: rest } = await ada.call(masterProducts.activity, { params, query: { cursor: cursor! } })
  expect(rest.map(({ did }) => did)).toEqual(['Changed *', 'Added *'])
  const { data: ofPressure } = await ada.call(masterProducts.activity, {
    params,
    query: { field: 'attributes.pressure' },
  })
  expect(ofPressure).toHaveLength(3)

  const { data: then } = await ada.call(masterProducts.version, { params, query: { at: data[2]!.id } })
  expect(then.filter(({ same }) => !same)).toEqual([
    {
      field: 'name',
      label: 'Name',
      group: 'Basics',
      then_text: 'Ball valve DN25',
      now_text: 'Ball valve DN25, brass',
      same: false,
    },
    {
      field: 'attributes.pressure',
      label: 'Pressure',
      group: 'General',
      then_text: '25 bar',
      now_text: null,
      same: false,
    },
  ])
  const { data: restored } = await ada.call(masterProducts.restore, {
    body: { id: product.id, change: data[2]!.id, field: 'attributes.pressure' },
  })
  expect(restored.attributes[0]).toMatchObject({ text: '10 bar' })

  const { data: undone } = await ada.call(changes.undo, { body: { changeSet: data[1]!.change_set } })
  expect(undone).toMatchObject({ undone: 1, skipped: [] })
  await workOff(app)
  expect(await stored(ada)).toMatchObject([
    { name: 'Ball valve DN25', values: { pressure: { value: '10', unit: 'bar' } } },
  ])
})

test('a value that an undo took away is a change like any other: whoever had the product open is asked', async () => {
  const { person: ada, product } = await withValves(app)
  const params = { id: product.id }
  await ada.call(masterProducts.update, { params, body: { attributes: { material: 'brass' } } })
  const opened = (await ada.call(masterProducts.details, { params })).data
  const [act] = (await ada.call(masterProducts.activity, { params, query: { limit: 1 } })).data
  await ada.call(changes.undo, { body: { changeSet: act!.change_set } })
  const body = { attributes: { material: 'steel' }, version: opened.version }
  expect(await refusal(ada.call(masterProducts.update, { params, body }))).toMatchObject({
    code: 'conflict',
    details: { fields: [{ field: 'attributes.material', then: 'Brass', now: null, yours: 'Steel' }] },
  })
  const [undo] = (await ada.call(masterProducts.activity, { params, query: { limit: 1 } })).data
  expect(undo!.fields).toMatchObject([{ label: 'Material', old_text: 'Brass', new_text: null }])
  await ada.call(masterProducts.update, { params, body: { attributes: { material: 'steel' } } })
  expect(await stored(ada)).toMatchObject([{ filled_count: 4, values: { material: 'steel' } }])
})

test('a deleted product is gone from the list, comes back by undo, and not while another has its code', async () => {
  const { person: ada, product } = await withValves(app)
  const { data } = await ada.call(masterProducts.remove, { body: { id: product.id, version: product.version } })
  expect(data).toEqual({ leads: 0 })
  const params = { id: product.id }
  await expect(ada.call(masterProducts.details, { params })).rejects.toThrow('404 Product not found')
  expect((await ada.call(masterProducts.list, { query: {} })).pagination.total).toBe(0)
  const changeSet = (await ada.call(changes.list, { query: {} })).data.find(
    ({ did }) => did === 'Deleted *',
  )!.change_set
  const { data: other } = await ada.call(masterProducts.add, { body: { name: 'Another', code: 'hp-2001' } })
  await expect(ada.call(changes.undo, { body: { changeSet } })).rejects.toThrow(
    'The code HP-2001 belongs to Another now.',
  )
  await ada.call(masterProducts.update, { params: { id: other.id }, body: { code: 'X-1' } })
  await ada.call(changes.undo, { body: { changeSet } })
  expect((await stored(ada)).map(({ code }) => code)).toEqual(['HP-2001', 'X-1'])
})

test('the list is filtered by category with those below, state, brand, values and what is missing; its totals are exact', async () => {
  const { person: ada, valves } = await withValves(app)
  const { person: bob } = await withValves(app, 'Bob')
  const { id: ball } = await makeCategory(app, ada.companyId, 'Ball valves', [], valves.id)
  const add = async (code: string, pressure: string | null, more: object = {}) =>
    ada.call(masterProducts.add, {
      body: {
        name: `Valve ${code}`,
        code,
        category_id: ball,
        attributes: { material: 'steel', pressure: pressure === null ? null : { value: pressure, unit: 'bar' } },
        ...more,
      },
    })
  await add('A', '10', { brand: 'Kestrel' })
  await add('B', '16')
  await add('C', null)
  await add('D', '400', {
    attributes: { pressure: { value: '400', unit: '[psi]' }, material: 'brass' },
    category_id: null,
  })
  const codes = async (query: object) => {
    const { data, pagination } = await ada.call(masterProducts.list, { query: { sort: 'code', ...query } })
    expect(pagination.total).toBe(data.length)
    return data.map(({ code }) => code).join(' ')
  }
  for (const round of [1, 2]) {
    expect([round, await codes({})]).toEqual([round, 'A B C D HP-2001'])
    expect(await codes({ category: [String(valves.id)] })).toBe('A B C HP-2001')
    expect(await codes({ category: ['none'] })).toBe('D')
    expect(await codes({ state: 'complete' })).toBe('A B')
    expect(await codes({ state: 'incomplete', category: [String(ball)] })).toBe('C')
    expect(await codes({ brand: ['Kestrel'] })).toBe('A')
    expect(await codes({ missing: ['pressure'] })).toBe('C HP-2001')
    expect(await codes({ missing: ['category_id'] })).toBe('D')
    expect(await codes({ attr: ['pressure:gte:16 bar'] })).toBe('B D')
    expect(await codes({ attr: ['pressure:between:145 psi..15.9 bar'] })).toBe('A')
    expect(await codes({ attr: ['pressure:lt:1 MPa', 'material:eq:Steel'] })).toBe('')
    expect(await codes({ attr: ['material:ne:steel'] })).toBe('D HP-2001')
    expect(await codes({ attr: ['pressure:empty:'] })).toBe('C HP-2001')
    expect(await codes({ search: 'valve' })).toBe('A B C D HP-2001')
    expect(await codes({ search: 'kestr' })).toBe('A')
    expect(await codes({ search: 'hp' })).toBe('HP-2001')
  }
  await expect(codes({ attr: ['pressure:gte:much'] })).rejects.toThrow(
    '400 Pressure takes a number and a unit, as in 10 bar.',
  )
  await expect(codes({ attr: ['gone:eq:1'] })).rejects.toThrow('400 There is no attribute gone.')
  await expect(codes({ sort: 'colour' })).rejects.toThrow('400 The list can’t be sorted by this')
  expect((await bob.call(masterProducts.list, { query: {} })).data.map(({ code }) => code)).toEqual(['HP-2001'])
  await workOff(app)
  expect(await checkCounts(app.services.tenants, ada.companyId, PRODUCT_LIST)).toMatchObject({ drifts: [] })
})

test('a requirement that is added counts at once for whoever reads, later for the stored counts, and makes no version', async () => {
  const { person: ada, valves, product } = await withValves(app)
  await app.sql(
    ada.companyId,
    `update category_attributes set required = true where company_id = $1 and attribute_id = $2`,
    [ada.companyId, valves.attributes['serial']],
  )
  const read = async () => (await ada.call(masterProducts.list, { query: {} })).data[0]
  expect(await read()).toMatchObject({ required: 6, filled: 3, missing_count: 3, version: product.version })
  expect(await stored(ada)).toMatchObject([{ required_count: 5 }])
  await workOff(app)
  expect(await read()).toMatchObject({ required: 6, filled: 3, version: product.version })
  expect(await stored(ada)).toMatchObject([{ required_count: 6 }])
})
