import PostalMime, { type Attachment, type Email } from 'postal-mime'
import type { BounceClass } from '#contract/content/bounces.ts'
import { classOf, codesIn, tellingCode } from './classes.ts'

/** What came back for a mail. */
export interface Report {
  /** Where it came back to: one of these may be the sender's address of a mail of ours. */
  returnedTo: string[]
  /** The ids of the mail that it returns, as its own headers say. */
  about: string[]
  /** Undefined: it is about a delay or a success, which changes nothing. */
  class: BounceClass | undefined
  code: string | undefined
  /** What the mail server said, on one line. */
  reply: string
}

const LONGEST_REPLY = 500
/** More of a text than any mail server says is not looked at. */
const MOST_TEXT = 64 * 1024

/** What a report says, as far as it is one; of what nobody can read nothing is known. */
export const readReport = async (bytes: Uint8Array<ArrayBuffer>): Promise<Report> => {
  const mail = await PostalMime.parse(bytes, {
    forceRfc822Attachments: true,
    maxNestingDepth: 20,
    maxHeadersSize: 256 * 1024,
  }).catch(() => undefined)
  if (!mail) return { returnedTo: [], about: [], class: 'unclear', code: undefined, reply: '' }
  return { returnedTo: returnedTo(mail), about: idsOfReturned(mail), ...whatItSays(mail) }
}

/** Mail servers write the envelope's recipient into one of these. */
const RECIPIENT_HEADERS = ['delivered-to', 'x-original-to', 'envelope-to', 'x-envelope-to', 'to']
const MOST_ADDRESSES = 20

const returnedTo = ({ headers }: Email) =>
  headers
    .filter(({ key }) => RECIPIENT_HEADERS.includes(key))
    .flatMap(({ value }) => value.slice(0, 2_000).split(/[\s<>,;:"()]+/))
    .filter((text) => text.includes('@'))
    .slice(0, MOST_ADDRESSES)

/** Of the mail itself, returned whole or by its headers; what stands in a text is said by anybody. */
const idsOfReturned = ({ attachments }: Email) =>
  attachments
    .filter(({ mimeType }) => mimeType === 'message/rfc822' || mimeType === 'text/rfc822-headers')
    .slice(0, 3)
    .flatMap((part) => {
      const head = textOf(part).split(/\r?\n\r?\n/, 1)[0] ?? ''
      return [fieldOf(head, 'X-Leadroom-R'), fieldOf(head, 'Message-ID')].flatMap((id) => id ?? [])
    })

const whatItSays = (mail: Email): Pick<Report, 'class' | 'code' | 'reply'> => {
  const feedback = partOf(mail, 'message/feedback-report')
  if (feedback !== undefined) return complaint(feedback)
  const status = partOf(mail, 'message/delivery-status')
  const text = (mail.text ?? '').slice(0, MOST_TEXT)
  if (status !== undefined) return delivery(status, text)
  if (!isFromMailServer(mail)) return { class: 'auto_reply', code: undefined, reply: oneLine(mail.subject ?? '') }
  const code = tellingCode(codesIn(text))
  return { class: classOf(code), code, reply: oneLine(lineWith(text, code)) }
}

/** A reader says that it is spam; other kinds of feedback are of no reader. */
const complaint = (feedback: string): Pick<Report, 'class' | 'code' | 'reply'> => {
  const kind = (fieldOf(feedback, 'Feedback-Type') ?? 'abuse').trim().toLowerCase()
  const isComplaint = kind !== 'not-spam' && kind !== 'auth-failure' && kind !== 'dmarc'
  return { class: isComplaint ? 'complaint' : undefined, code: undefined, reply: oneLine(`Feedback: ${kind}`) }
}

/** A block of fields for the mail, and one for each recipient; a mail of ours has one. */
const delivery = (status: string, text: string): Pick<Report, 'class' | 'code' | 'reply'> => {
  const blocks = status.split(/\r?\n\s*\r?\n/).filter((block) => fieldOf(block, 'Action') ?? fieldOf(block, 'Status'))
  const actionOf = (block: string) => (fieldOf(block, 'Action') ?? 'failed').trim().toLowerCase()
  const block = blocks.find((each) => actionOf(each) === 'failed') ?? blocks[0] ?? ''
  const diagnostic = fieldOf(block, 'Diagnostic-Code') ?? ''
  const codes = [...codesIn(fieldOf(block, 'Status') ?? ''), ...codesIn(diagnostic), ...codesIn(text)]
  const code = tellingCode(codes)
  const reply = oneLine(diagnostic.replace(/^\s*\w+\s*;/, '') || lineWith(text, code))
  return actionOf(block) === 'failed' ? { class: classOf(code), code, reply } : { class: undefined, code, reply }
}

const SERVERS = /mailer[-_]?daemon|post-?master|mail[ -]?(delivery|administrator|system)|bounce/i
const FAILURES = /undeliver|deliver(y|ed)|returned mail|failure notice|mail fail/i

/** And not from a person or their vacation. */
const isFromMailServer = ({ headers, from, subject = '' }: Email) =>
  headers.some(({ key, value }) => key === 'x-failed-recipients' || (key === 'return-path' && value.trim() === '<>')) ||
  SERVERS.test(`${from?.name ?? ''} ${from?.address ?? ''}`.slice(0, 500)) ||
  FAILURES.test(subject.slice(0, 500))

const partOf = ({ attachments }: Email, type: string) => {
  const part = attachments.find(({ mimeType }) => mimeType === type)
  return part && textOf(part)
}

const textOf = ({ content }: Attachment) =>
  typeof content === 'string'
    ? content.slice(0, MOST_TEXT)
    : new TextDecoder().decode(new Uint8Array(content).subarray(0, MOST_TEXT))

/** A header's value, its folded lines joined; undefined if there is none of this name. */
const fieldOf = (head: string, name: string): string | undefined => {
  const lines = head.split(/\r?\n/)
  const at = lines.findIndex((line) => line.toLowerCase().startsWith(`${name.toLowerCase()}:`))
  const first = lines[at]
  if (first === undefined) return undefined
  const end = lines.findIndex((line, place) => place > at && !/^[ \t]/.test(line))
  return [first.slice(name.length + 1), ...lines.slice(at + 1, end === -1 ? undefined : end)].join(' ').trim()
}

const lineWith = (text: string, code: string | undefined) =>
  (code !== undefined && text.split('\n').find((line) => line.includes(code))) || ''

const oneLine = (text: string) =>
  text
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, LONGEST_REPLY)
