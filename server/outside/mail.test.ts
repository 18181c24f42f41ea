import { afterAll, expect, test } from 'vitest'
import { access } from '#contract/portal/access.ts'
import { startTestApp } from '#server/test/app.ts'
import { startMailTrap } from '#server/test/mail-trap.ts'
import { openMail } from './mail.ts'

const trap = await startMailTrap()
const app = await startTestApp({ SMTP_URL: trap.url, MAIL_FROM: 'Leads <leads@firm.example>' })
afterAll(async () => {
  await app.stop()
  await trap.stop()
})

/** Without the line ends that quoted-printable puts into long lines. */
const plain = (text: string) => text.replace(/=\n/g, '').replace(/=3D/g, '=')
const invite = (name: string, email: string) =>
  app
    .signIn({ can: ['people_manage'], name })
    .then((ada) => ada.call(access.invite, { body: { email, firstname: 'Nia', lastname: '', permissions: [] } }))

test('an invitation is mailed to its address alone, and the inviter never sees the link', async () => {
  const { data } = await invite('Ada', 'New@Firm.example')

  expect(data).toMatchObject({ link: null, mailed: true })
  expect(trap.mails.length).toBe(1)
  const [mail] = trap.mails
  expect(mail).toMatchObject({ from: '<leads@firm.example>', recipients: ['<new@firm.example>'] })
  const token = /\/app\/invitation#([\w-]{43})/.exec(plain(mail!.text))?.[1] ?? ''
  const { data: offered } = await app.call(access.invitation, { body: { token } })
  expect(offered.email).toBe('new@firm.example')
})

test('markup in a name stays text in a mail (R4)', async () => {
  await invite('<img src=x onerror=alert(1)>{{constructor}}', 'markup@firm.example')

  const html = plain(trap.mails.at(-1)!.text).split('text/html')[1]!
  expect(html).toContain('&#60;img src=x onerror=alert(1)&#62;{{constructor}}')
  expect(html).not.toContain('<img')
})

test('a line end in a header is refused, and nothing is sent (E1)', async () => {
  const mail = openMail(app.services.config)!
  const before = trap.mails.length

  await expect(mail.send({ to: 'a@firm.example', subject: 'Hi\r\nBcc: b@firm.example', lines: [] })).rejects.toThrow(
    'control character',
  )
  await expect(
    mail.send({ to: 'a@firm.example\r\nRCPT TO:<b@firm.example>', subject: 'Hi', lines: [] }),
  ).rejects.toThrow('control character')
  expect(trap.mails.length).toBe(before)
})

test('a mail server that is gone is told, and the next invitation takes the place of this one', async () => {
  const gone = await startTestApp({ SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'leads@firm.example' })
  const ada = await gone.signIn({ can: ['people_manage'] })

  const sent = ada.call(access.invite, {
    body: { email: 'x@firm.example', firstname: 'X', lastname: '', permissions: [] },
  })

  await expect(sent).rejects.toThrow('503 The invitation was not emailed')
  await gone.stop()
})
