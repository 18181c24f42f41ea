import { afterAll, expect, test } from 'vitest'
import { changes } from '#contract/platform/changes.ts'
import { jobs } from '#contract/platform/jobs.ts'
import { vendorUpdates } from '#contract/catalogue/vendor-updates.ts'
import { startTestApp, type TestPerson } from '#server/test/app.ts'
import { refusal } from '#server/test/journey.ts'
import { workOff } from '#server/test/leads.ts'
import {
  addPump,
  addRequest,
  askFor,
  bar,
  productOf,
  setPressure,
  VENDOR_KEYS,
  withPump,
} from '#server/test/vendor-updates.ts'

const app = await startTestApp()
afterAll(() => app.stop())

const { list, details, setStatus } = vendorUpdates
const decided = async (person: TestPerson, body: Parameters<typeof person.call<typeof setStatus>>[1]['body']) =>
  (await person.call(setStatus, { body })).data
const undoNewest = async (person: TestPerson, did: string) => {
  const acts = (await person.call(changes.list, { query: {} })).data
  const newest = acts.find((act) => act.did === did && act.undone === null)
  return (await person.call(changes.undo, { body: { changeSet: newest!.change_set } })).data
}
const statusOf = async (person: TestPerson, id: number) => (await person.call(details, { params: { id } })).data.status

test('a request is listed with its changes, found, filtered and sorted; another company has none', async () => {
  const { person, product } = await withPump(app)
  const bob = await app.signIn({ can: VENDOR_KEYS })
  const request = await addRequest(person, product.id)
  const other = await addRequest(person, product.id, { name: 'ProLine' }, 'Kestrel')

  const { data, pagination } = await person.call(list, { query: {} })
  expect(data.map(({ id }) => id)).toEqual([other.id, request.id])
  expect(pagination.total).toBe(2)
  expect(data[1]).toMatchObject({
    vendor: { name: 'Corvane' },
    record: { id: product.id, code: 'DP-1', name: 'Diaphragm pump' },
    fields: 1,
    open_fields: 1,
    status: 'pending',
    changes: [
      { field: 'attributes.pressure', label: 'Pressure', old_text: '10 bar', new_text: '12 bar', changed_since: false },
    ],
  })
  const found = async (query: object) => (await person.call(list, { query })).data.map(({ vendor }) => vendor.name)
  expect(await found({ search: 'kestr' })).toEqual(['Kestrel'])
  expect(await found({ search: 'dp-1', sort: 'vendor', order: 'asc' })).toEqual(['Corvane', 'Kestrel'])
  expect(await found({ search: 'prolin' })).toEqual(['Kestrel'])
  expect(await found({ status: ['approved'] })).toEqual([])
  expect(await found({ vendor: [request.vendor.id] })).toEqual(['Corvane'])
  expect(await found({ field: ['name'] })).toEqual(['Kestrel'])
  expect(await found({ changed_since: 'yes' })).toEqual([])
  await setPressure(person, product.id, '11')
  expect(await found({ changed_since: 'yes' })).toEqual(['Corvane'])
  await expect(person.call(list, { query: { sort: 'colour' } })).rejects.toThrow('400 The list can’t be sorted by this')

  expect((await bob.call(list, { query: {} })).data).toEqual([])
  await expect(bob.call(details, { params: { id: request.id } })).rejects.toThrow('404 Vendor request not found')
  await expect(bob.call(setStatus, { body: { id: request.id, status: 'approved' } })).rejects.toThrow('404')
  expect((await bob.call(vendorUpdates.vendors, { query: {} })).data).toEqual([])
})

test('approving writes the product as the vendor asked, in one act; undo takes it back and reopens the request', async () => {
  const { person, product } = await withPump(app)
  const { id } = await addRequest(person, product.id, {
    'attributes.pressure': '174.045 psi',
    'attributes.material': 'Steel',
    name: 'Pump 2',
  })

  const after = await decided(person, { id, status: 'approved' })

  expect(after).toMatchObject({ status: 'approved', open_fields: 0, reviewer: { name: 'Ada' } })
  expect(await productOf(app, person, product.id)).toMatchObject({
    name: 'Pump 2',
    values: { pressure: { value: '174.045', unit: '[psi]' }, material: 'steel' },
  })
  const [source] = await app.sql(
    person.companyId,
    `select distinct v.source, v.source_id from product_values v where company_id = $1 and source = 'vendor'`,
    [person.companyId],
  )
  expect(source).toEqual({ source: 'vendor', source_id: id })

  await undoNewest(person, 'Decided on *')
  expect(await productOf(app, person, product.id)).toMatchObject({
    name: 'Diaphragm pump',
    values: { pressure: bar('10') },
  })
  expect(await person.call(details, { params: { id } })).toMatchObject({ data: { status: 'pending', open_fields: 3 } })
})

