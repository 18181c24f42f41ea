import { afterAll, beforeAll, expect, test } from 'vitest'
import { bounces } from '#contract/content/bounces.ts'
import { mailings } from '#contract/content/mailings.ts'
import { openMailTokens } from '#server/platform/outbox/tokens.ts'
import { startTestApp, type TestPerson } from '#server/test/app.ts'
import { forgettingOf } from '#server/test/forgetting.ts'
import { addSubscribers, livePost, MAIL_ENV, send, statusOf, withSite } from '#server/test/mailings.ts'

const app = await startTestApp({ ...MAIL_ENV, SMTP_URL: 'smtp://127.0.0.1:9' })
afterAll(app.stop)
const tokens = openMailTokens(app.services.config.secret)
const { forget } = forgettingOf(app)

let person: TestPerson
let inbox: string
let post: number
beforeAll(async () => {
  const { person: sender, authorId } = await withSite(app)
  person = sender
  post = (await livePost(app, person, authorId)).id
  inbox = new URL((await person.call(mailings.settings, {})).data.bounce_inbox ?? '').pathname
})

let no = 0
/** A subscriber whom a mailing has reached; answers both and the mail. */
const mailed = async (state = 'sent', status = 'subscribed') => {
  const [id = 0] = await addSubscribers(app, person, [`bounce${no++}@firm.example`], { status })
  return { id, ...(await mailTo(id, state)) }
}
const mailTo = async (id: number, state = 'sent') => {
  // Each mailing is over at once, so that the next may begin.
  const { id: mailing } = await send(person, post, { again: true, audience: { kind: 'everyone' } }).catch(async () => ({
    id: (await person.call(mailings.list, { query: {} })).data[0]?.id ?? 0,
  }))
  const [row] = await app.sql(
    person.companyId,
    `insert into mails (company_id, kind, mailing_id, for_id, address, state, handed_at, done_at)
     values ($1, 'post_update', $2, $3, 'x@firm.example', $4, clock_timestamp(), clock_timestamp()) returning id`,
    [person.companyId, mailing, id, state],
  )
  await app.sql(person.companyId, `update mailings set state = 'done' where company_id = $1 and id = $2`, [
    person.companyId,
    mailing,
  ])
  return { mailing, mail: Number(row.id) }
}

const verp = (mail: number, companyId = person.companyId) =>
  tokens.bounceAddress({ companyId, mailId: mail }, 'bounces.firm.example')
const dsn = (to: string, status: string, about = `<someone-else@firm.example>`) => `From: MAILER-DAEMON@mx.example
To: ${to}
Subject: Undelivered Mail Returned to Sender
Message-ID: <${Math.random()}@mx.example>
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="b1"

--b1
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example

Final-Recipient: rfc822; bounce0@firm.example
Action: failed
Status: ${status}
Diagnostic-Code: smtp; 550 ${status} said the server

--b1
Content-Type: text/rfc822-headers

Message-ID: ${about}

--b1--
`
const arf = (to: string, kind = 'abuse') => `From: fbl@isp.example
To: ${to}
MIME-Version: 1.0
Content-Type: multipart/report; report-type=feedback-report; boundary="b1"

--b1
Content-Type: message/feedback-report

Feedback-Type: ${kind}
Original-Rcpt-To: bounce0@firm.example

--b1--
`

const report = async (text: string, address = inbox, type = 'message/rfc822') => {
  const { statusCode } = await app.app.inject({
    method: 'POST',
    url: address,
    headers: { 'content-type': type },
    payload: Buffer.from(text.replaceAll('\n', '\r\n')),
  })
  return statusCode
}
const counted = async (id: number) =>
  (
    await app.sql(
      person.companyId,
      `select status, hard_bounces::int as hard, soft_bounces::int as soft from newsletter_subscribers where id = $1`,
      [id],
    )
  )[0]

test('one hard bounce ends it, and the same report again counts nothing', async () => {
  const { id, mail } = await mailed()
  const text = dsn(verp(mail), '5.1.1')

  expect([await report(text), await report(text)]).toEqual([202, 202])

  expect(await counted(id)).toEqual({ status: 'bounced', hard: 1, soft: 0 })
  const { data } = await person.call(bounces.list, { query: { subscriber_id: id } })
  expect(data).toMatchObject([{ class: 'hard', code: '5.1.1', received_by: 'http', subscriber: { id } }])
  expect(data[0]?.raw).toContain('Final-Recipient')
})

