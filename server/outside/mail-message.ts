import { readFileSync } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import type { Envelope } from './smtp.ts'

/** A mail as it is to read. */
export interface Message {
  to: string
  subject: string
  plain: string
  /** Empty: there is none. */
  html: string
  messageId: string
  fromName: string | null
  replyTo: string | null
  headers: Readonly<Record<string, string>>
  /** Where it goes when it cannot be delivered; undefined: to the sender. */
  bounceTo: string | undefined
}

/** A mail that cannot be written, whoever sends it. */
export class Unwritable extends Error {}

interface Sender {
  mailFrom: string
  mailDkim: { domain: string; selector: string; keyFile: string } | undefined
}

/** The domain of the sender, which ids of mails and of lists are of. */
export const senderDomain = (mailFrom: string) => /@([^\s<>@]+)>?\s*$/.exec(mailFrom)?.[1]?.toLowerCase() ?? 'localhost'

/** Writes mails as they go over the wire; loaded with the first one. */
export const openComposer = async ({ mailFrom, mailDkim }: Sender) => {
  const [{ default: Composer }, { default: parseAddress }, { default: Dkim }] = await Promise.all([
    import('nodemailer/lib/mail-composer'),
    import('nodemailer/lib/addressparser'),
    import('nodemailer/lib/dkim'),
  ])
  const [sender] = parseAddress(mailFrom, { flatten: true })
  const from = { name: sender?.name ?? '', address: sender?.address ?? mailFrom }
  const dkim =
    mailDkim &&
    new Dkim({
      domainName: mailDkim.domain,
      keySelector: mailDkim.selector,
      privateKey: readFileSync(mailDkim.keyFile, 'utf8'),
      headerFieldNames: SIGNED,
    })

  return async (message: Message): Promise<{ envelope: Envelope; text: Buffer }> => {
    const { to, subject, plain, html, messageId, fromName, replyTo, headers, bounceTo } = message
    for (const value of [to, subject, fromName ?? '', replyTo ?? '', messageId, ...Object.entries(headers).flat()])
      if (/\p{Cc}/u.test(value)) throw new Unwritable('A header has a control character')
    const node = new Composer({
      from: { ...from, name: fromName ?? from.name },
      // No name from what people have written, and no second address from what looks like one.
      to: { name: '', address: to },
      subject,
      text: plain,
      messageId,
      headers: { ...headers },
      ...(html && { html }),
      ...(replyTo && { replyTo: { name: '', address: replyTo } }),
      disableFileAccess: true,
      disableUrlAccess: true,
    }).compile()
    const text = dkim ? await buffer(dkim.sign(node.createReadStream())) : await node.build()
    return { envelope: { from: bounceTo ?? from.address, to }, text }
  }
}
export type Compose = Awaited<ReturnType<typeof openComposer>>

/** What a signature covers: RFC 8058 asks for both headers about unsubscribing. */
const SIGNED = [
  'From',
  'To',
  'Reply-To',
  'Subject',
  'Date',
  'Message-ID',
  'MIME-Version',
  'Content-Type',
  'Content-Transfer-Encoding',
  'List-Id',
  'List-Unsubscribe',
  'List-Unsubscribe-Post',
  'Auto-Submitted',
].join(':')
