import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { vendorUpdates } from '#contract/catalogue/vendor-updates.ts'
import { sealHistory } from '#server/db/seal.ts'
import { verifyHistory } from '#server/db/verify-history.ts'
import { startTestApp, type TestPerson } from '#server/test/app.ts'
import { databaseUrl, othersEnded } from '#server/test/database.ts'
import { forgettingOf } from '#server/test/forgetting.ts'
import { productOf, VENDOR_KEYS, withPump } from '#server/test/vendor-updates.ts'

const app = await startTestApp()
const owner = new pg.Client(databaseUrl(app.database))
await owner.connect()
afterAll(async () => {
  await owner.end()
  await app.stop()
})

const { forget } = forgettingOf(app)
const PERSONAL = /Yuki|tanabe@|555 0158|as agreed|twelve bar/

const contact = { contact_name: 'Yuki', contact_email: 'tanabe@mill.example', contact_phone: '+92 300 555 0158' }
const request = async (person: TestPerson, productId: number, vendor: string) => {
  const fields = { 'attributes.pressure': '12 bar', 'attributes.material': 'Brass' }
  const body = { product_id: productId, vendor_name: vendor, note: 'as agreed', fields, ...contact }
  const { id } = (await person.call(vendorUpdates.add, { body })).data
  // As a vendor may have typed it.
  await app.sql(
    person.companyId,
    `update vendor_update_fields set raw = 'twelve bar' where update_id = $1 and field = 'attributes.pressure'`,
    [id],
  )
  return id
}
const link = async (person: TestPerson, productId: number) => {
  const body = { vendor_name: 'Corvane', product_ids: [productId], fields: ['attributes.pressure'] }
  const { id } = (await person.call(vendorUpdates.ask, { body: { ...body, message: 'as agreed' } })).data
  const { contact_name, contact_email } = contact
  await app.sql(person.companyId, 'update vendor_asks set contact_name = $2, contact_email = $3 where id = $1', [
    id,
    contact_name,
    contact_email,
  ])
  return id
}
/** So many days older than it is, as the trigger would not let it. */
const age = async (table: string, id: number, days: number) => {
  const times = table === 'vendor_asks' ? ['asked_at', 'expires_at', 'updated_at'] : ['requested_on', 'updated_at']
  await owner.query('begin')
  await owner.query('set local session_replication_role = replica')
  await owner.query(
    `update ${table} set ${times.map((time) => `${time} = ${time} - make_interval(days => $2)`).join()} where id = $1`,
    [id, days],
  )
  await owner.query('commit')
}
/** All that is stored of it, in it and in its history, as one text. */
const allOf = async (table: string, id: number): Promise<string> => {
  const { rows } = await owner.query(
    `select to_jsonb(t) as row, (select jsonb_agg(f) from vendor_update_fields f where $1 = 'vendor_updates' and f.update_id = t.id) as fields,
       (select jsonb_agg(v.fields) from changes c join change_values v on v.company_id = c.company_id and v.digest = c.personal
        where c.root = $1 and c.root_id = t.id) as history from ${table} t where t.id = $2`,
    [table, id],
  )
  return JSON.stringify(rows)
}
const decide = (person: TestPerson, id: number) =>
  person.call(vendorUpdates.setStatus, { body: { id, status: 'approved' } })

test('what people told of themselves in requests and links that were closed a year ago is gone, in their history too', async () => {
  const { person: ada, product } = await withPump(app)
  const { person: eve, product: hers } = await withPump(app, 'Eve')
  const [old, young, open] = [
    await request(ada, product.id, 'Corvane'),
    await request(ada, product.id, 'Kestrel'),
    await request(ada, product.id, 'Aldine'),
  ]
  const [expired, valid, theirs] = [
    await link(ada, product.id),
    await link(ada, product.id),
    await request(eve, hers.id, 'Corvane'),
  ]
  await decide(ada, old)
  await ada.call(vendorUpdates.setStatus, { body: { id: young, status: 'rejected', reason: 'No' } })
  await decide(eve, theirs)
  for (const id of [old, open]) await age('vendor_updates', id, 366)
  for (const id of [young, theirs]) await age('vendor_updates', id, 364)
  await age('vendor_asks', expired, 366 + 30)
  await age('vendor_asks', valid, 366)
  await othersEnded(owner)
  await sealHistory(app.services.tenants, ada.companyId)
  const before = await ada.call(vendorUpdates.details, { params: { id: old } })

  await forget()
  await forget()

  expect(await allOf('vendor_updates', old)).not.toMatch(PERSONAL)
  expect(await allOf('vendor_asks', expired)).not.toMatch(PERSONAL)
  for (const id of [young, open, theirs]) expect(await allOf('vendor_updates', id)).toMatch(PERSONAL)
  expect(await allOf('vendor_asks', valid)).toMatch(PERSONAL)
  const { data } = await ada.call(vendorUpdates.details, { params: { id: old } })
  expect(data).toMatchObject({ status: 'approved', note: null, contact: { name: null, email: null, phone: null } })
  expect(data.rows.map(({ applied_text }) => applied_text)).toEqual(
    before.data.rows.map(({ applied_text }) => applied_text),
  )
  expect((await productOf(app, ada, product.id)).values).toMatchObject({ pressure: { value: '12' } })
  await othersEnded(owner)
  await sealHistory(app.services.tenants, ada.companyId)
  const verified = await verifyHistory(owner, ada.companyId, [])
  expect(verified).toMatchObject({ faults: [] })
  expect(verified.erased).toBeGreaterThan(0)
})

test('a request that is opened again has been touched, and stays as it is', async () => {
  const { person } = await withPump(app)
  const bob = await app.signIn({ can: VENDOR_KEYS, name: 'Bob', colleagueOf: person })
  const [product] = await app.sql(person.companyId, 'select id::int from products where company_id = $1', [
    person.companyId,
  ])
  const id = await request(person, product.id, 'Corvane')
  await decide(person, id)
  await age('vendor_updates', id, 366)
  await bob.call(vendorUpdates.setStatus, { body: { id, status: 'pending', reason: 'Wrong sheet' } })
  await decide(bob, id)

  await forget()

  expect(await allOf('vendor_updates', id)).toMatch(PERSONAL)
})
