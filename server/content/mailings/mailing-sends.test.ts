import PostalMime, { type Email } from 'postal-mime'
import { afterAll, expect, test } from 'vitest'
import { mailings } from '#contract/content/mailings.ts'
import { site } from '#contract/content/site.ts'
import { subscribers } from '#contract/content/subscribers.ts'
import { notifications } from '#contract/platform/notifications.ts'
import { openMailTokens } from '#server/platform/outbox/tokens.ts'
import { startTestApp, type TestPerson } from '#server/test/app.ts'
import { workOff } from '#server/test/leads.ts'
import {
  addSubscribers,
  livePost,
  MAIL_ENV,
  people,
  releaseNow,
  send,
  statusOf,
  withSite,
} from '#server/test/mailings.ts'
import { startMailTrap, type TrappedMail } from '#server/test/mail-trap.ts'
import { postOf } from '#server/test/posts.ts'

const trap = await startMailTrap((address) => {
  if (address.startsWith('hard')) return { recipient: '550 5.1.1 No such mailbox' }
  if (address.startsWith('policy')) return { recipient: '550 5.7.1 Not from here' }
  if (address.startsWith('doubt')) return { dropAfter: true }
  return undefined
})
const app = await startTestApp({ ...MAIL_ENV, SMTP_URL: trap.url, MAIL_PER_MINUTE: '60000' })
afterAll(async () => {
  await app.stop()
  await trap.stop()
})

const tokens = openMailTokens(app.services.config.secret)
const to = (address: string) =>
  trap.mails.filter(({ recipients }) => recipients.some((one) => one.includes(`<${address}>`)))
const read = ({ text }: TrappedMail) => PostalMime.parse(text)
const header = ({ headers }: Email, name: string) => headers.find(({ key }) => key === name.toLowerCase())?.value.trim()

const release = (person: TestPerson, id: number) => releaseNow(app, person, id)

test('each of the frozen audience gets one mail, but for those who left meanwhile', async () => {
  const { person, authorId } = await withSite(app)
  const post = await livePost(app, person, authorId)
  const ids = await addSubscribers(app, person, people(6, 'frozen'))
  const held = await send(person, post.id, { expected_total: 6 })
  await addSubscribers(app, person, ['joined@firm.example'])
  await app.sql(
    person.companyId,
    `update newsletter_subscribers set status = 'unsubscribed', unsubscribed_at = now() where company_id = $1 and id = any ($2)`,
    [person.companyId, ids.slice(0, 2)],
  )

  const done = await release(person, held.id)

  expect(done).toMatchObject({ state: 'done', total: 6, counts: { sent: 4, skipped: 2, queued: 0 } })
  expect(done.not_delivered).toEqual([
    { reason: 'No longer subscribed', code: null, state: 'skipped', count: 2, next_at: null },
  ])
  expect(people(6, 'frozen').map((address) => to(address).length)).toEqual([0, 0, 1, 1, 1, 1])
  expect(to('joined@firm.example')).toEqual([])
  const { data, pagination } = await person.call(mailings.recipients, {
    params: { id: held.id },
    query: { state: ['sent'] },
  })
  expect([pagination.total, data.map(({ address }) => address).toSorted()]).toEqual([4, people(6, 'frozen').slice(2)])
  expect((await postOf(person, post.id)).updates_sent).toMatchObject({ count: 1, state: 'done' })
  const told = (await person.call(notifications.list, { query: {} })).data
  expect(told.map(({ words }) => words.map(({ text }) => text).join(''))).toContain(
    'Mailing sent to 4 people: Sizing a pump',
  )
})