test('undo leaves a value that was changed since, and reopens the request', async () => {
  const { person, product } = await withPump(app)
  const { id } = await addRequest(person, product.id, { 'attributes.pressure': bar('12'), 'attributes.serial': 'X1' })
  await decided(person, { id, status: 'approved' })
  await setPressure(person, product.id, '14')

  await undoNewest(person, 'Decided on *')

  expect((await productOf(app, person, product.id)).values).toEqual({ pressure: bar('14') })
  expect(await statusOf(person, id)).toBe('pending')
})

test('some fields are approved, one with another value, one is rejected with a reason, one stays open', async () => {
  const { person, product } = await withPump(app)
  const asked = { 'attributes.pressure': bar('12'), 'attributes.material': 'Brass', name: 'Pump PL', brand: 'Corvane' }
  const { id } = await addRequest(person, product.id, asked)
  const reject = { field: 'name', decision: 'rejected' } as const
  const approve = { field: 'attributes.pressure', decision: 'approved', value: '13 bar' } as const

  expect(
    await refusal(decided(person, { id, status: 'approved', fields: [{ ...reject, reason: 'No' }] })),
  ).toMatchObject({ message: 'Choose at least one field to approve.' })
  expect(await refusal(decided(person, { id, status: 'approved', fields: [approve, reject] }))).toMatchObject({
    message: 'Say why, so that the vendor can answer.',
    errors: [{ field: 'fields.name', message: 'Say why, so that the vendor can answer.' }],
  })
  expect(
    await refusal(decided(person, { id, status: 'approved', fields: [{ ...approve, value: '13 kg' }] })),
  ).toMatchObject({ errors: [{ field: 'fields.attributes.pressure' }] })
  const material = { field: 'attributes.material', decision: 'approved' } as const
  const after = await decided(person, {
    id,
    status: 'approved',
    fields: [approve, material, { ...reject, reason: 'Keep our name' }],
  })

  expect(
    after.rows.map(({ field, decision, applied_text, reason }) => [field, decision, applied_text, reason]),
  ).toEqual([
    ['attributes.pressure', 'approved', '13 bar', null],
    ['attributes.material', 'approved', 'Brass', null],
    ['name', 'rejected', null, 'Keep our name'],
    ['brand', 'pending', null, null],
  ])
  expect(after).toMatchObject({ status: 'approved', open_fields: 1, record_of_vendor: { approved: 2, decided: 3 } })
  expect(await productOf(app, person, product.id)).toMatchObject({
    name: 'Diaphragm pump',
    values: { pressure: bar('13'), material: 'brass' },
  })
})

test('what changed since is approved only by who has seen it; what is so already counts as approved', async () => {
  const { person, product } = await withPump(app)
  const asha = await app.signIn({ can: VENDOR_KEYS, name: 'Asha', colleagueOf: person })
  const { id } = await addRequest(person, product.id)
  await setPressure(asha, product.id, '16')

  const { data: shown } = await person.call(details, { params: { id } })
  expect(shown.rows[0]).toMatchObject({
    then_text: '10 bar',
    now_text: '16 bar',
    requested_text: '12 bar',
    also: '174.05 psi',
    changed: true,
    changed_by: { name: 'Asha' },
    completes: false,
  })
  const refused = await refusal(decided(person, { id, status: 'approved' }))
  expect(refused).toMatchObject({
    code: 'changed_since',
    message: 'Pressure changed since the request: it was 10 bar, is 16 bar now, and 12 bar is requested.',
    details: { fields: [{ then: '10 bar', now: '16 bar', requested: '12 bar', by: 'Asha' }] },
  })
  const take = (seen: object) => [{ field: 'attributes.pressure', decision: 'approved' as const, seen: seen as never }]
  await setPressure(asha, product.id, '17')
  expect(await refusal(decided(person, { id, status: 'approved', fields: take(bar('16')) }))).toMatchObject({
    code: 'changed_since',
  })
  expect(await statusOf(person, id)).toBe('pending')
  await decided(person, { id, status: 'approved', fields: take(bar('17')) })
  expect((await productOf(app, person, product.id)).values).toEqual({ pressure: bar('12') })

  const again = await addRequest(person, product.id, { 'attributes.pressure': bar('20') })
  await setPressure(asha, product.id, '20')
  expect((await person.call(details, { params: { id: again.id } })).data.rows[0]).toMatchObject({ already: true })
  expect(await decided(person, { id: again.id, status: 'approved' })).toMatchObject({ status: 'approved' })
})

