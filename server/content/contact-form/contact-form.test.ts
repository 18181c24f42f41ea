import { afterAll, expect, test } from 'vitest'
import { contactMessages } from '#contract/content/contact-messages.ts'
import { notifications } from '#contract/platform/notifications.ts'
import { makeFormToken } from '#server/leads/intake/form-token.ts'
import { startTestApp, type TestPerson } from '#server/test/app.ts'
import { contactsOf, SENT } from '#server/test/contact-messages.ts'
import { addDomain } from '#server/test/restricted-domains.ts'
import { spamIn } from './spam.ts'

const app = await startTestApp({ INTAKE_PER_MINUTE: '9999', PUBLIC_URL: 'https://leads.firm.example' })
afterAll(() => app.stop())
const { send, started, stored } = contactsOf(app)

const told = async (person: TestPerson) =>
  (await person.call(notifications.list, { query: {} })).data.map(({ kind }) => kind)
const all = (person: TestPerson) =>
  app.sql(
    person.companyId,
    'select status, spam_reasons, repeats from contact_messages where company_id = $1 order by id',
    [person.companyId],
  )

test('a message is stored in one form of writing, in the company of its form alone, and people who handle it are notified', async () => {
  const [{ person, form, sent }, other] = [await started(), await started()]
  const reader = await app.signIn({ can: ['contact_us_list'], colleagueOf: person })

  const id = await sent()

  expect(await stored(person, id)).toMatchObject({
    contact_no: 1,
    email: 'ingrid@nordvik.example',
    phone: '+4681234567',
    phone_as_written: null,
    country: 'SE',
    status: 'new',
    source: 'api',
    spam_reasons: [],
    utm: { utm_source: 'fair' },
    page_url: SENT.page_url,
  })
  expect([await told(person), await told(reader), await told(other.person)]).toEqual([['contact_message'], [], []])
  expect((await other.person.call(contactMessages.list, { query: {} })).data).toEqual([])
  const answer = await send(form, { subject: 'Another' })
  expect([answer.status, answer.json]).toEqual([
    202,
    { success: true, message: 'Thank you. Your message has arrived.', data: { reference: 'C-2' } },
  ])
  const events = await app.sql(
    person.companyId,
    `select actor_kind, channel, act from changes where entity = 'contact_messages' and entity_id = $1`,
    [id],
  )
  expect(events).toEqual([{ actor_kind: 'system', channel: 'intake', act: 'contact-form.send' }])
})

test.each([
  ['name', ' '],
  ['email', 'nobody'],
  ['message', ''],
  ['message', 'x'.repeat(10_001)],
  ['subject', 'x'.repeat(201)],
  ['country', 'Atlantis'],
])('a message whose %s is %j is refused by the name of the field, and stored nowhere', async (field, value) => {
  const { person, form } = await started()
  const { status, json } = await send(form, { [field]: value })
  expect([status, json.errors?.[0]?.field]).toEqual([400, field])
  expect(await all(person)).toEqual([])
})

test('a restricted domain leaves a message new with its badge, and notifies nobody', async () => {
  const { person, sent } = await started([
    'contact_us_list',
    'contact_us_edit',
    'restrict_domain_list',
    'restrict_domain_add',
  ])
  await addDomain(person, 'atlas.example')

  const id = await sent({ email: 'li@labs.atlas.example' })

  expect((await person.call(contactMessages.details, { params: { id } })).data).toMatchObject({
    status: 'new',
    domain_badge: { domain: 'labs.atlas.example' },
  })
  expect(await told(person)).toEqual([])
})

