import { createServer } from 'node:http'
import { createTransport } from 'nodemailer'
import { mailText } from './mail-text.ts'

// What a mailing costs at least: a pool of nodemailer and the same bytes. Nothing is stored, so nothing is known of it afterwards.

const { PORT, SMTP_URL, MAILS } = process.env
if (!SMTP_URL || !MAILS) throw new Error('The other side of the comparison is started by the bench alone')

const transport = createTransport({ url: SMTP_URL, pool: true, maxConnections: 5, maxMessages: Infinity })
const { subject, plain, html } = mailText()
const filled = (text: string, link: string) => text.replaceAll('{{unsubscribe}}', link)

const send = (number: number) => {
  const link = `http://localhost/newsletter/unsubscribe/1.1.${number}.1.${'a'.repeat(22)}`
  return transport.sendMail({
    from: 'Leads <leads@firm.example>',
    to: { name: '', address: `reader${number}@reader.example` },
    subject,
    text: filled(plain, link),
    html: filled(html, link),
    messageId: `<s1.${number}.${'a'.repeat(20)}@firm.example>`,
    headers: {
      'List-Id': '<blog.1.firm.example>',
      'List-Unsubscribe': `<${link}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  })
}

let next = 0
const lane = async () => {
  while (next < Number(MAILS)) await send((next += 1))
}
createServer((_request, response) => response.end('here')).listen(Number(PORT), '127.0.0.1', () => {
  void Promise.all(Array.from({ length: 10 }, lane))
})
