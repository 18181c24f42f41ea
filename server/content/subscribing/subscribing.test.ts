import { afterAll, describe, expect, test } from 'vitest'
import { SUBSCRIBE_THANKS } from '#contract/content/subscribing.ts'
import { subscribers } from '#contract/content/subscribers.ts'
import { makeFormToken } from '#server/leads/intake/form-token.ts'
import { fingerprint } from '#server/test/journey.ts'
import { mailingOf, mailTo, statesOf } from '#server/test/outbox.ts'
import { startMailingApp, subscribersOf } from '#server/test/subscribers.ts'
import { WORDING } from './receive.ts'

const app = await startMailingApp()
afterAll(() => app.stop())
const { tokens, put, putWith, editor, form, send, press, open, statusOf, asked, confirmLink, leaveLink, details } =
  subscribersOf(app)

const one = async (person: Awaited<ReturnType<typeof editor>>) =>
  details(person, (await person.call(subscribers.list, { query: {} })).data[0]!.id)

test('a reader subscribes on the page, confirms by the link of the mail and is on the list with the words they saw', async () => {
  const ada = await editor()
  const url = await form(ada)
  const page = await open(url)
  expect([page.status, page.text]).toEqual([200, expect.stringContaining(WORDING)])
  const form_token = makeFormToken(app.services.intake.tokenKey, Date.now() - 60_000)

  const answer = await send(
    url,
    {
      email: 'Ingrid@Nordvik.Example',
      name: 'Ingrid',
      locale: 'en-GB',
      form_token,
      page_url: 'https://www.firm.example/blog',
      utm: { utm_source: 'fair' },
    },
    '203.0.113.7',
    { 'user-agent': 'Mozilla/5.0 Firefox/130.0' },
  )
  expect([answer.status, JSON.parse(answer.text)]).toEqual([202, { success: true, message: SUBSCRIBE_THANKS }])
  const asking = await one(ada)
  expect(asking).toMatchObject({
    email: 'ingrid@nordvik.example',
    name: 'Ingrid',
    status: 'unconfirmed',
    source: 'website_form',
    locale: 'en-GB',
  })
  expect(asking.consents).toMatchObject([
    {
      what: 'asked',
      wording: WORDING,
      network: '203.0.113.0/24',
      browser: 'Firefox',
      page_url: 'https://www.firm.example/blog',
      form: 'Enquiry',
    },
  ])
  const [mail] = await asked(ada)
  const link = confirmLink(ada.companyId, mail!)
  const before = await fingerprint(app)
  expect((await open(link)).text).toContain('<button type="submit" name="act" value="confirm">Confirm</button>')
  expect((await open(link, 'HEAD')).status).toBe(200)
  expect(await fingerprint(app)).toBe(before)

  const first = await press(link, 'act=confirm')
  expect([first.status, first.text]).toEqual([200, expect.stringContaining('You are subscribed')])
  expect(await one(ada)).toMatchObject({
    status: 'subscribed',
    status_source: 'page',
    confirmed_at: expect.any(String),
    steps: ['unsubscribe', 'block'],
  })
  expect(await press(link, 'act=confirm')).toEqual({ ...first, headers: expect.anything() })
  expect((await one(ada)).consents.map(({ what }) => what)).toEqual(['asked', 'confirmed'])
})

test('a link to confirm expires after a week, and one that was used subscribes nobody again who has left since', async () => {
  const ada = await editor()
  await send(await form(ada), { email: 'ingrid@nordvik.example' })
  const [mail] = await asked(ada)
  const link = confirmLink(ada.companyId, mail!)
  const expiry = (to: string) => app.sql(ada.companyId, `update newsletter_confirmations set expires_at = ${to}`, [])

  await expiry(`now() - interval '1 second'`)
  expect((await open(link)).text).toContain('This link has expired')
  expect((await press(link)).status).toBe(404)
  expect((await one(ada)).status).toBe('unconfirmed')
  await expiry(`now() + interval '7 days'`)
  await press(link)
  const { id, status } = await one(ada)
  expect(status).toBe('subscribed')
  await press(leaveLink(ada.companyId, id))
  expect((await press(link)).text).toContain('This link has expired')
  expect(await statusOf(ada, id)).toBe('unsubscribed')
})