test('policy, delays and vacations say nothing of a mailbox', async () => {
  const { id, mail } = await mailed()
  await report(dsn(verp(mail), '5.7.1'))
  await report(dsn(verp(mail), '4.4.1').replace('Action: failed', 'Action: delayed'))
  await report(
    `From: Ada <ada@firm.example>\nTo: ${verp(mail)}\nSubject: On vacation\nAuto-Submitted: auto-replied\n\n5.1.1`,
  )

  expect(await counted(id)).toEqual({ status: 'subscribed', hard: 0, soft: 0 })
})

test('five soft ones from three mailings end it; a mail that arrived in between begins anew', async () => {
  const { id } = await mailed()
  const softly = async (mail: number) => report(dsn(verp(mail), '4.2.2'))
  const first = await mailTo(id)
  await softly(first.mail)
  await softly((await mailTo(id)).mail)
  expect(await counted(id)).toMatchObject({ soft: 2 })
  await mailTo(id)
  for (const times of [1, 2, 3]) {
    await softly((await mailTo(id)).mail)
    expect(await counted(id)).toEqual({ status: 'subscribed', hard: 0, soft: times })
  }
  const { mail } = await mailTo(id)
  await softly(mail)
  expect((await counted(id)).status).toBe('subscribed')
  await report(dsn(verp(mail), '5.0.0'))
  expect(await counted(id)).toMatchObject({ status: 'bounced', soft: 5 })
})

test('a complaint ends it; feedback that it is no spam does not', async () => {
  const { id, mail } = await mailed()
  await report(arf(verp(mail), 'not-spam'))
  expect(await statusOf(app, person, id)).toBe('subscribed')
  await report(arf(verp(mail)))
  expect(await statusOf(app, person, id)).toBe('complained')
})

test('a mail in doubt whose bounce comes was sent', async () => {
  const { id, mail } = await mailed('in_doubt')
  await report(dsn(verp(mail), '5.1.1'))

  const [row] = await app.sql(person.companyId, 'select state from mails where id = $1', [mail])
  expect([row.state, await statusOf(app, person, id)]).toEqual(['sent', 'bounced'])
})

test('the returned headers say whose it is where the address does not', async () => {
  const { id, mail } = await mailed()
  await report(
    dsn(
      'bounces@firm.example',
      '5.1.1',
      tokens.messageId({ companyId: person.companyId, mailId: mail }, 'firm.example'),
    ),
  )
  expect(await statusOf(app, person, id)).toBe('bounced')
})

test('a forged report moves nobody, whoever it names, and takes no time (S8)', async () => {
  const { id, mail } = await mailed()
  const [ours = ''] = await app
    .sql(person.companyId, 'select email from newsletter_subscribers where id = $1', [id])
    .then((rows) => rows.map(({ email }: { email: string }) => email))
  const forged = verp(mail).replace(/\.[\da-f]{20}@/, `.${'0'.repeat(20)}@`)
  const other = await withSite(app)
  const foreign = verp(mail, other.person.companyId)
  const texts = [
    ...[ours, forged, foreign, `b+${mail}@bounces.firm.example`].flatMap((to) => [dsn(to, '5.1.1'), arf(to)]),
    `From: MAILER-DAEMON@mx.example\nTo: x@firm.example\nSubject: failure notice\n\n${ours} 5.1.1 ${verp(mail)}`,
    `To: x@firm.example\nContent-Type: multipart/mixed; boundary="x"\n\n${`--x\nContent-Type: text/plain\n\n${verp(mail)} 5.1.1\n`.repeat(5_000)}--x--\n`,
    Array.from({ length: 100 }, (_, at) => `Content-Type: multipart/mixed; boundary="x${at}"\n\n--x${at}\n`).join(''),
    dsn('x@firm.example', '5.1.1') + 'x'.repeat(900_000),
  ]
  for (const text of texts) {
    const from = performance.now()
    expect(await report(text)).toBe(202)
    // What such texts cost where a reader is quadratic is minutes; a busy machine takes seconds for any.
    expect(performance.now() - from).toBeLessThan(20_000)
  }
  expect(await counted(id)).toEqual({ status: 'subscribed', hard: 0, soft: 0 })
  const unmatched = await person.call(bounces.list, { query: { about: 'nobody' } })
  expect(unmatched.data.every(({ subscriber, mailing }) => subscriber === null && mailing === null)).toBe(true)
  const theirs = (await other.person.call(bounces.list, { query: {} })).data
  expect(theirs.every(({ subscriber, mailing }) => subscriber === null && mailing === null)).toBe(true)
})