test('certain spam goes to spam with its reasons, notifies nobody, and is answered as any message', async () => {
  const { person, form } = await started()
  const token = (ago: number) => makeFormToken(app.services.intake.tokenKey, Date.now() - ago)
  const answers = [
    await send(form, { subject: '1', fax: '123' }),
    await send(form, { subject: '2', form_token: token(100) }),
    await send(form, { subject: '3', form_token: 'made.up' }),
    await send(form, { subject: '4', message: 'http://a.example http://b.example http://c.example www.d.example' }),
    await send(form, { subject: '5', message: 'We offer SEO services: https://rank.example' }),
    await send(form, { subject: '6', message: 'Dеar Sіr, рlease buy our wаtches' }),
  ]
  const honest = await send(form, { subject: '7', form_token: token(60_000) })

  const shape = ({ status, text }: { status: number; text: string }) => [status, text.replace(/"C-\d+"/, '')]
  expect(new Set(answers.map((answer) => JSON.stringify(shape(answer))))).toEqual(
    new Set([JSON.stringify(shape(honest))]),
  )
  expect((await all(person)).map(({ status, spam_reasons }) => [status, spam_reasons.length])).toEqual([
    ...answers.map(() => ['spam', 1]),
    ['new', 0],
  ])
  expect(await told(person)).toEqual(['contact_message'])
})

test('what people write who want an answer is no spam', () => {
  for (const text of [
    'Is the casino pump of our hotel still under warranty?',
    'Our site is https://a.example, the drawing https://a.example/1, the order www.b.example',
    'Resistivity of 5 µΩm at 20 °C, α = 0.004',
    'Нужны насосы DN50 и Grundfos',
  ])
    expect(spamIn(text)).toEqual([])
})

test('the same of one address within a day is one message, also when it comes at once; a day later it is another', async () => {
  const { person, form } = await started()

  const answers = await Promise.all([1, 2, 3, 4].map(() => send(form)))

  expect(new Set(answers.map(({ json }) => json.data.reference))).toEqual(new Set(['C-1']))
  expect(await all(person)).toEqual([{ status: 'new', spam_reasons: [], repeats: 3 }])
  await app.sql(
    person.companyId,
    `update contact_messages set created_at = now() - interval '25 hours' where company_id = $1`,
    [person.companyId],
  )
  await send(form)
  expect((await all(person)).map(({ repeats }) => repeats)).toEqual([3, 0])
})

test('a repeat under its key gets the first answer; a form that does not exist gets nothing', async () => {
  const { person, form } = await started()
  const headers = { 'idempotency-key': 'the-same-press-1' }
  const [one, two] = [await send(form, {}, headers), await send(form, {}, headers)]
  expect([one.text, await all(person)]).toEqual([two.text, [{ status: 'new', spam_reasons: [], repeats: 0 }]])
  expect((await send('/intake/nobody/contact-us')).status).toBe(404)
  expect((await send(form, {}, { origin: 'https://evil.example' })).status).toBe(403)
})

test('the newsletter is asked for with the message, and by no spam; the answer is the same', async () => {
  const { person, form } = await started()
  const plain = await send(form, { email: 'one@mill.example' })
  const wished = await send(form, { email: 'two@mill.example', newsletter: true })
  await send(form, { email: 'three@mill.example', newsletter: true, fax: '1' })
  const shape = ({ status, text }: { status: number; text: string }) => [status, text.replace(/"C-\d+"/, '')]
  expect(shape(wished)).toEqual(shape(plain))
  expect(
    await app.sql(
      person.companyId,
      'select s.email, s.status, s.source, c.what from newsletter_subscribers s join newsletter_consents c on c.company_id = s.company_id and c.subscriber_id = s.id where s.company_id = $1',
      [person.companyId],
    ),
  ).toEqual([{ email: 'two@mill.example', status: 'unconfirmed', source: 'contact_us', what: 'asked' }])
})

test('the page of the form has no text of people in it, and loads nothing from elsewhere', async () => {
  const { form } = await started()
  const { statusCode, headers, body } = await app.app.inject({ method: 'GET', url: form })
  expect(statusCode).toBe(200)
  expect(headers['content-security-policy']).toContain("script-src 'self'")
  expect(body).toContain('<h1>Contact us</h1>')
  expect(body).toContain('name="message"')
})