test('one click unsubscribes by either kind of form, without a page, a cookie or a session; opening the link does nothing', async () => {
  const ada = await editor()
  const boundary = '--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n'
  for (const [email, body, type] of [
    ['one@mill.example', 'List-Unsubscribe=One-Click', undefined],
    ['two@mill.example', boundary, 'multipart/form-data; boundary=b'],
  ] as const) {
    const id = await putWith(ada, 'subscribed', email)
    const link = leaveLink(ada.companyId, id, 7)
    await open(link, 'HEAD')
    expect((await open(link)).text).toContain(`${email[0]}…@mill.example gets no more newsletters`)
    expect(await statusOf(ada, id)).toBe('subscribed')

    const answer = await press(link, body, type)
    expect([answer.status, answer.text, answer.headers['set-cookie']]).toEqual([200, '', undefined])
    expect(await details(ada, id)).toMatchObject({
      status: 'unsubscribed',
      status_source: 'one_click',
      consents: [{ what: 'unsubscribed' }],
    })
    expect((await open(link)).text).toContain('You are unsubscribed')
  }
})

test('whoever unsubscribes by the link of a mail has had it: it is in doubt no longer, and no other mail is decided on', async () => {
  const [ada, eve] = [await editor(), await editor()]
  const [one, other] = [await putWith(ada, 'subscribed', 'one@mill.example'), await putWith(ada, 'subscribed')]
  const doubtful = async ({ companyId }: typeof ada, ids: number[]) => {
    const { id } = await mailTo(app, companyId, ids.length, 3_600, 'post_update')
    await app.owner.query(
      `insert into mails (company_id, kind, mailing_id, for_id, address, state, done_at)
       select $1, 'post_update', $2, n, 'one@mill.example', 'in_doubt', now() from unnest($3::bigint[]) n`,
      [companyId, id, ids],
    )
    return id
  }
  const mailing = await doubtful(ada, [one, other])
  const [next, theirs] = [await doubtful(ada, [one]), await doubtful(eve, [one])]

  await press(leaveLink(ada.companyId, one, mailing), 'List-Unsubscribe=One-Click')

  expect(await statusOf(ada, one)).toBe('unsubscribed')
  expect(await statesOf(app, ada.companyId, mailing)).toEqual({ in_doubt: 1, sent: 1 })
  expect((await mailingOf(app, ada.companyId, mailing)).counts).toEqual({ in_doubt: 1, sent: 1 })
  expect(await statesOf(app, ada.companyId, next)).toEqual({ in_doubt: 1 })
  expect(await statesOf(app, eve.companyId, theirs)).toEqual({ in_doubt: 1 })
})

test('who unsubscribed on the page can subscribe again for 30 days; who was blocked, complained or never confirmed can’t', async () => {
  const ada = await editor()
  const again = (id: number) => press(leaveLink(ada.companyId, id), 'act=again')
  const id = await putWith(ada, 'subscribed')
  expect((await press(leaveLink(ada.companyId, id), 'act=unsubscribe')).text).toContain('Subscribe again')

  expect((await again(id)).text).toContain('You are subscribed')
  expect(await statusOf(ada, id)).toBe('subscribed')
  for (const other of [
    await putWith(ada, 'blocked'),
    await putWith(ada, 'complained'),
    await putWith(ada, 'bounced'),
    await put(ada, 'never@mill.example', { status: 'unsubscribed' }),
    await put(ada, 'long@mill.example', {
      status: 'unsubscribed',
      confirmed_at: '2026-01-01',
      status_at: '2026-01-02',
    }),
  ]) {
    const status = await statusOf(ada, other)
    expect((await again(other)).text).toContain('This link has expired')
    expect(await statusOf(ada, other)).toBe(status)
  }
})

