import { describe, expect, test } from 'vitest'
import { enquiryChecks } from '#contract/leads/enquiry-checks.ts'
import { lockRestrictions } from '#server/leads/restricted-domains/restriction.ts'
import type { Sent } from '#server/test/app.ts'
import { alike, startIntake } from '#server/test/intake.ts'
import { fingerprint } from '#server/test/journey.ts'
import { openForm } from '#server/test/leads.ts'
import { somebodyWaits } from '#server/test/waiting.ts'
import { makeFormToken } from './form-token.ts'

const { app, ada, form, tokenKey, email, send, leadOf } = await startIntake()

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
      reason_note: `Sent by a bot: ${signal}`,
      spam_signals: [signal],
    })
    expect(await leadOf(person)).toMatchObject({ status: 'new' })
    expect(await app.sql(ada.companyId, 'select 1 from assignment_queue where lead_id = $1', [lead.id])).toEqual([])
    expect(
      await app.sql(ada.companyId, `select reason from changes where entity = 'leads' and entity_id = $1`, [lead.id]),
    ).toEqual([{ reason: `Sent by a bot: ${signal}` }])
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

  test('the page says what its form is called to the letter, and its token stays where it belongs', async () => {
    const name = 'Save $$, $& or $`: __TOKEN__'
    const named = await openForm(app, ada, 'named-form')
    await app.sql(ada.companyId, 'update intake_forms set name = $1 where id = (select max(id) from intake_forms)', [
      name,
    ])

    const { text } = await app.send('GET', named)

    const shown = name.replace('&', '&amp;')
    expect(/<title>(.*)<\/title>/.exec(text)?.[1]).toBe(shown)
    expect(/<h1>(.*)<\/h1>/.exec(text)?.[1]).toBe(shown)
    expect(text).toMatch(/name="form_token" value="\d+\.[\w-]+"/)
  })
})

describe('I7, I8: an email address', () => {
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
