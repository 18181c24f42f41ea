import { afterAll, describe, expect, test } from 'vitest'
import { enquiryChecks } from '#contract/enquiry-checks.ts'
import { intakeServices } from '#server/app/intake-services.ts'
import { startTestApp, type Sent } from '#server/test/app.ts'
import { bytes, fingerprint } from '#server/test/journey.ts'
import { lockRestrictions } from '#server/domain/restriction.ts'
import { ENQUIRY, openForm } from '#server/test/leads.ts'
import { somebodyWaits } from '#server/test/waiting.ts'
import { makeFormToken } from './form-token.ts'

const app = await startTestApp({ INTAKE_PER_MINUTE: '999999', PUBLIC_URL: 'https://leads.firm.example' })
afterAll(() => app.stop())

const ada = await app.signIn()
const eve = await app.signIn()
const form = await openForm(app, ada, 'ada-form', ['https://www.firm.example'])
const foreign = await openForm(app, eve, 'eve-form')
const tokenKey = intakeServices(app.services).tokenKey

let sent = 0
const email = () => `person${++sent}@mill.example`
const send = (body: object = {}, headers: Record<string, string> = {}, url = form) =>
  app.send('POST', url, { ...ENQUIRY, ...body }, headers)
const leadOf = async ({ json }: Sent, companyId = ada.companyId): Promise<any> =>
  (
    await app.owner.query('select * from leads where company_id = $1 and lead_no = $2', [
      companyId,
      json.data.reference,
    ])
  ).rows[0]
const alike = (answer: Sent) => bytes(answer).replace(/"reference":"\d+"/, '')

describe('an enquiry', () => {
  test('is stored as it was sent, in one form of writing, with its lines, its event and its place in the queue', async () => {
    const answer = await send({
      email: 'Yuki@AZIZ.Example',
      utm: { source: 'fair' },
      products: [
        { product_name: 'Hose', quantity: 10 },
        { product_name: 'Clamp', quantity: 2, total_quantity: 20 },
      ],
    })

    expect([answer.status, answer.json]).toEqual([
      202,
      {
        success: true,
        message: expect.stringContaining('Thank you'),
        data: { reference: expect.stringMatching(/^\d+$/) },
      },
    ])
    const lead = await leadOf(answer)
    expect(lead).toMatchObject({
      company_id: ada.companyId,
      status: 'new',
      source: 'website_form',
      email: 'yuki@aziz.example',
      phone: '+923005550158',
      phone_sent: '+92 300 555 0158',
      country: 'PK',
      total_quantity: 30,
      created_by: null,
      utm: { source: 'fair' },
      quarantined_by: null,
      spam_signals: [],
    })
    const items = await app.sql(
      ada.companyId,
      'select product_name, quantity, total_quantity from lead_items where lead_id = $1 order by id',
      [lead.id],
    )
    expect(items).toEqual([
      { product_name: 'Hose', quantity: 10, total_quantity: 10 },
      { product_name: 'Clamp', quantity: 2, total_quantity: 20 },
    ])
    const events = await app.sql(
      ada.companyId,
      `select actor_kind, channel, act from changes where entity = 'leads' and entity_id = $1`,
      [lead.id],
    )
    expect(events).toEqual([{ actor_kind: 'system', channel: 'intake', act: 'intake.enquiry' }])
    expect(await app.sql(ada.companyId, 'select list from assignment_queue where lead_id = $1', [lead.id])).toEqual([
      { list: 'qa' },
    ])
  })

  test.each([
    ['name', { name: '' }],
    ['name', { name: '   ' }],
    ['name', { name: 'x'.repeat(201) }],
    ['name', { name: 'a\0b' }],
    ['email', { email: 'not an address' }],
    ['email', { email: undefined, phone: undefined }],
    ['email', { email: '', phone: ' ' }],
    ['country', { country: 'Atlantis' }],
    ['website', { website: 'javascript:alert(1)' }],
    ['message', { message: 'x'.repeat(10_001) }],
    ['products', { products: 'hose' }],
    ['products.0.quantity', { products: [{ product_name: 'Hose', quantity: 0 }] }],
    ['products.0.total_quantity', { products: [{ product_name: 'Hose', quantity: 2, total_quantity: 1 }] }],
    ['utm', { utm: Object.fromEntries(Array.from({ length: 11 }, (_, at) => [`k${at}`, 'v'])) }],
  ])('with a %s that cannot be one is refused, named, and not stored: %j', async (field, body) => {
    const before = await fingerprint(app)

    expect(await send(body)).toMatchObject({ status: 400, json: { success: false, errors: [{ field }] } })
    expect(await fingerprint(app)).toBe(before)
  })

  test.each([
    ['email', `${'a'.repeat(50_000)}!`],
    ['email', `a@${'a.'.repeat(25_000)}`],
    ['phone', `+${'1'.repeat(50_000)}x`],
    ['website', `https://${'a.'.repeat(25_000)}`],
    ['country', '('.repeat(25_000) + ')'.repeat(25_000)],
  ])('L4: with a %s of 50,000 characters is refused at once, named, and not stored', async (field, text) => {
    const before = await fingerprint(app)

    expect(await send({ [field]: text })).toMatchObject({ status: 400, json: { success: false, errors: [{ field }] } })
    expect(await fingerprint(app)).toBe(before)
  })

  test('cannot set what is not an enquirer’s to say', async () => {
    const answer = await send({
      email: email(),
      company_id: eve.companyId,
      id: 1,
      lead_no: 5,
      status: 'valid',
      assigned_qa: ada.id,
      source: 'referral',
      kind: 'registration',
      created_at: '2020-01-01',
      version: 9,
    })

    expect(await leadOf(answer)).toMatchObject({
      company_id: ada.companyId,
      status: 'new',
      assigned_qa: null,
      source: 'website_form',
      kind: 'enquiry',
      version: 1,
    })
  })
})