test('the last missing field completes the product, and says so', async () => {
  const { person, product } = await withPump(app)
  const { id } = await addRequest(person, product.id, { 'attributes.material': 'Steel' })

  expect((await person.call(details, { params: { id } })).data.rows[0]).toMatchObject({ completes: true })
})

test('rejecting takes a reason; what is decided is decided by one person, and reopened with a reason', async () => {
  const { person, product } = await withPump(app)
  const asha = await app.signIn({ can: VENDOR_KEYS, name: 'Asha Rao', colleagueOf: person })
  const { id, version } = await addRequest(person, product.id)

  expect(await refusal(decided(person, { id, status: 'rejected' }))).toMatchObject({
    message: 'Say why, so that the vendor can answer.',
    errors: [{ field: 'reason' }],
  })
  await decided(asha, { id, status: 'rejected', reason: 'Not ours', version })
  expect(await refusal(decided(person, { id, status: 'approved' }))).toMatchObject({
    code: 'decided',
    message: 'Another person has just decided this: rejected by Asha Rao.',
  })
  expect(await refusal(decided(person, { id, status: 'pending' }))).toMatchObject({ message: 'Say why you reopen it.' })
  expect(await decided(person, { id, status: 'pending', reason: 'They called' })).toMatchObject({
    status: 'pending',
    open_fields: 1,
  })
  expect(await refusal(decided(person, { id, status: 'approved', version }))).toMatchObject({
    code: 'conflict',
    message: 'Corvane has just changed this request. Review it again.',
  })
  const other = await app.signIn({ can: ['vendor_data_update_list'], colleagueOf: person })
  await expect(other.call(setStatus, { body: { id, status: 'approved' } })).rejects.toThrow('403')
})

test('a newer request of the vendor replaces what it asked before, wholly or in part', async () => {
  const { person, product } = await withPump(app)
  const first = await addRequest(person, product.id)
  const two = await addRequest(person, product.id, { 'attributes.pressure': bar('13'), name: 'Pump 3' })
  const foreign = await addRequest(person, product.id, { name: 'Theirs' }, 'Kestrel')
  const three = await addRequest(person, product.id, { name: 'Pump 4' })

  expect(await statusOf(person, first.id)).toBe('superseded')
  expect(await statusOf(person, foreign.id)).toBe('pending')
  const { data } = await person.call(details, { params: { id: two.id } })
  expect(data).toMatchObject({ status: 'pending', open_fields: 1 })
  expect(data.rows.map(({ decision }) => decision)).toEqual(['pending', 'superseded'])
  expect(data.others.map(({ id }) => id)).toEqual([foreign.id, three.id])
  expect(await refusal(decided(person, { id: first.id, status: 'approved' }))).toMatchObject({
    code: 'decided',
    message: 'The vendor sent a newer request, which replaced this one.',
  })
  await expect(decided(person, { id: first.id, status: 'pending', reason: 'x' })).rejects.toThrow('409 A superseded')
})

test('bad requests are refused by the field and store nothing', async () => {
  const { person, product } = await withPump(app)

  await expect(addRequest(person, product.id, { 'attributes.colour': 'red' })).rejects.toThrow('400 There is no such')
  await expect(addRequest(person, product.id, { 'attributes.pressure': '12 kg' })).rejects.toThrow('400 kg is no unit')
  await expect(addRequest(person, 999_999)).rejects.toThrow('404 Product not found')
  await expect(addRequest(person, product.id, {})).rejects.toThrow('400 Change at least one field.')
  expect((await person.call(list, { query: {} })).data).toEqual([])
})

