import { sql } from 'kysely'
import type { Tenants } from '#server/db/tenant.ts'
import { escaped } from '#server/outside/mail.ts'
import { openComposer, senderDomain, type Compose } from '#server/outside/mail-message.ts'
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
  plain: string
  html: string
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
  let composer: Promise<Compose> | undefined

  const textOf = ({ companyId, mailingId, textId }: Waiting): Promise<Text> => {
    if (mailingId === null) return load(tenants, companyId, textId)
    const name = `${companyId} ${textId}`
    const text = kept.get(name) ?? load(tenants, companyId, textId)
    kept.delete(name)
    kept.set(name, text)
    text.catch(() => kept.delete(name))
    for (const oldest of kept.keys()) if (kept.size > MOST_KEPT) kept.delete(oldest)
    return text
  }

  return {
    async write(mail: Waiting, kind: MailKind) {
      const [text, compose] = await Promise.all([textOf(mail), (composer ??= openComposer(given))])
      const { companyId, id: mailId, mailingId } = mail
      const slots = kind.slots?.(mail) ?? {}
      return compose({
        to: mail.address,
        subject: text.subject,
        plain: filled(text.plain, slots, (value) => value),
        html: filled(text.html, slots, escaped),
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

const load = (tenants: Tenants, companyId: number, id: number): Promise<Text> =>
  tenants.read(companyId, async ({ db }) => {
    const { rows } = await sql<Text>`
      select subject, plain, html, from_name as "fromName", reply_to as "replyTo", automatic from mail_texts
      where company_id = ${companyId} and id = ${id}`.execute(db)
    const [text] = rows
    if (!text) throw new Error(`The text ${id} of a mail is not there`)
    return text
  })

const filled = (text: string, slots: Readonly<Record<string, string>>, as: (value: string) => string) =>
  text.replaceAll(/\{\{(\w{1,40})\}\}/g, (slot, name: string) => {
    const value = Object.hasOwn(slots, name) ? slots[name] : undefined
    return value === undefined ? slot : as(value)
  })
