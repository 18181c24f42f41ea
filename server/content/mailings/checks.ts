import { sql } from 'kysely'
import type { SendPreview } from '#contract/content/mailings.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { isUnderway } from '#server/content/post/underway.ts'
import type { Standing } from '#server/content/post/standing.ts'
import { storedSite } from '#server/content/site/sites.ts'
import { MAIL_OFF } from '#server/platform/outbox/queue.ts'
import { isSafe, type MailConfig } from './services.ts'

type Notice = SendPreview['blockers'][number]

/** All that stands against mailing a post, but for whom it goes to; the weightiest first. */
export const blockersOf = async (tenant: Tenant, config: MailConfig, post: Standing): Promise<Notice[]> => {
  const site = await storedSite(tenant)
  const isLive = post.live && post.archived_at === null
  const isReadable = Boolean(site?.key || site?.site_url)
  return [
    !isLive && { code: 'not_live', message: 'Publish the post before its update is sent.' },
    (await isUnderway(tenant, post.id)) && {
      code: 'running',
      message: 'An update of this post is being sent already.',
    },
    config.smtpUrl === undefined && { code: 'mail_off', message: MAIL_OFF },
    !site?.postal_address.trim() && {
      code: 'no_postal_address',
      message: 'Enter the company’s postal address under Configuration, Web site: mailings must carry it.',
    },
    !isReadable && {
      code: 'no_site',
      message: 'Make a key under Configuration, Web site: without it, readers can’t open the post.',
    },
    !isSafe(config) && { code: 'no_https', message: 'Unsubscribing by one click needs https. Set PUBLIC_URL.' },
  ].filter((each) => each !== false)
}

export const nobody = (everyone: number): Notice => ({
  code: 'nobody',
  message: everyone === 0 ? 'Nobody is subscribed yet.' : 'Everybody in this audience has had this post.',
})

export const warningsOf = (post: Standing): Notice[] =>
  post.live && post.draft_version !== post.live_version
    ? [{ code: 'changes_waiting', message: 'Readers get the published text, without your last changes.' }]
    : []

/** What the last mailing of a post that reached anybody came to. */
export const lastSent = async ({ db, companyId }: Tenant, postId: number) => {
  const { rows } = await sql<{ sent: number; at: string }>`
    select coalesce((m.counts ->> 'sent')::int, 0) + coalesce((m.counts ->> 'in_doubt')::int, 0) as sent, m.started_at as at
    from post_mailings p join mailings m on m.company_id = p.company_id and m.id = p.mailing_id
    where p.company_id = ${companyId} and p.post_id = ${postId} and m.started_at is not null
      and (m.counts ?| array['sent', 'in_doubt', 'refused'])
    order by p.edition desc limit 1`.execute(db)
  return rows[0]
}
