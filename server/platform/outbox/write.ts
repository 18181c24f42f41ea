import { sql } from 'kysely'
import type { Tenants } from '#server/db/tenant.ts'
import { openComposer, senderDomain, type Body, type Composer } from '#server/outside/mail-message.ts'
import type { Waiting } from './hand-over.ts'
import type { MailKind } from './kind.ts'
import { openMailTokens } from './tokens.ts'

interface Given {
  secret: string
  mailFrom: string
  mailBounceDomain: string | undefined
  mailDkim: Parameters<typeof openComposer>[0]['mailDkim']
}

interface Text {
  subject: string
  body: Body
  fromName: string | null
  replyTo: string | null
  automatic: boolean
}

/** So many texts of mailings are kept at hand. */
const MOST_KEPT = 20

/** Writes the mails that go out, each with what is its recipient's own. */
export const openWriter = (tenants: Tenants, given: Given) => {
  const tokens = openMailTokens(given.secret)
  const domain = senderDomain(given.mailFrom)
  const kept = new Map<string, Promise<Text>>()
  let composer: Promise<Composer> | undefined
  const composed = () => (composer ??= openComposer(given))

  const load = async (companyId: number, id: number): Promise<Text> => {
    const [{ body }, { plain, html, ...text }] = await Promise.all([composed(), stored(tenants, companyId, id)])
    return { ...text, body: body(plain, html) }
  }
  const textOf = ({ companyId, mailingId, textId }: Waiting): Promise<Text> => {
    if (mailingId === null) return load(companyId, textId)
    const name = `${companyId} ${textId}`
    const text = kept.get(name) ?? load(companyId, textId)
    kept.delete(name)
    kept.set(name, text)
    text.catch(() => kept.delete(name))
    for (const oldest of kept.keys()) if (kept.size > MOST_KEPT) kept.delete(oldest)
    return text
  }

  return {
    async write(mail: Waiting, kind: MailKind) {
      const [text, compose] = await Promise.all([textOf(mail), composed()])
      const { companyId, id: mailId, mailingId } = mail
      return compose.mail({
        to: mail.address,
        subject: text.subject,
        body: text.body,
        slots: kind.slots?.(mail) ?? {},
        messageId: tokens.messageId({ companyId, mailId }, domain),
        fromName: text.fromName,
        replyTo: text.replyTo,
        headers: {
          ...(mailingId !== null && { 'List-Id': `<${mail.kind.replaceAll('_', '-')}.${companyId}.${domain}>` }),
          ...(text.automatic && { 'Auto-Submitted': 'auto-generated' }),
          ...kind.headers?.(mail),
        },
        bounceTo: given.mailBounceDomain && tokens.bounceAddress({ companyId, mailId }, given.mailBounceDomain),
      })
    },
  }
}
export type Writer = ReturnType<typeof openWriter>

interface Stored extends Omit<Text, 'body'> {
  plain: string
  html: string
}

const stored = (tenants: Tenants, companyId: number, id: number): Promise<Stored> =>
  tenants.read(companyId, async ({ db }) => {
    const { rows } = await sql<Stored>`
      select subject, plain, html, from_name as "fromName", reply_to as "replyTo", automatic from mail_texts
      where company_id = ${companyId} and id = ${id}`.execute(db)
    const [text] = rows
    if (!text) throw new Error(`The text ${id} of a mail is not there`)
    return text
  })
