export interface Mail {
  to: string
  subject: string
  /** One paragraph each; one with an address is a link. */
  lines: readonly MailLine[]
}
export type MailLine = string | MailLink
interface MailLink {
  text: string
  url: string
}

/** The mail has surely not gone out; `forGood` when sending it again would be refused again. */
export class MailNotSent extends Error {
  readonly forGood: boolean
  constructor(message: string, forGood: boolean, cause?: unknown) {
    super(message, { cause })
    this.forGood = forGood
  }
}

/** Sends by SMTP; undefined when no server is configured. */
export const openMail = ({ smtpUrl, mailFrom }: { smtpUrl: string | undefined; mailFrom: string }) => {
  if (smtpUrl === undefined) return undefined
  let opened: ReturnType<typeof openTransport> | undefined

  return {
    async send(mail: Mail) {
      for (const header of [mail.to, mail.subject])
        if (/\p{Cc}/u.test(header)) throw new MailNotSent('A mail header has a control character', true)
      const transport = await (opened ??= openTransport(smtpUrl))
      await transport
        .sendMail({
          from: mailFrom,
          to: { name: '', address: mail.to },
          subject: mail.subject,
          text: plainOf(mail.lines),
          html: htmlOf(mail.lines),
        })
        .catch((error: unknown) => {
          throw outcomeOf(error)
        })
    },
    close: async () => (await opened)?.close(),
  }
}

/** Loaded with the first mail: a server that sends none does without its 17 MB. */
const openTransport = async (url: string) => {
  const { createTransport } = await import('nodemailer')
  return createTransport({
    url,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

/** A refusal in the server's own words, or no connection at all, is sure; of anything else nobody knows. */
const outcomeOf = (error: unknown): unknown => {
  if (!(error instanceof Error)) return error
  const code = 'responseCode' in error && typeof error.responseCode === 'number' ? error.responseCode : undefined
  const unreached =
    ('syscall' in error && error.syscall === 'connect') ||
    ('code' in error && (error.code === 'EDNS' || error.code === 'EAUTH'))
  return code !== undefined || unreached
    ? new MailNotSent(error.message, (code ?? 0) >= 500 && !unreached, error)
    : error
}

export const plainOf = (lines: readonly MailLine[]) =>
  lines.map((line) => (typeof line === 'string' ? line : `${line.text}: ${line.url}`)).join('\n\n')

export const htmlOf = (lines: readonly MailLine[]) =>
  lines
    .map((line) =>
      typeof line === 'string'
        ? `<p dir="auto">${escaped(line)}</p>`
        : `<p dir="auto"><a href="${escaped(line.url)}">${escaped(line.text)}</a></p>`,
    )
    .join('\n')

/** What people wrote stays text, whatever it looks like. */
export const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
