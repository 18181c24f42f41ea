import { readFileSync } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { escaped } from './mail.ts'
import type { Envelope } from './smtp.ts'

/** A mail as it is to read. */
export interface Message {
  to: string
  subject: string
  body: Body
  /** What `{{name}}` stands for in it. */
  slots: Readonly<Record<string, string>>
  messageId: string
  fromName: string | null
  replyTo: string | null
  headers: Readonly<Record<string, string>>
  /** Where it goes when it cannot be delivered; undefined: to the sender. */
  bounceTo: string | undefined
}

/** What all mails of a text have in common, as it goes over the wire. */
export interface Body {
  type: string
  /** What is each reader's own stands between them. */
  pieces: readonly (string | Slot)[]
}
interface Slot {
  name: string
  /** Undefined for a name of which nothing is known: it stays as it is. */
  as(value: string | undefined): string
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
  const [{ default: MimeNode }, quotedPrintable, { default: parseAddress }, { default: Dkim }] = await Promise.all([
    import('nodemailer/lib/mime-node'),
    import('nodemailer/lib/qp'),
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

  /** In lines that have room for a sign that the next one goes on with them. */
  const quoted = (text: string) =>
    quotedPrintable.wrap(quotedPrintable.encode(text.replaceAll(/\r?\n/g, '\r\n')), LONGEST_LINE)
  const piecesOf = (text: string, as: (value: string) => string) =>
    text.split(SLOT).map((piece, at) => {
      if (at % 2 === 0) return quoted(piece)
      const inLines = (value: string) => `=\r\n${quoted(value)}=\r\n`
      return { name: piece, as: (value?: string) => inLines(value === undefined ? `{{${piece}}}` : as(value)) }
    })

  return {
    /** Written once for all mails of a text. No HTML: plain text alone. */
    body(plain: string, html: string): Body {
      const text = piecesOf(plain, (value) => value)
      if (!html) return { type: PLAIN, pieces: text }
      const begin = (type: string) =>
        `--${BOUNDARY}\r\nContent-Type: ${type}\r\nContent-Transfer-Encoding: ${QUOTED}\r\n\r\n`
      return {
        type: `multipart/alternative; boundary="${BOUNDARY}"`,
        pieces: [begin(PLAIN), ...text, `\r\n${begin(HTML)}`, ...piecesOf(html, escaped), `\r\n--${BOUNDARY}--\r\n`],
      }
    },

    async mail(message: Message): Promise<{ envelope: Envelope; text: Buffer }> {
      const { to, subject, body, slots, messageId, fromName, replyTo, headers, bounceTo } = message
      for (const value of [to, subject, fromName ?? '', replyTo ?? '', messageId, ...Object.entries(headers).flat()])
        if (/\p{Cc}/u.test(value)) throw new Unwritable('A header has a control character')
      const node = new MimeNode(body.type)
      node.addHeader({ ...headers })
      node.setHeader({
        From: { ...from, name: fromName ?? from.name },
        // No name from what people have written, and no second address from what looks like one.
        To: { name: '', address: to },
        ...(replyTo && { 'Reply-To': { name: '', address: replyTo } }),
        Subject: subject,
        'Message-ID': messageId,
        ...(body.type === PLAIN && { 'Content-Transfer-Encoding': QUOTED }),
      })
      const filled = body.pieces.map((piece) =>
        typeof piece === 'string' ? piece : piece.as(Object.hasOwn(slots, piece.name) ? slots[piece.name] : undefined),
      )
      const text = Buffer.from(`${node.buildHeaders()}\r\n\r\n${filled.join('')}`)
      return { envelope: { from: bounceTo ?? from.address, to }, text: dkim ? await buffer(dkim.sign(text)) : text }
    },
  }
}
export type Composer = Awaited<ReturnType<typeof openComposer>>

const SLOT = /\{\{(\w{1,40})\}\}/
const PLAIN = 'text/plain; charset=utf-8'
const HTML = 'text/html; charset=utf-8'
const QUOTED = 'quoted-printable'
const LONGEST_LINE = 75
/** In no text: what is quoted has no = before any of these. */
const BOUNDARY = '=_part'

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
