import { sql } from 'kysely'
import type { Tenant } from '#server/db/tenant.ts'
import { recordRefusals } from '#server/content/bounces/record.ts'
import { addressesOf } from '#server/content/subscribers/addresses.ts'
import type { EndedMail, MailKind, OutgoingMail } from '#server/platform/outbox/kind.ts'
import { notifyEnded } from './notified.ts'
import { senderOf, type MailingServices } from './services.ts'

/** The mails of a mailing about a post, each for a subscriber. */
export const postUpdates = ({ config, tokens }: MailingServices): MailKind => {
  const addresses = addressesOf(config)
  const domain = senderOf(config).address.split('@').at(-1) ?? 'localhost'
  const unsubscribe = ({ companyId, forId, mailingId }: OutgoingMail) =>
    unsubscribeAddress(config, tokens.sign('unsubscribe', companyId, forId ?? 0, mailingId ?? 0))

  return {
    addresses: (ids) => sql`
      select s.id, s.email as address from newsletter_subscribers s
      where s.company_id = current_company() and s.id = any (${ids}::bigint[]) and s.deleted_at is null`,
    wanted: sql`exists (select from newsletter_subscribers s
      where s.company_id = m.company_id and s.id = m.for_id and s.status = 'subscribed' and s.deleted_at is null for share)`,
    slots: (mail) => ({ unsubscribe: unsubscribe(mail) }),
    headers: (mail) => ({
      'List-Id': `<blog.${mail.companyId}.${domain}>`,
      'List-Unsubscribe': `<${unsubscribe(mail)}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    }),
    async ended(tenant, mails) {
      await noteSent(tenant, mails)
      await recordRefusals(tenant, addresses, mails)
    },
    mailingEnded: notifyEnded,
  }
}

/** Its link leads to a page that says so: nobody is unsubscribed by a test. */
export const testUpdates = ({ config }: MailingServices): MailKind => ({
  slots: () => ({ unsubscribe: unsubscribeAddress(config, 'test') }),
})

const unsubscribeAddress = ({ publicUrl }: MailingServices['config'], token: string) =>
  `${publicUrl}/newsletter/unsubscribe/${token}`

const noteSent = async ({ db, companyId }: Tenant, mails: readonly EndedMail[]) => {
  const ids = mails.flatMap(({ state, forId }) => (state === 'sent' && forId !== null ? [forId] : []))
  if (ids.length === 0) return
  await sql`
    update newsletter_subscribers s set last_mail_at = now() from (
      select id from newsletter_subscribers where company_id = ${companyId} and id = any (${ids}::bigint[]) order by id for no key update
    ) known where s.company_id = ${companyId} and s.id = known.id`.execute(db)
}
