import { afterAll, expect, test } from 'vitest'
import { leadDetails } from '#contract/leads/lead-details.ts'
import { startTestApp } from '#server/test/app.ts'
import { putLead } from '#server/test/journey.ts'
import { openForm } from '#server/test/leads.ts'

const app = await startTestApp()
afterAll(() => app.stop())

const ada = await app.signIn({
  can: ['marketing_leads_list', 'registration_leads_list', 'assigned_leads_edit_status'],
  timeZone: 'Asia/Tokyo',
})
await openForm(app, ada, 'grounds')
const [form] = await app.sql(ada.companyId, 'select id from intake_forms where company_id = $1', [ada.companyId])
const [pump, bare] = await app.sql(
  ada.companyId,
  `insert into products (company_id, code, name, usual_min, usual_max) values ($1, 'P', 'Peristaltic pump', 1, 100), ($1, 'B', 'Hose', null, null) returning id::int`,
  [ada.companyId],
)

const REAL = {
  name: 'Jonas Becker',
  email: 'jonas.becker@becker-foods.example',
  phone: '+49301234567',
  country: 'DE',
  form_id: form.id,
  created_at: '2026-11-19T22:00:00Z',
  message: 'Please quote for 20 pieces, delivery to Munich.',
}
/** What the desk suggests for each question, and why, about a lead that asks for these products. */
const suggested = async (
  lead: object,
  products: readonly { id: number | null; name: string; quantity: number }[] = PUMPS,
) => {
  const enquiryId = await putLead(app, ada, { ...REAL, ...lead }, [])
  for (const { id, name, quantity } of products)
    await app.sql(
      ada.companyId,
      'insert into lead_items (company_id, lead_id, product_id, product_name, quantity, total_quantity) values ($1, $2, $3, $4, $5, $5)',
      [ada.companyId, enquiryId, id, name, quantity],
    )
  const { checklist } = (await ada.call(leadDetails.open, { body: { enquiryId } })).data
  return Object.fromEntries(checklist.items.map(({ item, suggested, evidence }) => [item, [suggested, evidence]]))
}
const PUMPS = [{ id: pump.id, name: 'Peristaltic pump', quantity: 20 }]
const OPEN = undefined

test('a real enquiry through the form is answered, each answer with what it rests on', async () => {
  const questions = await suggested({})

  expect(questions[1]).toEqual(['yes', 'Domain is not restricted: becker-foods.example'])
  expect(questions[3]).toEqual(['yes', 'Jonas Becker fits the email address'])
  expect(questions[6]).toEqual(['yes', 'All products are in the catalogue'])
  expect(questions[8]).toEqual(['yes', 'No other leads from this person'])
  expect(questions[9]).toEqual(['yes', 'Wants Peristaltic pump × 20; no pitch words, no links'])
  expect(questions[10]).toEqual(['yes', 'Sent your form “Enquiry” on 20 Nov 2026 and wants to be contacted'])
})

test('a pitch is called one in its own words, whatever product it names', async () => {
  const pitch = 'We are a leading web design company and can redo your website at half the price'

  const questions = await suggested({ email: 'a@one.example', phone: null, message: pitch })
  const doubtful = await suggested({
    email: 'a@two.example',
    phone: null,
    message: `${REAL.message} www.two-shop.example`,
  })
  const own = await suggested({ email: 'a@three.example', phone: null, message: `${REAL.message} www.three.example` })

  expect(questions[9]).toEqual([
    'no',
    'Found in the message: “we are a leading”, “web design”, “redo your website”, “half the price”',
  ])
  expect(doubtful[9]).toEqual(['not_sure', 'Found in the message: a link to two-shop.example'])
  expect(own[9]?.[0]).toBe('yes')
})

test('a question that nothing was looked at for stays open', async () => {
  const lead = { email: 'info@four.example', phone: null, form_id: null }

  expect((await suggested({ ...lead, message: null }))[9]).toEqual([OPEN, 'There is no message'])
  expect((await suggested({ ...lead, message: 'asdf' }))[9]).toEqual([
    OPEN,
    'No pitch words, no links, but no clear request',
  ])
  expect((await suggested(lead, []))[9]).toEqual([OPEN, 'No pitch words, no links, but no product of yours'])
  expect((await suggested(lead, [{ id: null, name: 'Centrifuge', quantity: 1 }]))[9]?.[0]).toBe(OPEN)
  expect((await suggested(lead))[3]).toEqual([OPEN, 'Jonas Becker'])
  expect((await suggested(lead))[10]).toEqual([OPEN, 'It did not come through your forms'])
  expect((await suggested({ ...lead, form_id: form.id, spam_signals: ['a hidden field was filled in'] }))[10]).toEqual([
    OPEN,
    'Possible spam',
  ])
  expect((await suggested({ ...lead, kind: 'registration', message: null }, []))[9]).toEqual([
    OPEN,
    'There is no message',
  ])
})

test('an answer says no more than what was looked at', async () => {
  const free = await suggested({ email: 'jonas.becker@gmail.com', phone: null, country: null })
  const elsewhere = await suggested({ email: 'a@five.example', phone: '+33123456789' })
  const agrees = await suggested({ email: 'a@six.example', phone: '+4930555666' })
  const anywhere = await suggested({ email: 'a@seven.example', phone: '+4930555777', country: null })
  const unusual = await suggested({ email: 'a@eight.example', phone: null }, [
    { id: bare.id, name: 'Hose', quantity: 9 },
  ])
  await app.sql(ada.companyId, 'update products set deleted_at = now() where id = $1', [bare.id])
  const gone = await suggested({ email: 'a@nine.example', phone: null }, [{ id: bare.id, name: 'Hose', quantity: 9 }])

  expect(free[1]).toEqual(['not_sure', 'Free email: the domain doesn’t name a company: gmail.com'])
  expect(elsewhere[5]?.[0]).toBe('not_sure')
  expect(agrees[2]).toEqual(['yes', 'Phone number fits the country: +4930555666'])
  expect(agrees[5]).toEqual([OPEN, 'Phone number fits the country: +4930555666'])
  expect(anywhere[2]).toEqual(['yes', 'Phone number is valid, but there is no country: +4930555777'])
  expect(anywhere[5]?.[0]).toBe('not_sure')
  expect(unusual[7]).toEqual(['not_sure', 'The normal quantity is unknown: Hose'])
  expect(gone[6]?.[0]).toBe('not_sure')
})