describe('I1: a form key', () => {
  test('that is unknown, made up or of a paused form answers alike, and stores nothing', async () => {
    const paused = await openForm(app, ada, 'paused-form')
    await app.sql(
      ada.companyId,
      `update intake_forms set status = 'paused' where id = (select max(id) from intake_forms)`,
    )
    const before = await fingerprint(app)

    const answers = [
      await send({}, {}, paused),
      await send({}, {}, '/intake/never-was/enquiry'),
      await send({}, {}, `/intake/${'x'.repeat(64)}/enquiry`),
    ]
    expect(answers[0]!.status).toBe(404)
    expect(new Set(answers.map(bytes)).size).toBe(1)
    const pages = [
      await app.send('GET', paused),
      await app.send('GET', '/intake/never-was/enquiry'),
      await app.send('OPTIONS', paused),
    ]
    expect(pages.map(({ status }) => status)).toEqual([404, 404, 404])
    expect(await fingerprint(app)).toBe(before)
  })

  test('opens the form of its own company alone', async () => {
    const answer = await send({ email: email() }, {}, foreign)

    expect(await leadOf(answer, eve.companyId)).toMatchObject({ company_id: eve.companyId })
  })

  test('that is guessed at too often is told to wait, whether or not it exists', async () => {
    const slow = await startTestApp({ INTAKE_PER_MINUTE: '5' })
    const bob = await slow.signIn()
    const real = await openForm(slow, bob, 'slow-form')
    const statuses = async (url: string, count: number) => {
      const all: number[] = []
      for (let at = 0; at < count; at++)
        all.push((await slow.send('POST', url, { ...ENQUIRY, email: `e${at}@mill.example` })).status)
      return all
    }

    expect(await statuses(real, 7)).toEqual([202, 202, 202, 202, 202, 429, 429])
    expect(await statuses('/intake/guess/enquiry', 5)).toEqual([404, 404, 404, 429, 429])
    const last = await slow.send('POST', real, ENQUIRY)
    expect([last.status, Number(last.headers['retry-after'])]).toEqual([429, expect.any(Number)])
    expect((await slow.owner.query('select count(*)::int from leads')).rows).toEqual([{ count: 5 }])
    await slow.stop()
  })

  test('that is guessed at by opening the page, or by asking whether it may be sent, is told to wait too', async () => {
    const slow = await startTestApp({ INTAKE_PER_MINUTE: '5' })
    const bob = await slow.signIn()
    const eva = await slow.signIn()
    const forms = [await openForm(slow, bob, 'bobs-form'), await openForm(slow, eva, 'evas-form')]
    const guesses: number[] = []
    for (let at = 0; at < 6; at++)
      for (const method of ['GET', 'OPTIONS'])
        guesses.push((await slow.send(method, `/intake/guess-${at}/enquiry`)).status)

    expect(guesses).toEqual([...Array(10).fill(404), 429, 429])
    for (const form of forms) {
      expect((await slow.send('GET', form)).status).toBe(429)
      expect((await slow.send('POST', form, ENQUIRY)).status).toBe(429)
    }
    expect((await slow.owner.query('select count(*)::int from leads')).rows).toEqual([{ count: 0 }])
    await slow.stop()
  })
})

