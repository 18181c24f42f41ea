import { expect, test } from 'vitest'
import { leadDetails } from '#contract/leads/lead-details.ts'
import { alike, startIntake } from '#server/test/intake.ts'
import { MANAGER_KEYS, openForm } from '#server/test/leads.ts'
import { makeFormToken } from './form-token.ts'
import { forgetSubmissions } from './submissions.ts'

const { app, ada, eve, form, foreign, tokenKey, email, send, leadOf } = await startIntake()
const mara = await app.signIn({ can: MANAGER_KEYS, colleagueOf: ada })

const said = () => ({
  email: email(),
  message: 'Two pumps, please.',
  products: [{ product_name: 'Pump', quantity: 2 }],
})
const count = async (companyId = ada.companyId) =>
  (await app.sql(companyId, 'select count(*)::int from leads where company_id = $1', [companyId]))[0].count
const age = (minutes: number) =>
  app.sql(
    ada.companyId,
    `update lead_submissions set last_at = last_at - make_interval(mins => $2) where company_id = $1`,
    [ada.companyId, minutes],
  )
const repeatsOf = async (id: number) => {
  const [{ data: alone }, { data: desk }] = [
    await mara.call(leadDetails.lead, { params: { id } }),
    await mara.call(leadDetails.open, { body: { enquiryId: id } }),
  ]
  expect(desk.repeats).toEqual(alone.repeats)
  return alone.repeats
}

test('the same text by the same sender within ten minutes is one lead that says how often it was sent', async () => {
  const body = said()
  const first = await send(body)
  const lead = await leadOf(first)
  expect(await repeatsOf(lead.id)).toBe(null)
  const before = await count()

  const again = [await send({ ...body, email: ` ${body.email.toUpperCase()} ` })]
  await age(9)
  again.push(await send({ ...body, message: `${body.message}\n` }))

  expect(again.map(({ status, text }) => [status, text])).toEqual(again.map(() => [first.status, first.text]))
  expect([await count(), await repeatsOf(lead.id)]).toEqual([before, { times: 3, last_at: expect.any(String) }])
  await age(11)
  const later = await send(body)
  expect(later.json.data.reference).not.toBe(first.json.data.reference)
  expect([await count(), (await repeatsOf(lead.id))?.times]).toEqual([before + 1, 3])
})

test('of several that come at once one is a lead, in each company its own', async () => {
  const body = said()
  const [before, hers] = [await count(), await count(eve.companyId)]

  const answers = await Promise.all(
    [form, foreign, form, foreign, form].map((url) => send(body, {}, url).then((answer) => [url, answer] as const)),
  )

  const references = (url: string) =>
    new Set(answers.filter(([of]) => of === url).map(([, { json }]) => json.data.reference))
  expect([references(form).size, references(foreign).size]).toEqual([1, 1])
  expect([await count(), await count(eve.companyId)]).toEqual([before + 1, hers + 1])
  const stored = (companyId: number) =>
    app.sql(companyId, 'select times from lead_submissions where company_id = $1 order by lead_id desc limit 1', [
      companyId,
    ])
  expect([await stored(ada.companyId), await stored(eve.companyId)]).toEqual([[{ times: 3 }], [{ times: 2 }]])
})

test.each([
  ['another message', { message: 'Three pumps, please.' }],
  ['another quantity', { products: [{ product_name: 'Pump', quantity: 3 }] }],
  ['another sender', { email: 'somebody@else.example' }],
  ['no longer taken for a bot', {}],
])('%s is another lead', async (_, change) => {
  const body = said()
  const isBot = Object.keys(change).length === 0
  const first = await send({ ...body, ...(isBot && { fax: '1' }) })
  const second = await send({ ...body, ...change, form_token: makeFormToken(tokenKey, Date.now() - 60_000) })
  expect(second.json.data.reference).not.toBe(first.json.data.reference)
  expect(await leadOf(second)).toMatchObject({ status: 'new' })
})

test('another form, a registration, and a lead that was deleted meanwhile make another lead', async () => {
  const body = { ...said(), company: 'Mill' }
  const first = await send(body)
  const second = await send(body, {}, await openForm(app, ada, 'other-form'))
  const third = await send(body, {}, form.replace('enquiry', 'registration'))
  await app.sql(ada.companyId, 'update leads set deleted_at = now() where company_id = $1 and lead_no = $2', [
    ada.companyId,
    first.json.data.reference,
  ])
  const fourth = await send(body)
  expect(new Set([first, second, third, fourth].map(({ json }) => json.data.reference)).size).toBe(4)
})

test('a repeat of what a restricted domain quarantines is counted, and answered like any other', async () => {
  await app.sql(
    ada.companyId,
    `insert into restricted_domains (company_id, domain_name) values ($1, 'repeat.example')`,
    [ada.companyId],
  )
  const body = { ...said(), email: 'x@repeat.example' }
  const [one, two] = [await send(body), await send(body)]
  expect([one.text, alike(two)]).toEqual([two.text, alike(await send(said()))])
  expect(await leadOf(one)).toMatchObject({ quarantined_by: expect.any(Number) })
})

test('an hour later nothing is known of what was said, and how often stays', async () => {
  const [once, twice] = [said(), said()]
  const [one, two] = [await leadOf(await send(once)), await leadOf(await send(twice))]
  await send(twice)
  await age(61)
  const act = { kind: 'system', channel: 'api', act: 'intake.forget' } as const
  expect(await app.services.tenants.write(ada.companyId, act, forgetSubmissions)).toBe(false)
  expect(
    await app.sql(ada.companyId, 'select lead_id, times, digest from lead_submissions where lead_id = any ($1)', [
      [one.id, two.id],
    ]),
  ).toEqual([{ lead_id: two.id, times: 2, digest: null }])
})
