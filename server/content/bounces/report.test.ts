import { expect, test } from 'vitest'
import { classOf, codesIn, reasonOf, tellingCode } from './classes.ts'
import { readReport } from './report.ts'

const bytes = (text: string) => new Uint8Array(Buffer.from(text.replaceAll('\n', '\r\n')))
const read = (text: string) => readReport(bytes(text))

const VERP = 'b+12.abcdefghij234567@bounce.firm.example'

/** As Postfix returns a mail. */
const dsn = (
  status: string,
  { to = VERP, returned = '', headers = 'Auto-Submitted: auto-replied' } = {},
) => `From: MAILER-DAEMON@mx.example
To: ${to}
Subject: Undelivered Mail Returned to Sender
${headers}
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="b1"

--b1
Content-Type: text/plain

I'm sorry to have to inform you that your message could not be delivered. 5.7.1 is only named here.

--b1
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example
Arrival-Date: Thu, 26 Nov 2026 10:00:00 +0000

Final-Recipient: rfc822; victim@firm.example
Original-Recipient: rfc822;victim@firm.example
${status}

--b1
Content-Type: text/rfc822-headers

Message-ID: <m12.abcdefghij234567@firm.example>
X-Leadroom-R: ${returned}
Subject: When to replace a bearing

--b1--
`

test.each([
  ['5.1.1', 'hard'],
  ['5.1.0', 'hard'],
  ['5.1.2', 'hard'],
  ['5.1.3', 'hard'],
  ['5.1.6', 'hard'],
  ['5.1.10', 'hard'],
  ['5.2.1', 'hard'],
  ['5.4.4', 'hard'],
  ['5.7.1', 'policy'],
  ['5.7.26', 'policy'],
  ['5.6.0', 'policy'],
  ['5.5.1', 'policy'],
  ['4.2.2', 'soft'],
  ['4.4.1', 'soft'],
  ['4.7.0', 'soft'],
  ['5.2.2', 'soft'],
  ['5.3.4', 'soft'],
  ['421', 'soft'],
  ['452', 'soft'],
  ['5.0.0', 'unclear'],
  ['5.3.0', 'unclear'],
  ['5.1.8', 'unclear'],
  ['550', 'unclear'],
  ['2.0.0', 'unclear'],
  [undefined, 'unclear'],
])('code %s is %s', (code, is) => {
  expect(classOf(code)).toBe(is)
})

test('a code is no part of an address, and the one that says more wins', () => {
  expect(codesIn('connect to 192.5.1.1[192.5.1.1]:25: timed out')).toEqual([])
  expect(codesIn('host mx said: 550-5.1.1 <a@firm.example> unknown')).toEqual(['5.1.1', '550'])
  expect(codesIn('550 5.7.1 refused, see version 5.1.1.4')).toEqual(['5.7.1', '550'])
  expect(codesIn('call 5550 or 12')).toEqual([])
  expect(tellingCode(['5.0.0', '5.1.1'])).toBe('5.1.1')
  expect(tellingCode(['5.0.0'])).toBe('5.0.0')
})

test('a delivery report says why, by its status or the words of the server', async () => {
  const status =
    'Action: failed\nStatus: 5.0.0\nDiagnostic-Code: smtp; 550 5.1.1 <victim@firm.example>:\n  Recipient unknown'

  expect(await read(dsn(status))).toMatchObject({
    returnedTo: [VERP],
    class: 'hard',
    code: '5.1.1',
    reply: '550 5.1.1 <victim@firm.example>: Recipient unknown',
  })
  expect(await read(dsn('Action: failed\nStatus: 4.2.2'))).toMatchObject({ class: 'soft', code: '4.2.2' })
})

test('a delay or a success changes nothing', async () => {
  expect((await read(dsn('Action: delayed\nStatus: 4.4.1'))).class).toBeUndefined()
  expect((await read(dsn('Action: relayed\nStatus: 2.0.0'))).class).toBeUndefined()
})

test('the mail is found by the envelope’s recipient or its returned headers, never by what a text names', async () => {
  const headers = `Delivered-To: ${VERP}\nX-Original-To: other@firm.example`
  const report = await read(
    dsn('Action: failed\nStatus: 5.1.1', { to: 'bounces@firm.example', headers, returned: 'm9.x' }),
  )

  expect(report.returnedTo).toEqual(['bounces@firm.example', VERP, 'other@firm.example'])
  expect(report.about).toEqual(['m9.x', '<m12.abcdefghij234567@firm.example>'])
  expect(JSON.stringify([report.returnedTo, report.about])).not.toContain('victim')
})

