import { describe, expect, test } from 'vitest'
import { startIntake } from '#server/test/intake.ts'
import { bytes, fingerprint } from '#server/test/journey.ts'
import { ENQUIRY, openForm } from '#server/test/leads.ts'
import { makeFormToken } from './form-token.ts'

const { app, ada, eve, form, foreign, tokenKey, email, send, leadOf } = await startIntake()

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

describe('I3: what it may be', () => {
  test('no larger than 64 KiB, plain JSON, and nothing that has to be unpacked', async () => {
    const before = await fingerprint(app)
    const json = JSON.stringify(ENQUIRY)

    expect((await send({ message: 'x'.repeat(64 * 1024) })).status).toBe(413)
    for (const type of [
      'text/plain',
      'application/json\tx',
      'application/json; charset=utf-7',
      'multipart/form-data; boundary=x',
    ])
      expect([type, (await app.send('POST', form, json, { 'content-type': type })).status]).toEqual([type, 415])
    expect((await app.send('POST', form, json, { 'content-encoding': 'gzip' })).status).toBe(415)
    // A form may be sent, too, and this is none.
    expect((await app.send('POST', form, json, { 'content-type': 'application/x-www-form-urlencoded' })).status).toBe(
      400,
    )
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
      await keyed('reloaded', { message: 'Reloaded', form_token: token() }),
      await keyed('reloaded', { message: 'Reloaded', form_token: token() }),
    ]

    expect(bytes(one)).toBe(bytes(two))
    expect((await count()) - before).toBe(1)
  })

  test('after a day it is another one, as if it had never been used', async () => {
    const message = 'A day later'
    const [one, other] = [await keyed('a-day', { message }), await keyed('a-day', { message }, foreign)]
    await app.sql(
      ada.companyId,
      `update idempotency_keys set created_at = now() - interval '25 hours' where company_id = $1 and key = 'a-day'`,
      [ada.companyId],
    )

    await app.sql(
      ada.companyId,
      `update lead_submissions set last_at = now() - interval '25 hours' where company_id = $1`,
      [ada.companyId],
    )
    const next = await keyed('a-day', { message })

    expect(next.json.data.reference).not.toBe(one.json.data.reference)
    expect(bytes(await keyed('a-day', { message }))).toBe(bytes(next))
    expect(bytes(await keyed('a-day', { message }, foreign))).toBe(bytes(other))
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

test('I6: hostile text is kept to the letter, and handed out as data', async () => {
  const name = `<script>alert(1)</script>'"><img src=x onerror=alert(1)>`

  const lead = await leadOf(
    await send({ email: email(), name, message: '</textarea><svg onload=alert(1)>', company: '=cmd|calc' }),
  )

  expect(lead).toMatchObject({ name, message: '</textarea><svg onload=alert(1)>', company: '=cmd|calc' })
})