describe('I2: where it is sent from', () => {
  const cors = ({ headers }: Sent) => headers['access-control-allow-origin']

  test('a page that the form lists may send it and read the answer, also one that refuses an address', async () => {
    const origin = 'https://www.firm.example'

    const taken = await send({ email: email() }, { origin })
    expect([taken.status, cors(taken), taken.headers['vary']]).toEqual([202, origin, expect.stringContaining('Origin')])
    const asked = await app.send('OPTIONS', form, undefined, { origin, 'access-control-request-method': 'POST' })
    expect([asked.status, cors(asked), asked.headers['access-control-allow-methods']]).toEqual([204, origin, 'POST'])
    const broken = await send({ email: 'no address' }, { origin })
    expect([broken.status, cors(broken)]).toEqual([400, origin])
  })

  test.each([
    'https://evil.example',
    'null',
    'https://www.firm.example.evil.example',
    'http://www.firm.example',
    'https://www.firm.example:8443',
    'https://WWW.firm.example ',
  ])('%s may not, and is named in no header', async (origin) => {
    const before = await fingerprint(app)

    const answer = await send({ email: email() }, { origin })
    const asked = await app.send('OPTIONS', form, undefined, { origin, 'access-control-request-method': 'POST' })

    expect([answer.status, cors(answer), cors(asked)]).toEqual([403, undefined, undefined])
    expect(await fingerprint(app)).toBe(before)
  })

  test('our own page and callers that are no browser may', async () => {
    for (const headers of [
      {},
      { origin: 'https://leads.firm.example' },
      { origin: 'http://localhost:80', host: 'localhost:80' },
    ]) {
      const answer = await send({ email: email() }, headers)
      expect([answer.status, cors(answer)]).toEqual([202, undefined])
    }
  })
})

describe('I3: what it may be', () => {
  test('no larger than 64 KiB, plain JSON, and nothing that has to be unpacked', async () => {
    const before = await fingerprint(app)
    const json = JSON.stringify(ENQUIRY)

    expect((await send({ message: 'x'.repeat(64 * 1024) })).status).toBe(413)
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'application/json\tx',
      'application/json; charset=utf-7',
      'multipart/form-data; boundary=x',
    ])
      expect([type, (await app.send('POST', form, json, { 'content-type': type })).status]).toEqual([type, 415])
    expect((await app.send('POST', form, json, { 'content-encoding': 'gzip' })).status).toBe(415)
    for (const body of [
      '[]',
      'null',
      '"x"',
      '{',
      '{"name":"a","__proto__":{"x":1}}',
      `{"a":${'['.repeat(2_000)}${']'.repeat(2_000)}}`,
    ])
      expect([body.slice(0, 20), (await app.send('POST', form, body)).status]).toEqual([body.slice(0, 20), 400])
    expect(await fingerprint(app)).toBe(before)
  })

  test('a thousand fields that nobody asked for are dropped', async () => {
    const answer = await send({
      email: email(),
      ...Object.fromEntries(Array.from({ length: 1_000 }, (_, at) => [`field${at}`, at])),
    })

    expect(answer.status).toBe(202)
  })
})

