import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { vendorIntake } from '#contract/catalogue/vendor-intake.ts'
import { vendorUpdates } from '#contract/catalogue/vendor-updates.ts'
import { notifications } from '#contract/platform/notifications.ts'
import { startTestApp, type TestPerson } from '#server/test/app.ts'
import { refusal } from '#server/test/journey.ts'
import { openForm } from '#server/test/leads.ts'
import { randomFrom, SEED } from '#server/test/random.ts'
import { somebodyWaits } from '#server/test/waiting.ts'
import { askFor, productOf, setPressure, VENDOR_KEYS, withPump } from '#server/test/vendor-updates.ts'
import { howMany } from '../../../scripts/scope.mjs'

const app = await startTestApp({ INTAKE_PER_MINUTE: '100' })
afterAll(() => app.stop())

const SIGNS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const { details, setStatus, list } = vendorUpdates
let address = 0
/** Each from an address of its own, so that one test does not use up what another may send. */
const page = (token: string, from = `10.1.${++address}.1`) =>
  app.app.inject({ method: 'GET', url: `/intake/vendor/${token}`, remoteAddress: from })
const answer = (token: string, body: object, headers: Record<string, string> = {}, from = `10.2.${++address}.1`) =>
  app.app.inject({
    method: 'POST',
    url: `/intake/vendor/${token}`,
    remoteAddress: from,
    headers: { 'content-type': 'application/json', ...headers },
    payload: JSON.stringify({ values: [], ...body }),
  })
const twelve = (productId: number, text = '12 bar') => ({
  values: [{ product_id: productId, field: 'attributes.pressure', text }],
})
const withdrawing = async (token: string, id: number) => {
  const { statusCode } = await answer(token, { withdraw: [id] })
  if (statusCode !== 202) throw new Error(String(statusCode))
}
const stored = (person: TestPerson) =>
  app.sql(
    person.companyId,
    'select u.id, u.status, u.channel, f.field, f.requested, f.raw from vendor_updates u join vendor_update_fields f on f.update_id = u.id and f.company_id = u.company_id where u.company_id = $1 order by f.id',
    [person.companyId],
  )
const newest = async (person: TestPerson) => (await person.call(list, { query: {} })).data[0]!

