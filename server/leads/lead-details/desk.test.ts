import { afterAll, expect, test } from 'vitest'
import { leadDetails } from '#contract/leads/lead-details.ts'
import type { PermissionKey } from '#contract/kit/permissions.ts'
import { startTestApp } from '#server/test/app.ts'
import { fingerprint, putLead, refusal } from '#server/test/journey.ts'

const app = await startTestApp()
afterAll(() => app.stop())

const CAN: PermissionKey[] = ['marketing_leads_list', 'assigned_leads_edit_status']
const ada = await app.signIn({ can: CAN })
const eve = await app.signIn({ can: CAN })
const open = async (enquiryId: number, who = ada) => (await who.call(leadDetails.open, { body: { enquiryId } })).data
const evidence = (desk: Awaited<ReturnType<typeof open>>, check: string) =>
  desk.evidence.find((one) => one.check === check)

test('the desk shows a lead with what was asked for, the evidence and the questions, and changes nothing', async () => {
  const id = await putLead(app, ada, {
    email: 'noor@lonely.example',
    company: 'Lonely',
    phone: '+49301234567',
    country: 'DE',
  })
  const before = await fingerprint(app)

  const desk = await open(id)

  expect(desk).toMatchObject({
    lead: { id },
    products: [{ product_name: 'Hose', quantity: 2 }],
    company_match: null,
    duplicates: [],
  })
  expect(evidence(desk, 'domain')).toMatchObject({ verdict: 'good', fact: 'lonely.example' })
  expect(evidence(desk, 'phone')).toMatchObject({ verdict: 'good', fact: '+49301234567' })
  expect(evidence(desk, 'duplicates')).toMatchObject({ verdict: 'good' })
  expect(evidence(desk, 'products')).toMatchObject({ verdict: 'unclear' })
  expect(desk.checklist.items.map(({ item }) => item)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  expect(desk.checklist.items.filter(({ blocking }) => blocking).map(({ item }) => item)).toEqual([1, 6, 8, 9, 10])
  expect(await fingerprint(app)).toBe(before)
})

test('doubtful facts are told as such: a throw-away domain, a phone of another country, odd quantities', async () => {
  const [product] = await app.sql(
    ada.companyId,
    `insert into products (company_id, code, name, usual_min, usual_max) values ($1, 'H', 'Hose', 10, 100) returning id`,
    [ada.companyId],
  )
  const id = await putLead(app, ada, { email: 'x@mailinator.com', phone: '+33123456789', country: 'DE' }, [])
  await app.sql(
    ada.companyId,
    `insert into lead_items (company_id, lead_id, product_id, product_name, quantity, total_quantity) values ($1, $2, $3, 'Hose', 5000, 5000)`,
    [ada.companyId, id, product.id],
  )

  const desk = await open(id)

  expect(evidence(desk, 'domain')).toMatchObject({ verdict: 'bad', fact: 'mailinator.com' })
  expect(evidence(desk, 'phone')).toMatchObject({
    verdict: 'unclear',
    message: 'Phone is from FR, country is DE (+49)',
  })
  expect(evidence(desk, 'products')).toMatchObject({ verdict: 'good' })
  expect(evidence(desk, 'quantity')).toMatchObject({ verdict: 'unclear', fact: '5000 × Hose' })
})

test('T10: duplicates and known companies are one’s own company’s, whatever another company holds', async () => {
  const same = { email: 'noor@twin.example', company: 'Twin', phone: '+49307654321', country: 'DE' }
  const id = await putLead(app, ada, same)
  const alone = await open(id)
  for (let at = 0; at < 5; at++) await putLead(app, eve, { ...same, status: 'valid' })
  expect(await open(id)).toEqual(alone)

  const twin = await putLead(app, ada, { ...same, email: 'other@twin.example' })
  const desk = await open(id)
  expect(desk.duplicates.map((one) => one.id)).toEqual([twin])
  expect(desk.company_match).toEqual({ company: 'Twin', leads: 1 })
  expect(evidence(desk, 'company')).toMatchObject({ verdict: 'good' })
})

test('it needs one of its keys and a lead that the caller can see', async () => {
  const id = await putLead(app, ada)
  const without = await app.signIn({ can: ['marketing_leads_list'], colleagueOf: ada })
  const other = await app.signIn({ can: ['assigned_leads_edit_status', 'assigned_leads_list'], colleagueOf: ada })

  expect(await refusal(open(id, without))).toMatchObject({
    status: 403,
    details: { needs: ['assigned_leads_edit_status', 'lead_details_view'] },
  })
  expect(await refusal(open(id, other))).toMatchObject({ status: 404 })
  expect(await refusal(open(id, eve))).toMatchObject({ status: 404, message: 'Lead not found' })
  for (const enquiryId of [0, '1', null, undefined, 1.5])
    expect(await ada.send('POST', leadDetails.open.path, { enquiryId })).toMatchObject({
      status: 400,
      json: { errors: [{ field: 'enquiryId' }] },
    })
})