describe('I4: an idempotency key', () => {
  const keyed = (key: string, body: object = {}, url = form) =>
    send({ email: 'same@mill.example', ...body }, { 'idempotency-key': key }, url)
  const count = async () => (await app.owner.query('select count(*)::int from leads')).rows[0].count

  test('50 at once under one key are one lead with one reference', async () => {
    const before = await count()

    const answers = await Promise.all(Array.from({ length: 50 }, () => keyed('fifty')))

    expect(new Set(answers.map(bytes)).size).toBe(1)
    expect(answers[0]!.status).toBe(202)
    expect((await count()) - before).toBe(1)
    expect(await leadOf(answers[0]!)).toMatchObject({ email: 'same@mill.example' })
  })

  test('with another body it is refused; on another form and in another company it is another key', async () => {
    const second = await openForm(app, ada, 'second-form')
    const first = await keyed('shared')
    const before = await count()

    expect(await keyed('shared', { message: 'Changed' })).toMatchObject({ status: 409, json: { code: 'key_reused' } })
    expect(bytes(await keyed('shared'))).toBe(bytes(first))
    expect(await count()).toBe(before)
    expect((await keyed('shared', {}, second)).json.data.reference).not.toBe(first.json.data.reference)
    expect((await keyed('shared', {}, foreign)).status).toBe(202)
    expect((await count()) - before).toBe(2)
  })

  test('a token of a page that was loaded again makes no other request of it', async () => {
    const before = await count()
    const token = () => makeFormToken(tokenKey, Date.now() - 60_000 - Math.floor(Math.random() * 1_000))

    const [one, two] = [
      await keyed('reloaded', { form_token: token() }),
      await keyed('reloaded', { form_token: token() }),
    ]

    expect(bytes(one)).toBe(bytes(two))
    expect((await count()) - before).toBe(1)
  })

  test('after a day it is another one, as if it had never been used', async () => {
    const [one, other] = [await keyed('a-day'), await keyed('a-day', {}, foreign)]
    await app.sql(
      ada.companyId,
      `update idempotency_keys set created_at = now() - interval '25 hours' where company_id = $1 and key = 'a-day'`,
      [ada.companyId],
    )

    const next = await keyed('a-day')

    expect(next.json.data.reference).not.toBe(one.json.data.reference)
    expect(bytes(await keyed('a-day'))).toBe(bytes(next))
    expect(bytes(await keyed('a-day', {}, foreign))).toBe(bytes(other))
    expect(await leadOf(next)).toMatchObject({ email: 'same@mill.example' })
  })

  test('longer than 200 characters it is refused', async () => {
    for (const key of ['x'.repeat(300), 'with space', '']) expect((await keyed(key)).status).toBe(400)
    expect((await keyed('x'.repeat(200))).status).toBe(202)
  })
})

test('what is stored of an enquiry and its answer does not hold the key of the form', async () => {
  const own = await openForm(app, ada, 'a-key-that-is-nowhere')

  const answer = await send({ email: email() }, { 'idempotency-key': 'nowhere' }, own)

  const stored = await app.sql(
    ada.companyId,
    `select k::text as kept from idempotency_keys k where company_id = $1 and key = 'nowhere'
     union all select l::text from leads l where company_id = $1 and lead_no = $2
     union all select c::text from changes c where company_id = $1 and request_id = (
       select request_id from changes c join leads l on l.company_id = c.company_id and l.id = c.root_id
       where c.company_id = $1 and lead_no = $2 limit 1)`,
    [ada.companyId, answer.json.data.reference],
  )
  expect(stored.length).toBeGreaterThan(2)
  expect(stored.filter(({ kept }) => kept.includes('a-key-that-is-nowhere'))).toEqual([])
})

