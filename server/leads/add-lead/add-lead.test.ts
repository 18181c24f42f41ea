import { afterAll, expect, test } from 'vitest'
import { addLead } from '#contract/leads/add-lead.ts'
import { LEAD_SOURCES } from '#contract/leads/lead.ts'
import { leadDetails } from '#contract/leads/lead-details.ts'
import { startTestApp } from '#server/test/app.ts'
import { fingerprint, refusal, storedLead } from '#server/test/journey.ts'

const app = await startTestApp()
afterAll(() => app.stop())

const ada = await app.signIn({ can: ['marketing_leads_add', 'marketing_leads_list'], name: 'Ada' })
const eve = await app.signIn({ can: ['marketing_leads_add', 'marketing_leads_list'] })
const { add } = addLead
const LEAD = {
  name: 'Noor',
  email: 'Noor@MILL.example',
  country: 'Germany',
  phone: '030 1234567',
  company: 'Mill',
  zipCode: '10115',
}

test('a lead comes in like any other: read, screened, stored with its maker, and put in the queue', async () => {
  const { data, message } = await ada.call(add, {
    body: { ...LEAD, products: [{ product_name: 'Hose', quantity: 5 }] },
  })

  expect(message).toBe('Lead added')
  expect(data).toMatchObject({
    enquiryId: data.id,
    email: 'noor@mill.example',
    country: 'DE',
    phone: '+49301234567',
    zipCode: '10115',
    source: 'manual',
    status: 'new',
    created_by: { id: ada.id, name: 'Ada' },
    products: [{ product_name: 'Hose', quantity: 5, total_quantity: 5 }],
    total_quantity: 5,
    version: 1,
  })
  expect(await app.sql(ada.companyId, 'select list from assignment_queue where lead_id = $1', [data.id])).toEqual([
    { list: 'qa' },
  ])
  expect(
    await app.sql(
      ada.companyId,
      `select actor_kind, actor_id, act from changes where entity = 'leads' and entity_id = $1`,
      [data.id],
    ),
  ).toEqual([{ actor_kind: 'person', actor_id: ada.id, act: 'add-lead.add' }])
  await expect(eve.call(leadDetails.lead, { params: { id: data.id } })).rejects.toThrow('404 Lead not found')
})

test('numbers run by company, and a source is one of those that there are', async () => {
  const first = await eve.call(add, { body: LEAD })
  const second = await eve.call(add, { body: LEAD })
  expect(second.data.lead_no - first.data.lead_no).toBe(1)

  for (const source of LEAD_SOURCES)
    expect((await eve.call(add, { body: { ...LEAD, source } })).data.source).toBe(source)
  expect(await eve.send('POST', add.path, { ...LEAD, source: 'carrier_pigeon' })).toMatchObject({
    status: 400,
    json: { errors: [{ field: 'source' }] },
  })
})

test('it needs its key; what cannot be is refused and named, and nothing is stored', async () => {
  const reader = await app.signIn({ can: ['marketing_leads_list', 'marketing_leads_edit'], colleagueOf: ada })
  const [product] = await app.sql(
    eve.companyId,
    `insert into products (company_id, code, name) values ($1, 'H', 'Hose') returning id`,
    [eve.companyId],
  )
  const before = await fingerprint(app)

  expect(await refusal(reader.call(add, { body: LEAD }))).toMatchObject({
    status: 403,
    details: { needs: ['marketing_leads_add'] },
  })
  for (const [field, body] of [
    ['name', { name: ' ' }],
    ['email', { email: 'x' }],
    ['email', { email: '', phone: '' }],
    ['country', { country: 'Nowhere' }],
    ['website', { website: 'ftp://mill.example' }],
    ['zipCode', { zipCode: 'x'.repeat(21) }],
    ['products.0.quantity', { products: [{ product_name: 'Hose', quantity: 0 }] }],
  ] as const)
    expect([field, await ada.send('POST', add.path, { ...LEAD, ...body })]).toMatchObject([
      field,
      { status: 400, json: { errors: [{ field }] } },
    ])
  expect(
    await ada.send('POST', add.path, {
      ...LEAD,
      products: [{ product_name: 'Hose', product_id: product.id, quantity: 1 }],
    }),
  ).toMatchObject({ status: 404, json: { errors: [{ field: 'products.0.product_id' }] } })
  expect(await fingerprint(app)).toBe(before)
})

test('a restricted domain holds it back, and the answer says so to staff', async () => {
  await app.sql(ada.companyId, `insert into restricted_domains (company_id, domain_name) values ($1, 'spam.example')`, [
    ada.companyId,
  ])

  const { data } = await ada.call(add, { body: { ...LEAD, email: 'x@mail.spam.example' } })

  expect(data).toMatchObject({
    status: 'new',
    domain_state: 'restricted',
    quarantined_by: expect.any(Number),
    why_unassigned: 'Quarantined by a restricted domain',
  })
})

test('sent twice under one key it is one lead', async () => {
  const send = () => ada.call(add, { body: { ...LEAD, name: 'Once' } }, { 'idempotency-key': 'add-1' })

  const [one, two] = await Promise.all([send(), send()])

  expect(one).toEqual(two)
  expect(await app.sql(ada.companyId, `select count(*)::int from leads where name = 'Once'`)).toEqual([{ count: 1 }])
  expect(await storedLead(app, one.data.id)).toMatchObject({ name: 'Once' })
})