test('a vendor sees what it is asked with the values now, and nothing else; its answer is a request', async () => {
  const { person, product } = await withPump(app)
  await app.sql(person.companyId, `update products set brand = 'Secret brand' where company_id = $1`, [
    person.companyId,
  ])
  const { token } = await askFor(person, [product.id])

  const shown = await page(token)
  expect(shown.statusCode).toBe(200)
  expect(shown.headers['content-security-policy']).toContain("script-src 'self'")
  expect(shown.headers).toMatchObject({ 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' })
  expect(shown.body).toContain('value="10 bar"')
  expect(shown.body).not.toContain('Secret brand')
  expect(shown.body).not.toContain('Brass')
  const opened = 'select opened_at is not null as opened from vendor_asks where company_id = $1'
  expect(await app.sql(person.companyId, opened, [person.companyId])).toEqual([{ opened: true }])

  const sent = await answer(token, { ...twelve(product.id, '15 furlongs'), note: 'New sheet', contact_name: 'Jonas' })
  expect(sent.statusCode).toBe(202)
  expect(sent.json()).toMatchObject({ success: true, data: { reference: expect.stringMatching(/^V-\d+$/) } })
  const request = await newest(person)
  expect(request).toMatchObject({ status: 'pending', changes: [{ new_text: '15 furlongs' }] })
  const { data } = await person.call(details, { params: { id: request.id } })
  expect(data).toMatchObject({ channel: 'link', note: 'New sheet', contact: { name: 'Jonas' } })
  expect(data.rows[0]).toMatchObject({
    raw: '15 furlongs',
    requested_text: null,
    problem: expect.stringContaining('unit'),
  })
  expect(await refusal(person.call(setStatus, { body: { id: request.id, status: 'approved' } }))).toMatchObject({
    message: 'Pressure: “15 furlongs” could not be read. Edit the value, or reject it.',
  })
  expect((await answer(token, twelve(product.id))).statusCode).toBe(404)
})

test('a question is shown by the link, answered, and asked by a new link where there was none', async () => {
  const { person, product } = await withPump(app)
  const bob = await app.signIn({ can: VENDOR_KEYS, colleagueOf: person, name: 'Bob' })
  const { token } = await askFor(person, [product.id])
  await answer(token, twelve(product.id))
  const { id, version } = await newest(person)

  expect(await refusal(person.call(setStatus, { body: { id, status: 'needs_info' } }))).toMatchObject({
    message: 'Say why, so that the vendor can answer.',
  })
  const asked = await person.call(setStatus, { body: { id, status: 'needs_info', reason: 'At 20 °C?', version } })
  expect(asked.data).toMatchObject({ status: 'needs_info', link: null })
  expect((await page(token)).body).toContain('At 20 °C?')
  const before = (await person.call(details, { params: { id } })).data.version
  expect((await answer(token, twelve(product.id, '13 bar'))).statusCode).toBe(202)
  const { data } = await person.call(details, { params: { id } })
  expect(data).toMatchObject({ status: 'pending', rows: [{ requested_text: '13 bar' }] })
  expect(await refusal(person.call(setStatus, { body: { id, status: 'approved', version: before } }))).toMatchObject({
    code: 'conflict',
  })

  const told = async (who: TestPerson) =>
    (await who.call(notifications.list, { query: {} })).data.map(({ kind }) => kind)
  expect(await told(person)).toEqual(['vendor_answer'])
  expect(await told(bob)).toEqual(['vendor_request'])

  const own = (
    await person.call(vendorUpdates.add, {
      body: { product_id: product.id, vendor_name: 'Kestrel', fields: { name: 'Pump K' } },
    })
  ).data
  const { link } = (await person.call(setStatus, { body: { id: own.id, status: 'needs_info', reason: 'Sure?' } })).data
  const fresh = link!.split('/').at(-1)!
  expect((await page(fresh)).body).toContain('Sure?')
  expect((await answer(fresh, { note: 'Yes' })).statusCode).toBe(202)
  expect((await person.call(details, { params: { id: own.id } })).data).toMatchObject({
    status: 'pending',
    note: 'Yes',
  })
})

test('a vendor withdraws what it sent; then nobody decides on it and the link is used up', async () => {
  const { person, product } = await withPump(app)
  const { token } = await askFor(person, [product.id])
  await answer(token, twelve(product.id))
  const { id } = await newest(person)

  expect((await answer(token, { withdraw: [id + 1] })).statusCode).toBe(404)
  expect((await answer(token, { withdraw: [id] })).json()).toMatchObject({
    message: expect.stringContaining('withdrew'),
  })
  expect((await person.call(details, { params: { id } })).data.status).toBe('withdrawn')
  expect(await refusal(person.call(setStatus, { body: { id, status: 'approved' } }))).toMatchObject({
    code: 'decided',
    message: 'The vendor withdrew this request.',
  })
  expect((await page(token)).statusCode).toBe(404)
})

test('V2: a token that is guessed, replayed, expired, revoked or of another company is the same 404 and stores nothing', async () => {
  const { person, product } = await withPump(app)
  const other = await withPump(app, 'Bob')
  const [expired, revoked, used] = [
    await askFor(person, [product.id]),
    await askFor(person, [product.id]),
    await askFor(person, [product.id]),
  ]
  await answer(used.token, twelve(product.id))
  await person.call(setStatus, { body: { id: (await newest(person)).id, status: 'approved' } })
  await person.call(vendorUpdates.revoke, { body: { id: revoked.id } })
  await app.sql(person.companyId, `update vendor_asks set expires_at = now() where company_id = $1 and id = $2`, [
    person.companyId,
    expired.id,
  ])
  const before = await stored(person)
  const guessed = `${used.token.slice(0, -1)}${used.token.endsWith('A') ? 'B' : 'A'}`
  const tokens = [guessed, expired.token, revoked.token, used.token, 'x', 'A'.repeat(64)]

  const pages = await Promise.all(tokens.map((token) => page(token)))
  expect(new Set(pages.map(({ statusCode }) => statusCode))).toEqual(new Set([404]))
  expect(new Set(pages.map(({ body }) => body)).size).toBe(1)
  const posts = await Promise.all(tokens.map((token) => answer(token, twelve(product.id, '99 bar'))))
  expect(new Set(posts.map((sent) => `${sent.statusCode} ${sent.json().message}`))).toEqual(
    new Set(['404 This link does not work. Ask the person who sent it for a new one.']),
  )
  const open = await askFor(person, [product.id])
  expect((await answer(open.token, twelve(other.product.id))).json()).toMatchObject({
    errors: [{ field: 'values.0', message: 'This field was not requested.' }],
  })
  expect(
    (await answer(open.token, { values: [{ product_id: product.id, field: 'name', text: 'X' }] })).statusCode,
  ).toBe(400)
  expect((await answer(open.token, twelve(product.id, '12 bar'))).json()).toMatchObject({
    message: 'Change at least one field.',
  })
  expect(await stored(person)).toEqual(before)
  expect(await stored(other.person)).toEqual([])

  const statuses = new Set<number>()
  const random = randomFrom(SEED)
  const anyToken = () => Array.from({ length: 43 }, () => SIGNS[Math.floor(random() * SIGNS.length)]).join('')
  for (let times = 0; times < howMany(300, 10_000); times += 1) {
    const token = [anyToken(), ...tokens][times % (tokens.length + 1)] ?? guessed
    const sent = times % 2 ? page(token, '10.9.9.9') : answer(token, twelve(product.id, '99 bar'), {}, '10.9.9.9')
    statuses.add((await sent).statusCode)
  }
  expect([...statuses]).toEqual([404, 429])
  expect(await stored(person)).toEqual(before)
})

test('the same answer sent twice under its key is one request', async () => {
  const { person, product } = await withPump(app)
  const { token } = await askFor(person, [product.id])
  const headers = { 'idempotency-key': 'a-key-of-this-page-1' }

  const [first, second] = await Promise.all([
    answer(token, twelve(product.id), headers),
    answer(token, twelve(product.id), headers),
  ])

  expect([first.statusCode, second.statusCode]).toEqual([202, 202])
  expect(second.json().data).toEqual(first.json().data)
  expect(await stored(person)).toHaveLength(1)
})

test('by a public form vendors ask for products that it offers; of machines nothing is stored', async () => {
  const { person, product } = await withPump(app)
  const form = await openForm(app, person, 'vendor-form')
  const send = (body: object) =>
    app.app.inject({
      method: 'POST',
      url: form.replace(/enquiry$/, 'vendor-update'),
      remoteAddress: `10.3.${++address}.1`,
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify({
        vendor_name: 'Kestrel Flow',
        product_code: 'dp-1',
        fields: [{ field: 'attributes.pressure', text: '12 bar' }],
        ...body,
      }),
    })

  expect((await send({})).json()).toMatchObject({ errors: [{ field: 'product_code' }] })
  await app.sql(person.companyId, 'update products set discoverable = true where company_id = $1', [person.companyId])
  expect((await send({ fax: '123' })).statusCode).toBe(202)
  expect((await send({ fields: [{ field: 'attributes.colour', text: 'x' }] })).statusCode).toBe(400)
  expect(await stored(person)).toEqual([])
  expect((await send({})).statusCode).toBe(202)
  expect(await stored(person)).toMatchObject([{ channel: 'form', status: 'pending', raw: '12 bar' }])
  expect((await productOf(app, person, product.id)).values).toMatchObject({ pressure: { value: '10' } })
  expect(vendorIntake.request.permission).toBe('public')
})

test('V1: of two who decide at once, one does; a product that changes meanwhile is not overwritten unseen', async () => {
  const { person, product } = await withPump(app)
  const asha = await app.signIn({ can: VENDOR_KEYS, name: 'Asha', colleagueOf: person })
  for (let round = 0; round < 5; round += 1) {
    const { token } = await askFor(person, [product.id])
    const text = `${20 + round} bar`
    await answer(token, {
      values: [
        ...twelve(product.id, text).values,
        { product_id: product.id, field: 'attributes.material', text: round % 2 ? 'Brass' : 'Steel' },
      ],
    })
    const { id } = await newest(person)
    const before = await productOf(app, person, product.id)

    const outcomes = await Promise.allSettled([
      person.call(setStatus, { body: { id, status: 'approved' } }),
      asha.call(setStatus, { body: { id, status: 'rejected', reason: 'No' } }),
      setPressure(asha, product.id, `${40 + round}`),
      withdrawing(token, id),
    ])

    const [approved, rejected, , withdrawn] = outcomes.map(({ status }) => status === 'fulfilled')
    const { data } = await person.call(details, { params: { id } })
    const after = await productOf(app, person, product.id)
    expect(Number(approved) + Number(rejected) + Number(withdrawn)).toBeLessThanOrEqual(1)
    expect(data.status).toBe(approved ? 'approved' : rejected ? 'rejected' : withdrawn ? 'withdrawn' : 'pending')
    if (!approved) expect(after.values.material ?? null).toEqual(before.values.material ?? null)
    for (const outcome of outcomes.slice(0, 2))
      if (outcome.status === 'rejected') expect(['decided', 'changed_since']).toContain(outcome.reason.failure.code)
    if (data.status === 'pending') await person.call(setStatus, { body: { id, status: 'rejected', reason: 'End' } })
  }
})

test('V1: an approval waits for who writes the product, and then says what changed', async () => {
  const { person, product } = await withPump(app)
  const { token } = await askFor(person, [product.id])
  await answer(token, twelve(product.id))
  const { id } = await newest(person)
  const actor = { kind: 'person', id: person.id, channel: 'screen', act: 'test' } as const
  const approving = await app.services.tenants.write(person.companyId, actor, async ({ db, companyId }) => {
    await sql`select from products where company_id = ${companyId} and id = ${product.id} for no key update`.execute(db)
    const call = refusal(person.call(setStatus, { body: { id, status: 'approved' } }))
    await somebodyWaits(app, 1, 'products')
    await sql`update product_values set value = '{"value": "16", "unit": "bar"}'
      where company_id = ${companyId} and product_id = ${product.id}`.execute(db)
    return { call }
  })

  expect(await approving.call).toMatchObject({
    code: 'changed_since',
    message: 'Pressure changed since the request: it was 10 bar, is 16 bar now, and 12 bar is requested.',
  })
  expect((await person.call(details, { params: { id } })).data.status).toBe('pending')
})