describe('I5: a machine', () => {
  test.each([
    ['fills in the hidden field', () => ({ fax: '+1 555' }), 'a hidden field was filled in'],
    [
      'sends the moment the page is there',
      () => ({ form_token: makeFormToken(tokenKey, Date.now()) }),
      'filled in faster than a person can',
    ],
    ['makes a token up', () => ({ form_token: `${Date.now() - 60_000}.AAAA` }), 'a made-up form token'],
    ['sends no token at all', () => ({ form_token: 'garbage' }), 'a made-up form token'],
  ])('that %s is answered like anybody, and its lead is invalid with the rule named', async (_, body, signal) => {
    const person = await send({ email: email(), form_token: makeFormToken(tokenKey, Date.now() - 60_000) })

    const answer = await send({ email: email(), ...body() })

    expect(alike(answer)).toBe(alike(person))
    const lead = await leadOf(answer)
    expect(lead).toMatchObject({
      status: 'invalid',
      reason_code: 'spam_or_bot',
      reason_note: `Sent by a machine: ${signal}`,
      spam_signals: [signal],
    })
    expect(await leadOf(person)).toMatchObject({ status: 'new' })
    expect(await app.sql(ada.companyId, 'select 1 from assignment_queue where lead_id = $1', [lead.id])).toEqual([])
    expect(
      await app.sql(ada.companyId, `select reason from changes where entity = 'leads' and entity_id = $1`, [lead.id]),
    ).toEqual([{ reason: `Sent by a machine: ${signal}` }])
  })

  test('is whoever fills the form in sooner than the company says, at once after it says otherwise', async () => {
    const mara = await app.signIn({ can: ['configuration_edit'] })
    const slow = await openForm(app, mara, 'slow-form')
    const statusAfter = async (seconds: number) => {
      const form_token = makeFormToken(tokenKey, Date.now() - seconds * 1_000)
      return (await leadOf(await send({ email: email(), form_token }, {}, slow), mara.companyId)).status
    }
    expect([await statusAfter(1), await statusAfter(3)]).toEqual(['invalid', 'new'])
    await mara.call(enquiryChecks.change, { body: { fill_seconds: 5 } })
    expect([await statusAfter(3), await statusAfter(8)]).toEqual(['invalid', 'new'])
    await mara.call(enquiryChecks.change, { body: { fill_seconds: 0 } })
    expect(await statusAfter(0)).toBe('new')
  })

  test('a page left open for a day has lost its token, and is believed', async () => {
    const answer = await send({ email: email(), form_token: makeFormToken(tokenKey, Date.now() - 25 * 60 * 60 * 1000) })

    expect(await leadOf(answer)).toMatchObject({ status: 'new' })
  })

  test('the page gives out a token that a person’s enquiry passes with', async () => {
    const page = await app.send('GET', form)
    const [, token] = /name="form_token" value="([^"]+)"/.exec(page.text) ?? []

    expect([page.status, token]).toEqual([200, expect.stringMatching(/^\d+\.[\w-]+$/)])
    expect(page.text).not.toContain('ada-form-secret')
  })
})