describe('S6: a token', () => {
  test('that is forged, cut off, of another purpose, company or subscriber changes nothing, and answers the same bytes', async () => {
    const [ada, eve] = [await editor(), await editor()]
    const [id, gone] = [await putWith(ada, 'subscribed'), 987_654_321]
    const wanted = await put(ada, 'wait@mill.example')
    await send(await form(ada), { email: 'wait@mill.example' })
    const [mail] = await asked(ada)
    const good = {
      leave: leaveLink(ada.companyId, id).split('/').at(-1)!,
      confirm: confirmLink(ada.companyId, mail!).split('/').at(-1)!,
    }
    const bad = (token: string, purpose: 'unsubscribe' | 'confirm') => [
      token.slice(0, -1),
      `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`,
      `${token}A`,
      token.replace(`.${ada.companyId}.`, `.${eve.companyId}.`),
      token.replace(/^1\./, '2.'),
      token.toUpperCase(),
      purpose === 'confirm' ? good.leave : good.confirm,
      tokens.sign(purpose, eve.companyId, id, mail!.id),
      tokens.sign(purpose, ada.companyId, gone, mail!.id),
      'x',
      '%00',
      'a'.repeat(3_000),
    ]
    const before = await fingerprint(app)
    const answersOf = async (path: string, all: string[], body: string) => {
      const answers: string[] = []
      for (const token of all) {
        const { status, text } = await press(`/newsletter/${path}/${token}`, body)
        answers.push(`${status} ${text}`)
      }
      return new Set(answers.filter((answer) => !answer.startsWith('414') && !answer.startsWith('400')))
    }

    const confirmed = await answersOf('confirm', bad(good.confirm, 'confirm'), 'act=confirm')
    const left = await answersOf('unsubscribe', bad(good.leave, 'unsubscribe'), 'act=unsubscribe')
    const clicked = await answersOf('unsubscribe', bad(good.leave, 'unsubscribe'), 'List-Unsubscribe=One-Click')
    const again = await answersOf('unsubscribe', bad(good.leave, 'unsubscribe'), 'act=again')

    expect([confirmed.size, left.size, clicked.size, again.size]).toEqual([1, 1, 1, 1])
    expect(await fingerprint(app)).toBe(before)
    expect([await statusOf(ada, id), await statusOf(ada, wanted)]).toEqual(['subscribed', 'unconfirmed'])
    const real = await press(leaveLink(ada.companyId, id), 'act=unsubscribe')
    expect(left).toEqual(new Set([`${real.status} ${real.text}`]))
    expect([...clicked]).toEqual(['200 '])
  })
})

describe('S13: the form', () => {
  test('answers alike for an address of any state, a broken, restricted or throw-away one and a machine; only who may be is asked', async () => {
    const ada = await editor()
    const url = await form(ada)
    await app.sql(
      ada.companyId,
      `insert into restricted_domains (company_id, domain_name) values ($1, 'spam.example')`,
      [ada.companyId],
    )
    for (const status of ['unconfirmed', 'subscribed', 'unsubscribed', 'bounced', 'complained', 'blocked'] as const)
      await put(ada, `${status}@mill.example`, {
        status,
        ...(status === 'blocked' ? { blocked_from: 'subscribed' } : {}),
      })
    const sent = ['unknown', 'unconfirmed', 'subscribed', 'unsubscribed', 'bounced', 'complained', 'blocked'].map(
      (name) => ({ email: `${name}@mill.example` }),
    )
    const odd = [
      { email: 'no address' },
      { email: 'x@spam.example' },
      { email: 'x@mailinator.com' },
      { email: 'machine@mill.example', fax: '1' },
    ]

    const answers: string[] = []
    for (const [at, body] of [...sent, ...odd].entries()) {
      const { status, text, headers } = await send(url, body, `198.51.${at}.1`)
      const { date: _, 'x-request-id': __, ...rest } = headers
      answers.push(JSON.stringify([status, text, rest]))
    }

    expect(new Set(answers).size).toBe(1)
    expect((await asked(ada)).map(({ address }) => address.split('@')[0]).toSorted()).toEqual([
      'bounced',
      'unconfirmed',
      'unknown',
      'unsubscribed',
    ])
    const listed = (await ada.call(subscribers.list, { query: { pageSize: 100 } })).data
    expect(listed).toHaveLength(7)
    for (const { email, status } of listed)
      expect([email, status]).toEqual([email, email.startsWith('unknown') ? 'unconfirmed' : email.split('@')[0]])
  })

  test('is sent from pages that it lists, and is unknown by another key or when it is paused', async () => {
    const ada = await editor()
    const url = await form(ada)
    const from = (origin: string) => send(url, { email: 'a@mill.example' }, '203.0.113.7', { origin })

    expect((await from('https://www.firm.example')).headers['access-control-allow-origin']).toBe(
      'https://www.firm.example',
    )
    expect((await from('https://evil.example')).status).toBe(403)
    expect((await send('/intake/never-was/newsletter', { email: 'a@mill.example' })).status).toBe(404)
    expect((await send(url, { email: 'a@mill.example', name: 'x'.repeat(121) })).status).toBe(400)
  })
})