test('a mail says what the post says, why it came, from where, and how to leave by one click', async () => {
  const { person, authorId } = await withSite(app)
  await person.call(mailings.setSettings, {
    body: { from_name: 'Halden news', reply_to: 'answers@firm.example', footer: 'Pumps since 1904' },
  })
  const post = await livePost(app, person, authorId)
  const [reader = 0] = await addSubscribers(app, person, ['said@firm.example'])
  const { id } = await send(person, post.id, { subject: 'New: pumps', preheader: 'Size matters' })
  await release(person, id)

  const [sent] = to('said@firm.example')
  const mail = await read(sent!)
  expect(mail).toMatchObject({ subject: 'New: pumps', from: { name: 'Halden news', address: 'news@firm.example' } })
  expect(mail.replyTo).toMatchObject([{ address: 'answers@firm.example' }])
  const link = /^<(.*)>$/.exec(header(mail, 'List-Unsubscribe') ?? '')?.[1] ?? ''
  expect(link).toMatch(/\/newsletter\/unsubscribe\/[\w.-]+$/)
  expect(tokens.read('unsubscribe', link.split('/').at(-1) ?? '')).toEqual({
    companyId: person.companyId,
    ids: [reader, id],
  })
  expect(header(mail, 'List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click')
  expect(header(mail, 'List-Id')).toBe(`<blog.${person.companyId}.firm.example>`)
  for (const each of [mail.html ?? '', mail.text ?? ''])
    for (const said of [
      'How large it has to be.',
      'Grace Whitfield',
      '1 Mill Lane',
      'Pumps since 1904',
      'subscribed to the newsletter of',
      '?ref=mail',
      link,
    ])
      expect(each).toContain(said)
  expect(mail.html).toMatch(/<img[^>]*\ssrc="http[^"]+\/i\/[^"]+"[^>]*\salt="A pump"/)
  expect(mail.html).toContain('Size matters')
  expect(tokens.readBounceAddress(sent!.from.replace(/ .*/, ''))).toMatchObject({ companyId: person.companyId })

  const { data } = await person.call(subscribers.details, { params: { id: reader } })
  expect(data.mails).toMatchObject([{ kind: 'post_update', subject: 'New: pumps', state: 'sent', mailing_id: id }])
})

const HOSTILE =
  'Pumps\r\nBcc: victim@firm.example\n\n<script>alert(1)</script> {{unsubscribe}} "=?utf-8?q?x?=" \u202Eevil'

test('line ends and the like in title, subject and names make no header; they are read as they are (S5)', async () => {
  const { person, authorId } = await withSite(app)
  await person.call(site.change, { body: { publisher_name: HOSTILE.slice(0, 100) } })
  await person.call(mailings.setSettings, { body: { from_name: 'A\r\nBcc: victim@firm.example' } })
  const post = await livePost(app, person, authorId, HOSTILE.slice(0, 150))
  await addSubscribers(app, person, ['s5@firm.example'])
  const { id } = await send(person, post.id, { subject: HOSTILE.slice(0, 140), preheader: HOSTILE })
  await release(person, id)

  const [sent] = to('s5@firm.example')
  const mail = await read(sent!)
  const head = sent!.text.split('\n\n', 1)[0] ?? ''
  const names = head.split('\n').flatMap((line) => /^([\w-]+):/.exec(line)?.[1] ?? [])
  expect(names.toSorted()).toEqual(
    [
      'Content-Type',
      'Date',
      'From',
      'List-ID',
      'List-Unsubscribe',
      'List-Unsubscribe-Post',
      'MIME-Version',
      'Message-ID',
      'Subject',
      'To',
    ].toSorted(),
  )
  expect(sent!.recipients).toHaveLength(1)
  expect(trap.mails.filter(({ recipients }) => recipients.join().includes('victim'))).toEqual([])
  expect(mail.subject).toContain('Pumps Bcc: victim@firm.example <script>alert(1)</script>')
  expect(mail.subject).toContain('"=?utf-8?q?x?="')
  expect(mail.html).not.toContain('<script')
  expect(mail.html?.match(/newsletter\/unsubscribe/g)).toHaveLength(1)
})

test('refusals count against a mailbox or the mailing, and doubts are named and decided by a person', async () => {
  const { person, authorId } = await withSite(app)
  const post = await livePost(app, person, authorId)
  const [hard = 0, policy = 0, doubt = 0, fine = 0] = await addSubscribers(app, person, [
    'hard@firm.example',
    'policy@firm.example',
    'doubt@firm.example',
    'fine@firm.example',
  ])
  const { id } = await send(person, post.id)
  const done = await release(person, id)

  expect(done.counts).toMatchObject({ sent: 1, refused: 2, in_doubt: 1 })
  expect(done.not_delivered.map(({ reason, code }) => [reason, code]).toSorted()).toEqual([
    ['Mailbox does not exist', '5.1.1'],
    ['Refused by policy', '5.7.1'],
  ])
  expect(await Promise.all([hard, policy, doubt, fine].map((each) => statusOf(app, person, each)))).toEqual([
    'bounced',
    'subscribed',
    'subscribed',
    'subscribed',
  ])
  const inDoubt = (await person.call(mailings.recipients, { params: { id }, query: { state: ['in_doubt'] } })).data
  expect(inDoubt).toMatchObject([{ subscriber_id: doubt, address: 'doubt@firm.example' }])
  expect(Date.parse(inDoubt[0]?.send_again_from ?? '')).toBeGreaterThan(Date.now() + 8 * 60_000)
  const resolve = (as: 'sent' | 'send_again') =>
    person.call(mailings.resolve, { params: { id }, body: { recipients: [inDoubt[0]?.id ?? 0], as } })
  await expect(resolve('send_again')).rejects.toThrow(
    '409 These mails can be sent again ten minutes after the doubt arose.',
  )
  expect((await resolve('sent')).data.counts).toMatchObject({ sent: 2, in_doubt: 0 })
  const told = (await person.call(notifications.list, { query: {} })).data
  expect(told.map(({ words }) => words.map(({ text }) => text).join(''))).toContain(
    'Mailing sent to 1 person, 1 in doubt: Sizing a pump',
  )
})

test('a test mail goes to the caller alone, ten in an hour', async () => {
  const { person, authorId } = await withSite(app)
  const post = await livePost(app, person, authorId)
  await addSubscribers(app, person, people(2, 'nottested'))
  const test = () => person.call(mailings.test, { params: { id: post.id }, body: { subject: 'Look' } })

  const { data } = await test()
  await workOff(app)
  expect((await Promise.all(to(data.to).map(read))).map(({ subject }) => subject)).toEqual(['Test: Look'])
  expect(to('nottested0@firm.example')).toEqual([])
  await Promise.all(Array.from({ length: 9 }, test))
  await expect(test()).rejects.toThrow('429 You can send 10 test mails an hour. Try again later.')
})
