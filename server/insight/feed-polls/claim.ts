import { sql } from 'kysely'
import type { FeedKind } from '#contract/insight/competitors.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { FEEDS_DUE } from './due.ts'

/** How many feeds of a company are read at the same time. */
export const AT_ONCE = 20

/** A feed that this process reads now. */
export interface ClaimedFeed {
  feed_id: number
  competitor_id: number
  token: string
  url: string
  kind: FeedKind
  path_prefix: string
  full_text: 'auto' | 'on' | 'off'
  keep_words: string[]
  mute_words: string[]
  interval_min: number
  site: string
  etag: string | null
  last_modified: string | null
  digest: Uint8Array | null
  item_digests: string[]
  last_full_at: string | null
  last_ok_at: string | null
  last_new_at: string | null
  failures: number
  gone_times: number
  gone_since: string | null
  cadence_hours: number | null
  redirect_url: string | null
  redirect_since: string | null
}

/** Takes the next feeds that are due. If this process dies, they are due again after ten minutes. */
export const claimFeeds = async ({ db, companyId }: Tenant): Promise<ClaimedFeed[]> => {
  const { rows } = await sql<ClaimedFeed>`
    with due as (
      select s.feed_id, s.wanted_at from feed_states s
        join competitor_feeds f on f.company_id = s.company_id and f.id = s.feed_id
        join competitors c on c.company_id = f.company_id and c.id = f.competitor_id
      where s.company_id = ${companyId} and s.next_at <= now() and f.deleted_at is null and c.deleted_at is null
        and (s.wanted_at is not null or not (f.paused or c.paused))
      order by s.wanted_at, s.next_at, s.feed_id limit ${AT_ONCE} for update of s skip locked
    )
    update feed_states s set token = gen_random_uuid(), claimed_at = now(), wanted_at = null, next_at = now() + interval '10 minutes'
    from due d, competitor_feeds f, competitors c
    where s.company_id = ${companyId} and s.feed_id = d.feed_id and f.company_id = s.company_id and f.id = s.feed_id
      and c.company_id = f.company_id and c.id = f.competitor_id
    returning s.feed_id, f.competitor_id, s.token, f.url, f.kind, f.path_prefix, f.full_text, f.keep_words, f.mute_words, f.interval_min,
      c.site, s.etag, s.last_modified, s.digest, s.item_digests, s.last_full_at, s.last_ok_at, s.last_new_at, s.failures, s.gone_times, s.gone_since,
      s.cadence_hours, s.redirect_url, s.redirect_since`.execute(db)
  return rows
}

/** Notes when the next feed is due. */
export const noteNextDue = async (tenant: Tenant): Promise<void> => {
  const { db, companyId } = tenant
  await sql`
    select mark_due_once(${FEEDS_DUE}, date_trunc('minute', greatest(next.at, now())) + interval '1 minute') from (
      select min(s.next_at) as at from feed_states s
        join competitor_feeds f on f.company_id = s.company_id and f.id = s.feed_id
        join competitors c on c.company_id = f.company_id and c.id = f.competitor_id
      where s.company_id = ${companyId} and f.deleted_at is null and c.deleted_at is null
        and (s.wanted_at is not null or not (f.paused or c.paused))
    ) next where next.at is not null`.execute(db)
  tenant.wakes()
}
