import { afterAll, expect, test } from 'vitest'
import { contactMessages } from '#contract/content/contact-messages.ts'
import { changes } from '#contract/platform/changes.ts'
import { startTestApp, type TestPerson } from '#server/test/app.ts'
import { contactsOf, CONTACT_KEYS } from '#server/test/contact-messages.ts'
import { refusal } from '#server/test/journey.ts'
import { workOff } from '#server/test/leads.ts'
import { startMailTrap } from '#server/test/mail-trap.ts'

const trap = await startMailTrap()
const app = await startTestApp({
  INTAKE_PER_MINUTE: '9999',
  SMTP_URL: trap.url,
  MAIL_FROM: 'Firm <marketing@firm.example>',
})
afterAll(async () => {
  await app.stop()
  await trap.stop()
})
const { started, stored, messageOf } = contactsOf(app)

const reply = (person: TestPerson, id: number, message: string, version?: number) =>
  person.call(contactMessages.reply, { params: { id }, body: { message, ...(version && { version }) } })
const mailsTo = (address: string) =>
  trap.mails.filter(({ recipients }) => recipients.some((to) => to.includes(`<${address}>`)))
const headerOf = (text: string, name: string) =>
  new RegExp(`^${name}: (.*(?:\\n[ \\t].*)*)`, 'mi').exec(text.slice(0, text.indexOf('\n\n')))?.[1]

test('an answer goes out once, to who wrote, with the colleague as who is answered and the message quoted under it', async () => {
  const { person, sent } = await started()
  const id = await sent({ email: 'one@mill.example' })
  const { version } = await messageOf(person, id)

  const { data } = await reply(person, id, 'We have them in stock.', version)
  expect(data).toMatchObject({
    status: 'answered',
    handled_by: { id: person.id },
    replies: [{ text: 'We have them in stock.' }],
  })
  await workOff(app)
  await workOff(app)

  const mails = mailsTo('one@mill.example')
  expect(mails).toHaveLength(1)
  const { text } = mails[0]!
  const [{ email }] = await app.sql(person.companyId, 'select email from staff where id = $1', [person.id])
  expect(headerOf(text, 'Reply-To')).toContain(email)
  expect(headerOf(text, 'From')).toContain('marketing@firm.example')
  expect(headerOf(text, 'Subject')).toBe('Re: Spare tubes for 14 pumps')
  expect(text).toContain('We have them in stock.')
  expect(text).toContain('> Can you send me a price?')
  expect((await messageOf(person, id)).replies[0]).toMatchObject({ mail: { state: 'sent', again_from: null } })
  expect(await stored(person, id)).toMatchObject({ status: 'answered', handled_by: person.id })
})

test('an answer to a message that somebody has changed since is refused, and sends nothing', async () => {
  const { person, sent } = await started()
  const colleague = await app.signIn({ can: [...CONTACT_KEYS], colleagueOf: person })
  const id = await sent({ email: 'two@mill.example' })
  const { version } = await messageOf(person, id)

  const answers = await Promise.allSettled([
    reply(person, id, 'First', version),
    reply(colleague, id, 'Second', version),
  ])
  await workOff(app)

  expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(await refusal(reply(colleague, id, 'Third', version))).toMatchObject({ status: 409, code: 'version_conflict' })
  expect(mailsTo('two@mill.example')).toHaveLength(1)
  expect((await messageOf(person, id)).replies).toHaveLength(1)
})

test('one that was refused is said so, and is sent again on request, once', async () => {
  const { person, sent } = await started()
  const id = await sent({ email: 'three@mill.example' })
  trap.refuse('550 5.1.1 nobody here', 'three@mill.example')
  await reply(person, id, 'Hello')
  await workOff(app)
  const { replies, mail_problem } = await messageOf(person, id)
  expect([replies[0]!.mail.state, mail_problem]).toEqual(['refused', 'refused'])
  trap.refuse(undefined)

  const again = () => person.call(contactMessages.sendAgain, { params: { id: replies[0]!.id } })
  const presses = await Promise.allSettled([again(), again()])
  await workOff(app)

  expect(presses.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(mailsTo('three@mill.example')).toHaveLength(1)
  expect(await messageOf(person, id)).toMatchObject({ mail_problem: null, replies: [{ mail: { state: 'sent' } }] })
})

test('one in doubt can be sent again ten minutes later, and not before', async () => {
  const { person, sent } = await started()
  const eve = await started()
  const id = await sent({ email: 'four@mill.example' })
  const { data } = await reply(person, id, 'Hello')
  await workOff(app)
  const replyId = data.replies[0]!.id
  const doubt = (ago: string) =>
    app.sql(
      person.companyId,
      `update mails set state = 'in_doubt', done_at = now() - $2::interval where company_id = $1 and kind = 'contact_reply'`,
      [person.companyId, ago],
    )
  const again = (who = person) => refusal(who.call(contactMessages.sendAgain, { params: { id: replyId } }))
  await doubt('9 minutes')
  expect((await again()).code).toBe('too_early')
  expect((await again(eve.person)).status).toBe(404)
  await doubt('11 minutes')

  await person.call(contactMessages.sendAgain, { params: { id: replyId } })
  await workOff(app)

  expect(mailsTo('four@mill.example')).toHaveLength(2)
})

test('nothing that people write adds a header or an addressee', async () => {
  const { person, sent } = await started()
  const id = await sent({
    email: 'five@mill.example',
    name: 'Eve\r\nBcc: all@evil.example',
    subject: 'Hello\r\nBcc: all@evil.example\u202e',
    message: 'One\r\n.\r\nMAIL FROM:<x@evil.example>\r\nBcc: all@evil.example',
  })
  await reply(person, id, 'Fine\r\n.\r\nRCPT TO:<all@evil.example>')
  await workOff(app)

  const [mail] = mailsTo('five@mill.example')
  const head = mail!.text.slice(0, mail!.text.indexOf('\n\n'))
  expect(mail!.recipients).toHaveLength(1)
  expect(head).not.toMatch(/^bcc:/im)
  expect(headerOf(mail!.text, 'To')).not.toContain('Eve')
  expect(trap.mails.filter(({ recipients }) => recipients.some((to) => to.includes('evil')))).toEqual([])
})

test('an answer that was sent can’t be undone, and says what to do instead', async () => {
  const { person, sent } = await started()
  const id = await sent({ email: 'six@mill.example' })
  await reply(person, id, 'Hello')
  await workOff(app)

  const [act] = (await person.call(changes.list, { query: {} })).data
  expect(act).toMatchObject({ did: 'Replied to *', not_undoable: expect.stringContaining('Reopen the message') })
  expect((await refusal(person.call(changes.undo, { body: { changeSet: act!.change_set } }))).status).toBe(409)
})