test('of many, those are approved of which nothing has changed; the rest is skipped with the reason', async () => {
  const { person, pumps, product } = await withPump(app)
  const second = await addPump(person, pumps.id, 'DP-2')
  const [good, stale, done] = [
    await addRequest(person, second.id),
    await addRequest(person, product.id),
    await addRequest(person, second.id, { name: 'Other' }, 'Kestrel'),
  ]
  await setPressure(person, product.id, '16')
  await decided(person, { id: done.id, status: 'rejected', reason: 'No' })
  const { data: selection } = await person.call(vendorUpdates.select, { body: { filter: {} } })
  const body = { selection: selection.id, status: 'approved' as const }

  const dry = await person.call(vendorUpdates.decideMany, { body: { ...body, dryRun: true } })
  expect(dry.data.foreseen).toEqual(
    expect.arrayContaining([
      { outcome: 'approved', message: null, count: 1 },
      { outcome: 'skipped', message: 'Pressure changed since', count: 1 },
      { outcome: 'skipped', message: 'Another person has just decided this: rejected by Ada.', count: 1 },
    ]),
  )
  await expect(person.call(vendorUpdates.decideMany, { body: { ...body, status: 'rejected' } })).rejects.toThrow(
    '400 Say why, so that the vendor can answer.',
  )
  const { data: run } = await person.call(vendorUpdates.decideMany, { body })
  await workOff(app)

  expect((await person.call(jobs.one, { params: { id: run.job! } })).data).toMatchObject({ state: 'done' })
  expect(await statusOf(person, good.id)).toBe('approved')
  expect(await statusOf(person, stale.id)).toBe('pending')
  expect((await productOf(app, person, second.id)).values).toEqual({ pressure: bar('12') })
  expect((await productOf(app, person, product.id)).values).toEqual({ pressure: bar('16') })
})

test('of many approved at once, the second that asks for a unique value is skipped with the reason', async () => {
  const { person, pumps, product } = await withPump(app)
  const second = await addPump(person, pumps.id, 'DP-2')
  const older = await addRequest(person, product.id, { 'attributes.serial': 'S-1' })
  const newer = await addRequest(person, second.id, { 'attributes.serial': 's-1' }, 'Halden')
  const { data: selection } = await person.call(vendorUpdates.select, { body: { filter: {} } })
  const body = { selection: selection.id, status: 'approved' as const }
  const { data: run } = await person.call(vendorUpdates.decideMany, { body })
  await workOff(app)

  const { data: job } = await person.call(jobs.one, { params: { id: run.job! } })
  expect(job.state).toBe('done')
  const { data: results } = await person.call(jobs.results, { params: { id: run.job! }, query: {} })
  expect(results).toMatchObject([{ message: 'Serial is already used by DP-2 Diaphragm pump.' }])
  expect([await statusOf(person, newer.id), await statusOf(person, older.id)]).toEqual(['approved', 'pending'])
  expect((await productOf(app, person, second.id)).values).toMatchObject({ serial: 's-1' })
  expect((await productOf(app, person, product.id)).values).not.toHaveProperty('serial')
})

test('a link is made once, listed without its token, and revoked; the revoking is undone', async () => {
  const { person, product } = await withPump(app)
  const { id, token } = await askFor(person, [product.id])

  const { data } = await person.call(vendorUpdates.asks, { query: { product: product.id } })
  expect(data).toMatchObject([
    { id, vendor: { name: 'Corvane' }, products: [{ id: product.id }], asked_by: { name: 'Ada' }, revoked_at: null },
  ])
  expect(JSON.stringify(data)).not.toContain(token)
  expect((await app.send('GET', `/intake/vendor/${token}`)).status).toBe(200)
  await person.call(vendorUpdates.revoke, { body: { id } })
  await expect(person.call(vendorUpdates.revoke, { body: { id } })).rejects.toThrow(
    '409 This link was revoked already.',
  )
  expect((await app.send('GET', `/intake/vendor/${token}`)).status).toBe(404)
  await undoNewest(person, 'Revoked the link of *')
  expect((await app.send('GET', `/intake/vendor/${token}`)).status).toBe(200)
  await expect(askFor(person, [999_999])).rejects.toThrow('404 Product not found')
  await expect(askFor(person, [product.id], ['attributes.colour'])).rejects.toThrow('400 One of these fields')
})
