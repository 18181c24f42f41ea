import { sql } from 'kysely'
import type { Tenant } from '#server/db/tenant.ts'
import type { ClaimedFeed } from './claim.ts'
import type { NextHealth } from './health.ts'

/** What the document of a feed said of the feed itself, and by what it is asked for next time. */
export interface Document {
  title: string | null
  language: string | null
  etag: string | null
  lastModified: string | null
  digest: Uint8Array
  /** Of its items that are posts. */
  itemDigests?: readonly string[]
  cadenceHours: number | null
  lastNewAt: string | null
}

export interface Poll {
  outcome: 'new' | 'unchanged' | 'not_modified' | 'failed' | 'baseline'
  status: number | null
  bytes: number
  ms: number
  sentence: string
  new: number
  changed: number
}

/**
 * Stores how a feed did, if this process still has it: in one statement with the line of the poll. False: somebody else has it, or it
 * was changed or removed meanwhile.
 */
export const settle = async (
  { db, companyId }: Tenant,
  { feed_id, token, url }: ClaimedFeed,
  next: NextHealth,
  poll: Poll,
  document?: Document,
): Promise<boolean> => {
  const succeeded = poll.outcome !== 'failed'
  const read = document !== undefined
  const { rows } = await sql<{ id: number }>`
    with state as (
      update feed_states s set token = null, claimed_at = null, last_poll_at = now(), state = ${next.state}, sentence = ${next.sentence},
        next_at = ${next.nextAt.toISOString()}::timestamptz, failures = ${next.failures}, gone_times = ${next.goneTimes},
        gone_since = ${next.goneSince?.toISOString() ?? null}, redirect_url = ${next.redirectUrl},
        redirect_since = ${next.redirectSince?.toISOString() ?? null}, host = ${hostIn(url)},
        last_ok_at = case when ${succeeded} then now() else s.last_ok_at end,
        told_at = case when ${succeeded} then null else s.told_at end,
        last_full_at = case when ${read} then now() else s.last_full_at end,
        etag = case when ${read} then ${document?.etag ?? null}::text else s.etag end,
        last_modified = case when ${read} then ${document?.lastModified ?? null}::text else s.last_modified end,
        digest = case when ${read} then ${document ? Buffer.from(document.digest) : null}::bytea else s.digest end,
        item_digests = coalesce(${document?.itemDigests ?? null}::text[], s.item_digests),
        title = coalesce(${document?.title ?? null}, s.title), language = coalesce(${document?.language ?? null}, s.language),
        cadence_hours = coalesce(${document?.cadenceHours ?? null}, s.cadence_hours),
        last_new_at = coalesce(${document?.lastNewAt ?? null}, s.last_new_at)
      where s.company_id = ${companyId} and s.feed_id = ${feed_id} and s.token = ${token}
      returning s.feed_id
    )
    insert into feed_polls (company_id, feed_id, outcome, http_status, bytes, new, changed, ms, sentence)
    select ${companyId}, feed_id, ${poll.outcome}, ${poll.status}, ${poll.bytes}, ${poll.new}, ${poll.changed}, ${poll.ms}, ${poll.sentence}
    from state returning id`.execute(db)
  return rows.length > 0
}

/** All feeds of a host rest that asked for it. */
export const restHost = async ({ db, companyId }: Tenant, url: string, until: Date): Promise<void> => {
  await sql`update feed_states set next_at = ${until.toISOString()}::timestamptz
    where company_id = ${companyId} and host = ${hostIn(url)} and next_at < ${until.toISOString()}::timestamptz`.execute(
    db,
  )
}

/** Gives a feed the address that it has moved to, unless another feed has it. */
export const moveFeed = async ({ db, companyId }: Tenant, feedId: number, url: string): Promise<void> => {
  await sql`update competitor_feeds f set url = ${url}, updated_at = now() where f.company_id = ${companyId} and f.id = ${feedId} and f.deleted_at is null
    and not exists (select from competitor_feeds o where o.company_id = f.company_id and o.url = ${url} and o.deleted_at is null)`.execute(
    db,
  )
}

export const hostIn = (url: string) => (URL.parse(url)?.hostname ?? '').slice(0, 253)
