import { sql } from 'kysely'
import { COMPETITOR_LIMITS, type FeedKind } from '#contract/insight/competitors.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { badField, conflict, sqlState } from '#server/kit/errors.ts'
import { hostOf } from '#server/insight/feed-polls/canonical-url.ts'
import { FEEDS_DUE } from '#server/insight/feed-polls/due.ts'

export interface CompetitorValues {
  name: string
  site: string
  own: boolean
  colour: string
  note: string
  paused: boolean
}
export interface FeedValues {
  url: string
  path_prefix: string
  full_text: 'auto' | 'on' | 'off'
  keep_words: string[]
  mute_words: string[]
  interval_min: number
  paused: boolean
}
export interface NewFeed extends Partial<FeedValues> {
  url: string
  kind?: FeedKind | undefined
  found_by?: 'typed' | 'link' | 'guess' | 'robots' | undefined
}

const CHECKS_AN_HOUR = 6

/** Adding is one after the other in a company, so that its limits are exact. */
const countHeld = async ({ db, companyId }: Tenant, table: 'competitors' | 'competitor_feeds') => {
  await sql`select pg_advisory_xact_lock(hashtextextended('competitors', ${companyId}))`.execute(db)
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from ${sql.table(table)} where company_id = ${companyId} and deleted_at is null`.execute(
    db,
  )
  return rows[0]?.n ?? 0
}

export const addCompetitor = async (
  tenant: Tenant,
  values: Partial<CompetitorValues> & Pick<CompetitorValues, 'name' | 'site'>,
  addedBy: number,
): Promise<number> => {
  if ((await countHeld(tenant, 'competitors')) >= COMPETITOR_LIMITS.competitors)
    throw conflict(`You follow ${COMPETITOR_LIMITS.competitors} competitors, the most there can be. Delete one first.`)
  const { db, companyId } = tenant
  const row = { ...values, host: hostIn(values.site), company_id: companyId, added_by: addedBy }
  const { id } = await named(db.insertInto('competitors').values(row).returning('id').executeTakeFirstOrThrow())
  return id
}

export const lockCompetitor = async ({ db, companyId }: Tenant, id: number) => {
  const { rows } = await sql<CompetitorValues & { version: number }>`
    select name, site, own, colour, note, paused, version from competitors
    where company_id = ${companyId} and id = ${id} and deleted_at is null for no key update`.execute(db)
  return rows[0]
}

export const changeCompetitor = async (tenant: Tenant, id: number, write: Partial<CompetitorValues>) => {
  if (Object.keys(write).length === 0) return
  const { db, companyId } = tenant
  await named(
    db
      .updateTable('competitors')
      .set({ ...write, ...(write.site !== undefined && { host: hostIn(write.site) }), updated_at: sql`now()` })
      .where('company_id', '=', companyId)
      .where('id', '=', id)
      .execute(),
  )
  if (write.paused === false) await tenant.due(FEEDS_DUE)
}

/** With its feeds, as one act. */
export const removeCompetitor = async ({ db, companyId }: Tenant, id: number) => {
  await sql`update competitor_feeds set deleted_at = now(), updated_at = now()
    where company_id = ${companyId} and competitor_id = ${id} and deleted_at is null`.execute(db)
  await sql`update competitors set deleted_at = now(), updated_at = now() where company_id = ${companyId} and id = ${id}`.execute(
    db,
  )
}

export const addFeed = async (tenant: Tenant, competitorId: number, { url, kind, found_by, ...values }: NewFeed) => {
  if ((await countHeld(tenant, 'competitor_feeds')) >= COMPETITOR_LIMITS.feeds)
    throw conflict(`You read ${COMPETITOR_LIMITS.feeds} feeds, the most there can be. Remove one first.`)
  const { db, companyId } = tenant
  const row = {
    ...values,
    company_id: companyId,
    competitor_id: competitorId,
    url,
    // What it is shows when it is read.
    kind: kind ?? 'rss',
    found_by: found_by ?? 'typed',
  }
  const { id } = await free(db.insertInto('competitor_feeds').values(row).returning('id').executeTakeFirstOrThrow())
  await db
    .insertInto('feed_states')
    .values({ company_id: companyId, feed_id: id, host: hostnameIn(url) })
    .execute()
  await tenant.due(FEEDS_DUE)
  return id
}

export const lockFeed = async ({ db, companyId }: Tenant, id: number) => {
  const { rows } = await sql<FeedValues & { version: number; competitor_id: number }>`
    select f.url, f.path_prefix, f.full_text, f.keep_words, f.mute_words, f.interval_min, f.paused, f.version, f.competitor_id
    from competitor_feeds f join competitors c on c.company_id = f.company_id and c.id = f.competitor_id
    where f.company_id = ${companyId} and f.id = ${id} and f.deleted_at is null and c.deleted_at is null for no key update of f`.execute(
    db,
  )
  return rows[0]
}

export const changeFeed = async (tenant: Tenant, id: number, write: Partial<FeedValues>) => {
  if (Object.keys(write).length === 0) return
  const { db, companyId } = tenant
  await free(
    db
      .updateTable('competitor_feeds')
      .set({ ...write, updated_at: sql`now()` })
      .where('company_id', '=', companyId)
      .where('id', '=', id)
      .execute(),
  )
  await readAgain(tenant, [id], write.url)
}

/** At once, and whole: by other rules, or at another address, the same text may be another. What is under way is dropped. */
export const readAgain = async (tenant: Tenant, ids: readonly number[], url?: string) => {
  const { db, companyId } = tenant
  await sql`
    update feed_states set token = null, digest = null, item_digests = '{}', etag = null, last_modified = null, next_at = least(next_at, now()),
      host = coalesce(${url === undefined ? null : hostnameIn(url)}, host), failures = 0, gone_times = 0, gone_since = null,
      redirect_url = null, redirect_since = null
    where company_id = ${companyId} and feed_id = any(${ids}::bigint[])`.execute(db)
  await tenant.due(FEEDS_DUE)
}

export const removeFeed = async ({ db, companyId }: Tenant, id: number) => {
  await sql`update competitor_feeds set deleted_at = now(), updated_at = now() where company_id = ${companyId} and id = ${id}`.execute(
    db,
  )
}

/** Has it read at once, whatever pauses it; undefined: people wanted that as often as they may. */
export const checkNow = async (tenant: Tenant, id: number): Promise<true | undefined> => {
  const { db, companyId } = tenant
  const { rows } = await sql`
    update feed_states s set wanted_at = now(), next_at = now(), checks = now() || recent.checks
    from (
      select feed_id, array(select c from unnest(checks) c where c > now() - interval '1 hour' order by c desc) as checks from feed_states
      where company_id = ${companyId} and feed_id = ${id} for update
    ) recent
    where s.company_id = ${companyId} and s.feed_id = recent.feed_id and cardinality(recent.checks) < ${CHECKS_AN_HOUR}
    returning s.feed_id`.execute(db)
  if (rows.length === 0) return undefined
  await tenant.due(FEEDS_DUE)
  return true
}

const hostIn = (site: string) => hostOf(new URL(site))
const hostnameIn = (url: string) => new URL(url).hostname

const named = async <T>(write: Promise<T>): Promise<T> => {
  try {
    return await write
  } catch (error) {
    if (sqlState(error) !== '23505') throw error
    if (String(error).includes('competitors_own'))
      throw conflict('Another site is marked as your own. Change that one first.')
    throw badTaken('name', 'There is a competitor of this name. Choose another.')
  }
}

const free = async <T>(write: Promise<T>): Promise<T> => {
  try {
    return await write
  } catch (error) {
    throw sqlState(error) === '23505' ? badTaken('url', 'This feed is read already.') : error
  }
}

const badTaken = (field: string, message: string) => {
  const { errors } = badField(field, message)
  return Object.assign(conflict(message), { errors })
}