describe('I7, I8: an e-mail address', () => {
  test.each([
    'a\r\nBcc: x@evil.example',
    '"x@evil y"@firm.com',
    'Group: a@b.example, c@d.example;',
    `${'x'.repeat(320)}@mill.example`,
    'user@[127.0.0.1]',
    'user@127.0.0.1',
    'a@b',
    'a@@b.example',
    'a b@mill.example',
    'a@mill.example, b@mill.example',
    '<a@mill.example>',
    'a\u200b@mill.example',
  ])('like %j is refused', async (address) => {
    const before = await fingerprint(app)

    expect(await send({ email: address })).toMatchObject({ status: 400, json: { errors: [{ field: 'email' }] } })
    expect(await fingerprint(app)).toBe(before)
  })

  test.each([
    'x@SPAM.example',
    'x@spam.example.',
    'x@deep.below.spam.example',
    'x@spam。example',
    'x@ｓｐａｍ.example',
    'X@Spam．Example',
    ' x@spam.example ',
  ])('of a restricted domain, written %j, is held back and answered like any other', async (address) => {
    await app.sql(
      ada.companyId,
      `insert into restricted_domains (company_id, domain_name) values ($1, 'spam.example') on conflict do nothing`,
      [ada.companyId],
    )
    const free = await send({ email: email() })

    const answer = await send({ email: address })

    expect(alike(answer)).toBe(alike(free))
    const lead = await leadOf(answer)
    expect(lead).toMatchObject({ status: 'new', quarantined_by: expect.any(Number) })
    expect(await app.sql(ada.companyId, 'select 1 from assignment_queue where lead_id = $1', [lead.id])).toEqual([])
  })

  test.each(['x@example', 'x@notspam.example', 'x@spam.example.org', 'x@spam-example.com'])(
    'that only looks like one, %j, is not held back',
    async (address) => {
      const answer = await send({ email: address.includes('.') ? address : 'x@parent.example' })

      expect(await leadOf(answer)).toMatchObject({ quarantined_by: null })
    },
  )

  test('of a domain whose leads are invalid at once is invalid with that rule', async () => {
    await app.sql(
      ada.companyId,
      `insert into restricted_domains (company_id, domain_name, effect) values ($1, 'never.example', 'auto_invalid')`,
      [ada.companyId],
    )

    expect(await leadOf(await send({ email: 'x@never.example' }))).toMatchObject({
      status: 'invalid',
      reason_code: 'restricted_domain',
      reason_note: 'Restricted domain never.example',
      quarantined_by: null,
    })
  })
})

test('an enquiry that comes while its domain is being restricted waits for that, and is held back; its number is the next one', async () => {
  const before = await send({ email: email() })
  let sending: Promise<Sent> | undefined
  const by = { kind: 'person', id: ada.id, channel: 'screen', act: 'test' } as const

  await app.services.tenants.write(ada.companyId, by, async (tenant) => {
    await lockRestrictions(tenant, 'exclusive')
    sending = send({ email: 'x@restricted-meanwhile.example' })
    await somebodyWaits(app)
    await tenant.db
      .insertInto('restricted_domains')
      .values({ company_id: ada.companyId, domain_name: 'restricted-meanwhile.example' })
      .execute()
  })
  const held = await sending!
  const after = await send({ email: email() })

  const lead = await leadOf(held)
  expect(lead).toMatchObject({ status: 'new', quarantined_by: expect.any(Number) })
  expect(
    await app.sql(ada.companyId, 'select domain_id from restricted_domain_hits where lead_id = $1', [lead.id]),
  ).toEqual([{ domain_id: lead.quarantined_by }])
  expect(await app.sql(ada.companyId, 'select from assignment_queue where lead_id = $1', [lead.id])).toEqual([])
  const first = Number(before.json.data.reference)
  expect([held, after].map(({ json }) => Number(json.data.reference))).toEqual([first + 1, first + 2])
})

test('I10: nobody learns from the answer who is known, held back, invalid or taken for a machine', async () => {
  const known = email()
  await send({ email: known })
  await app.sql(ada.companyId, `insert into restricted_domains (company_id, domain_name) values ($1, 'held.example')`, [
    ada.companyId,
  ])

  const answers = [
    await send({ email: email() }),
    await send({ email: known }),
    await send({ email: 'x@held.example' }),
    await send({ email: 'x@never.example' }),
    await send({ email: email(), fax: 'x' }),
  ]

  expect(answers[0]!.status).toBe(202)
  expect(new Set(answers.map(alike)).size).toBe(1)
  const headers = answers.map(({ headers: { date: _, 'content-length': __, 'x-request-id': ___, ...rest } }) =>
    JSON.stringify(rest),
  )
  expect(new Set(headers).size).toBe(1)
})

test('I6: hostile text is kept to the letter, and handed out as data', async () => {
  const name = `<script>alert(1)</script>'"><img src=x onerror=alert(1)>`

  const lead = await leadOf(
    await send({ email: email(), name, message: '</textarea><svg onload=alert(1)>', company: '=cmd|calc' }),
  )

  expect(lead).toMatchObject({ name, message: '</textarea><svg onload=alert(1)>', company: '=cmd|calc' })
})