const FEEDBACK = (kind: string) => `From: fbl@isp.example
To: ${VERP}
Subject: complaint
MIME-Version: 1.0
Content-Type: multipart/report; report-type=feedback-report; boundary="b1"

--b1
Content-Type: message/feedback-report

Feedback-Type: ${kind}
User-Agent: SomeGenerator/1.0
Original-Rcpt-To: victim@firm.example

--b1
Content-Type: message/rfc822

Message-ID: <m12.abcdefghij234567@firm.example>
Subject: When to replace a bearing

X-Leadroom-R: this is in its text

--b1--
`

test('a reader’s complaint is one; feedback that it is no spam is none', async () => {
  expect(await read(FEEDBACK('abuse'))).toMatchObject({
    class: 'complaint',
    about: ['<m12.abcdefghij234567@firm.example>'],
  })
  expect((await read(FEEDBACK('not-spam'))).class).toBeUndefined()
})

const plainMail = (from: string, subject: string, text: string, more = 'X-A: b') =>
  `From: ${from}\nTo: ${VERP}\nSubject: ${subject}\n${more}\n\n${text}\n`

test('without a report, the text of a mail server says why', async () => {
  const exim = plainMail(
    'Mail Delivery System <Mailer-Daemon@mx.example>',
    'Mail delivery failed: returning message to sender',
    'A message could not be delivered:\n  a@firm.example\n    550 5.1.1 no such mailbox\n',
    'Auto-Submitted: auto-replied\nX-Failed-Recipients: a@firm.example',
  )
  expect(await read(exim)).toMatchObject({ class: 'hard', code: '5.1.1', reply: '550 5.1.1 no such mailbox' })
  expect(await read(plainMail('postmaster@mx.example', 'failure notice', 'Sorry, I gave up.'))).toMatchObject({
    class: 'unclear',
  })
})

test('an answer of a person or their vacation is no bounce', async () => {
  expect(
    (await read(plainMail('Ada <ada@firm.example>', 'Out of office', '5.1.1', 'Auto-Submitted: auto-replied'))).class,
  ).toBe('auto_reply')
  expect((await read(plainMail('Ada <ada@firm.example>', 'Re: Bearings', 'Thank you'))).class).toBe('auto_reply')
})

const took = async (text: string) => {
  const from = performance.now()
  const report = await read(text)
  return { report, ms: performance.now() - from }
}

test('what is huge, deep or of many parts is read within a second (S8)', async () => {
  const deep = Array.from(
    { length: 100 },
    (_, at) => `Content-Type: multipart/mixed; boundary="x${at}"\n\n--x${at}\n`,
  ).join('')
  const many = `Content-Type: multipart/mixed; boundary="x"\n\n${'--x\nContent-Type: text/plain\n\na\n'.repeat(5_000)}--x--\n`
  const nested = `From: a@b.example\nTo: ${VERP}\nContent-Type: message/rfc822\n\n`.repeat(100)
  const huge = dsn(`Action: failed\nStatus: 5.1.1\nDiagnostic-Code: smtp; ${'550 5.1.1 '.repeat(90_000)}`)
  const html = `To: ${VERP}\nContent-Type: text/html\n\n${'<a href="x">5.1.1 &amp;'.repeat(40_000)}`
  const head = `To: ${`${VERP}, `.repeat(20_000)}\n\nx`

  for (const text of [deep, many, nested, huge, html, head]) {
    // The fastest of three: others are at work on the machine.
    const times = [await took(text), await took(text), await took(text)]
    const { report } = times[0]!
    expect(Math.min(...times.map(({ ms }) => ms))).toBeLessThan(1_000)
    expect(report.reply.length).toBeLessThanOrEqual(500)
    expect(report.returnedTo.length).toBeLessThanOrEqual(20)
  }
})

test('a code is said in words', () => {
  expect(['5.1.1', '5.1.2', '4.2.2', '5.7.1', '4.4.1', '550', null].map(reasonOf)).toEqual([
    'Mailbox does not exist',
    'Domain does not exist',
    'Mailbox is full',
    'Refused by policy',
    'Mail server can’t be reached',
    'Refused by the mail server',
    'Refused by the mail server',
  ])
})
