import { sql } from 'kysely'
import type { ContactMessage } from '#contract/content/contact-message.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { queueMail, refuseWithoutMail } from '#server/platform/outbox/queue.ts'

/** How answers go out. */
export interface Answers {
  /** From where, and to whom answers to it go; undefined without a mail server. */
  of(tenant: Tenant, who: { personId: number }): Promise<NonNullable<ContactMessage['mail']> | undefined>
  /** 409 without a mail server. */
  check(): void
  /** Stores the mail that carries an answer; it goes out after the commit. */
  send(tenant: Tenant, replyId: number): Promise<void>
}

export const answersBy = ({ smtpUrl, mailFrom }: { smtpUrl: string | undefined; mailFrom: string }): Answers => ({
  check: () => refuseWithoutMail({ smtpUrl }),

  async of({ db }, { personId }) {
    if (smtpUrl === undefined) return undefined
    const { rows } = await sql<{ email: string }>`select email from staff where id = ${personId}`.execute(db)
    return { from: addressOf(mailFrom), reply_to: rows[0]?.email ?? '' }
  },

  async send(tenant, replyId) {
    const { text, ...of } = await written(tenant, replyId)
    const mail = await queueMail(tenant, {
      kind: 'contact_reply',
      forId: replyId,
      to: of.email,
      subject: `Re: ${of.subject || 'Your message'}`,
      plain: `${text}\n\n${of.name}\n${of.company}\n\nOn ${of.written_on} you wrote:\n${quoted(of.message)}\n`,
      fromName: `${of.name}, ${of.company}`,
      replyTo: of.reply_to,
    })
    await sql`
      update contact_replies set mail_id = ${mail} where company_id = ${tenant.companyId} and id = ${replyId}`.execute(
      tenant.db,
    )
  },
})

/** Of `Halden & Pryce <marketing@halden.example>`, the address. */
const addressOf = (from: string) => /<([^<>]*)>$/.exec(from.trim())?.[1] ?? from.trim()

interface Written {
  text: string
  email: string
  subject: string
  message: string
  written_on: string
  /** Who answers. */
  name: string
  reply_to: string
  company: string
}

const written = async ({ db, companyId }: Tenant, replyId: number) => {
  const { rows } = await sql<Written>`
    select r.text, m.email, m.subject, m.message, to_char(m.created_at at time zone 'UTC', 'FMDD Mon YYYY') as written_on, s.name,
      s.email as reply_to, (select c.name from company c) as company
    from contact_replies r join contact_messages m on m.company_id = r.company_id and m.id = r.message_id join staff s on s.id = r.by_id
    where r.company_id = ${companyId} and r.id = ${replyId}`.execute(db)
  const [row] = rows
  if (!row) throw new Error(`Answer ${replyId} is gone within the transaction that sends it`)
  return row
}

const quoted = (text: string) =>
  text
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n')