test('a wrong key, another type or a report too large is refused', async () => {
  const { companyId } = person
  for (const key of [
    `${companyId}.${'A'.repeat(22)}`,
    `${companyId}`,
    'x',
    `${companyId + 1}.${inbox.split('.').at(-1)}`,
  ])
    expect(await report('To: x', `/mail/bounces/${key}`)).toBe(404)
  expect(await report('To: x', inbox, 'text/plain')).toBe(415)
  expect(await report('x'.repeat(1024 ** 2 + 1))).toBe(413)
})

test('so many a day about nobody known are stored', async () => {
  await app.sql(
    person.companyId,
    `insert into newsletter_bounces (company_id, class, received_by, digest) select $1, 'unclear', 'http', sha256(n::text::bytea) from generate_series(1, 200) n`,
    [person.companyId],
  )
  const before = (await person.call(bounces.list, { query: { about: 'nobody' } })).pagination.total
  expect(await report(dsn('nobody@firm.example', '5.1.1'))).toBe(202)
  expect((await person.call(bounces.list, { query: { about: 'nobody' } })).pagination.total).toBe(before)
  await app.sql(person.companyId, `delete from newsletter_bounces where company_id = $1 and subscriber_id is null`, [
    person.companyId,
  ])
})

test('many complaints stop what is being sent', async () => {
  const { id, mail, mailing } = await mailed()
  await app.sql(person.companyId, `update mailings set state = 'sending', started_at = now() where id = $1`, [mailing])
  await app.sql(
    person.companyId,
    `insert into newsletter_bounces (company_id, subscriber_id, mail_id, mailing_id, class, received_by, digest)
     select $1, $2, $3, $4, 'complaint', 'http', sha256(('c' || n)::bytea) from generate_series(1, 15) n`,
    [person.companyId, id, mail, mailing],
  )
  await report(arf(verp(mail)))

  expect((await person.call(mailings.details, { params: { id: mailing } })).data).toMatchObject({
    state: 'stopped',
    stopped_code: 'complaints',
  })
  await person.call(mailings.cancel, { params: { id: mailing } })
})

test('a bounced address that was confirmed can be reset, with a reason', async () => {
  const { id, mail } = await mailed()
  const reset = (of: number, who = person) =>
    who.call(bounces.reset, { params: { id: of }, body: { reason: 'Their server was down' } })
  await expect(reset(id)).rejects.toThrow('409 Only a bounced address can be reset.')
  await report(dsn(verp(mail), '5.1.1'))
  const other = await withSite(app)
  await expect(reset(id, other.person)).rejects.toThrow('404')
  await reset(id)
  expect(await counted(id)).toEqual({ status: 'subscribed', hard: 0, soft: 0 })
  const [noted] = await app.sql(
    person.companyId,
    `select what, person_id from newsletter_consents where subscriber_id = $1 order by id desc limit 1`,
    [id],
  )
  expect(noted).toEqual({ what: 'reset', person_id: person.id })

  const [never = 0] = await addSubscribers(app, person, ['never@firm.example'], { status: 'bounced', confirmed: false })
  await expect(reset(never)).rejects.toThrow('409 Its owner never confirmed.')
})

test('the report itself is forgotten after 30 days; what it said stays', async () => {
  const { id, mail } = await mailed()
  await report(dsn(verp(mail), '5.1.1'))
  await app.sql(
    person.companyId,
    `update newsletter_bounces set at = now() - interval '31 days' where subscriber_id = $1`,
    [id],
  )
  await forget()
  expect((await person.call(bounces.list, { query: { subscriber_id: id } })).data).toMatchObject([
    { code: '5.1.1', raw: null },
  ])
})
