import { createTransport } from 'nodemailer'

export interface Mail {
  to: string
  subject: string
  /** One paragraph each. */
  lines: readonly string[]
  link?: { text: string; url: string }
}

/** Sends by SMTP; undefined when no server is configured. */
export const openMail = ({ smtpUrl, mailFrom }: { smtpUrl: string | undefined; mailFrom: string }) => {
  if (smtpUrl === undefined) return undefined
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  })

  return {
    async send(mail: Mail) {
      for (const header of [mail.to, mail.subject])
        if (/\p{Cc}/u.test(header)) throw new Error('A mail header holds a control character')
      await transport.sendMail({
        from: mailFrom,
        to: { name: '', address: mail.to },
        subject: mail.subject,
        text: asText(mail),
        html: asHtml(mail),
      })
    },
    close: () => transport.close(),
  }
}
export type MailServer = NonNullable<ReturnType<typeof openMail>>

const asText = ({ lines, link }: Mail) => [...lines, ...(link ? [`${link.text}: ${link.url}`] : [])].join('\n\n')

const asHtml = ({ lines, link }: Mail) =>
  [
    ...lines.map((line) => `<p>${escaped(line)}</p>`),
    ...(link ? [`<p><a href="${escaped(link.url)}">${escaped(link.text)}</a></p>`] : []),
  ].join('\n')

/** What people wrote stays text, whatever it looks like. */
export const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
