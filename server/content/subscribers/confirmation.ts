import { sql } from 'kysely'
import type { Tenant } from '#server/db/tenant.ts'
import { escapeHtml } from '#server/kit/plain-page.ts'
import { queueMail } from '#server/platform/outbox/queue.ts'
import type { MailKind } from '#server/platform/outbox/kind.ts'
import { openMailTokens } from '#server/platform/outbox/tokens.ts'
import type { Addresses } from './addresses.ts'

export interface MailSettings {
  secret: string
  publicUrl: string
  smtpUrl: string | undefined
}

/** Whether the mail goes out, or why it does not. */
export type Asked = 'sent' | 'mail_off' | 'day' | 'month'

export const NOT_SENT: Readonly<Record<Exclude<Asked, 'sent'>, string>> = {
  mail_off: 'No mail was sent: no mail server is set up.',
  day: 'No mail was sent: this mailbox got one in the last 24 hours.',
  month: 'No mail was sent: this mailbox got three in the last 30 days.',
}

/** Whoever adds to the mails of a company takes turns, so that each sees what the others have sent. */
export const inTurn = ({ db, companyId }: Tenant) =>
  sql`select pg_advisory_xact_lock(hashtext('newsletter_confirmations'), ${companyId})`.execute(db)

/**
 * Asks by mail whether the owner of an address wants the newsletter: once in 24 hours for each mailbox, and three times in 30 days. The
 * mail says nothing that somebody typed.
 */
export const askToConfirm = async (
  tenant: Tenant,
  addresses: Addresses,
  { smtpUrl }: Pick<MailSettings, 'smtpUrl'>,
  { id, email }: { id: number; email: string },
): Promise<Asked> => {
  if (smtpUrl === undefined) return 'mail_off'
  const { db, companyId } = tenant
  await inTurn(tenant)
  const mailbox = addresses.mailboxHash(email)
  const { rows } = await sql<{ day: number; month: number; company: string }>`
    select count(c.id) filter (where c.created_at > now() - interval '24 hours') as day, count(c.id) as month, (select name from company) as company
    from newsletter_confirmations c
    where c.company_id = ${companyId} and c.mailbox_hash = ${mailbox} and c.created_at > now() - interval '30 days'`.execute(
    db,
  )
  const [sent] = rows
  if (sent && sent.day >= 1) return 'day'
  if (sent && sent.month >= 3) return 'month'
  const mailId = await queueMail(tenant, {
    kind: 'confirmation',
    forId: id,
    to: email,
    ...textFor(sent?.company ?? ''),
  })
  await db
    .insertInto('newsletter_confirmations')
    .values({ company_id: companyId, subscriber_id: id, mailbox_hash: mailbox, mail_id: mailId })
    .execute()
  return 'sent'
}

const textFor = (company: string) => ({
  subject: 'Confirm your subscription',
  fromName: company,
  autoSubmitted: true,
  plain: `This address was entered to get the newsletter of ${company}.

To get it, open this link and press Confirm:
{{confirm}}

The link works for 7 days. If you did not ask for this, do nothing: you will get no newsletter.
`,
  html: `<p>This address was entered to get the newsletter of ${escapeHtml(company)}.</p>
<p><a href="{{confirm}}">Confirm your subscription</a></p>
<p>The link works for 7 days. If you did not ask for this, do nothing: you will get no newsletter.</p>`,
})

/** The mail is worth sending as long as its owner has not answered. Its link is made when it goes out, and stored nowhere. */
export const confirmationMail = ({ secret, publicUrl }: MailSettings): MailKind => {
  const tokens = openMailTokens(secret)
  return {
    wanted: sql`exists (select from newsletter_subscribers s where s.company_id = m.company_id and s.id = m.for_id and s.deleted_at is null
      and s.status not in ('subscribed', 'blocked') for share of s)`,
    slots: ({ companyId, id, forId }) => ({
      confirm: `${publicUrl}/newsletter/confirm/${tokens.sign('confirm', companyId, forId ?? 0, id)}`,
    }),
  }
}
