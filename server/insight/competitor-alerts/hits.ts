import { sql, type RawBuilder } from 'kysely'
import type { AlertKind } from '#contract/insight/competitor-alerts.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { containing } from '#server/kit/page.ts'

/** What an alert looks for. */
export interface Watched {
  kind: AlertKind
  topic_ids: readonly number[]
  words: readonly string[]
  days: number | null
}

/** Something to tell of: once for each `about`. */
export interface Hit {
  about: string
  at: string
  post_id: number | null
  text: string
}

/** So many days without a post, where the alert says nothing else. */
const USUAL_SILENCE = 14
export const MOST_HITS = 200

/**
 * What an alert tells of since then, the newest first: a text that is in several places once. Posts that a first poll brought are no
 * news.
 */
export const hitsSince = async (tenant: Tenant, watched: Watched, since: RawBuilder<unknown>): Promise<Hit[]> => {
  const { rows } = await sql<Hit>`
    select about, at, post_id, text from (${QUERIES[watched.kind](tenant.companyId, watched, since)}) hits
    order by at desc, about limit ${MOST_HITS}`.execute(tenant.db)
  return rows
}

const NEWS = (companyId: number, since: RawBuilder<unknown>) => sql`
  competitor_posts p join competitors c on c.company_id = ${companyId} and c.id = p.competitor_id and c.deleted_at is null and not c.own
  where p.company_id = ${companyId} and p.hidden_at is null and p.leads and not p.old_news and p.seen_at >= ${since}`
const POST = sql`'post ' || p.cluster_id as about, p.seen_at as at, p.id as post_id, c.name || ': ' || p.title as text`

type Query = (companyId: number, watched: Watched, since: RawBuilder<unknown>) => RawBuilder<unknown>

const QUERIES: Readonly<Record<AlertKind, Query>> = {
  // Without topics of its own: those that are watched.
  new_post_in_topic: (companyId, { topic_ids }, since) => sql`
    select ${POST} from ${NEWS(companyId, since)} and exists (
      select from competitor_post_topics pt join competitor_topics t on t.company_id = ${companyId} and t.id = pt.topic_id and t.deleted_at is null
      where pt.company_id = ${companyId} and pt.post_id = p.id
        and ${topic_ids.length > 0 ? sql`pt.topic_id = any (${topic_ids}::bigint[])` : sql`t.watch`})`,
  mentions: (companyId, { words }, since) => sql`
    select ${POST} from ${NEWS(companyId, since)}
      and (${sql.join([sql`false`, ...words.map((word) => sql`p.search_text like fold(${containing(word)})`)], sql` or `)})`,
  // The first post of theirs about it.
  new_topic: (companyId, _watched, since) => sql`
    select 'topic ' || t.id as about, first.seen_at as at, first.id as post_id, t.name || ', by ' || first.name as text
    from competitor_topics t cross join lateral (
      select p.id, p.seen_at, p.old_news, c.name from competitor_post_topics pt
      join competitor_posts p on p.company_id = ${companyId} and p.id = pt.post_id and p.hidden_at is null
      join competitors c on c.company_id = ${companyId} and c.id = p.competitor_id and c.deleted_at is null and not c.own
      where pt.company_id = ${companyId} and pt.topic_id = t.id order by p.seen_at, p.id limit 1) first
    where t.company_id = ${companyId} and t.deleted_at is null and not first.old_news and first.seen_at >= ${since}`,
  // More than twice as many in 14 days as in the 14 before; told of the day on which that began, in UTC, so that each look finds the same.
  cadence_up: (companyId, _watched, since) => sql`
    select 'more ' || id || ' ' || to_char(day, 'YYYY-MM-DD') as about, day as at, null::bigint as post_id,
      name || ' publishes more than twice as much as before' as text
    from (select c.id, c.name, d.day, n.before >= 2 and n.now > 2 * n.before as more,
      lag(n.before >= 2 and n.now > 2 * n.before) over (partition by c.id order by d.day) as already
    from competitors c cross join generate_series(
      date_trunc('day', greatest(${since}, now() - interval '90 days'), 'UTC') - interval '1 day', now(), interval '1 day') d (day)
    cross join lateral (
      select count(*) filter (where p.sort_at >= d.day - interval '14 days') as now, count(*) filter (where p.sort_at < d.day - interval '14 days') as before
      from competitor_posts p where p.company_id = ${companyId} and p.competitor_id = c.id and p.hidden_at is null
        and p.sort_at >= d.day - interval '28 days' and p.sort_at < d.day) n
    where c.company_id = ${companyId} and c.deleted_at is null and not c.own) days
    where more and not already`,
  silence: (companyId, { days }, since) => sql`
    select 'silent ' || c.id || ' ' || p.id as about, p.sort_at + make_interval(days => ${days ?? USUAL_SILENCE}::int) as at, p.id as post_id,
      c.name || ' published nothing for ' || ${days ?? USUAL_SILENCE}::int || ' days' as text
    from competitors c join lateral (
      select x.id, x.sort_at, lead(x.sort_at) over (order by x.sort_at, x.id) as next from competitor_posts x
      where x.company_id = ${companyId} and x.competitor_id = c.id and x.hidden_at is null
        and x.sort_at >= ${since} - make_interval(days => ${days ?? USUAL_SILENCE}::int)) p on true
    where c.company_id = ${companyId} and c.deleted_at is null and not c.own and not c.paused
      and coalesce(p.next, now()) >= p.sort_at + make_interval(days => ${days ?? USUAL_SILENCE}::int)
      and p.sort_at + make_interval(days => ${days ?? USUAL_SILENCE}::int) >= ${since}`,
  // The second post of theirs about what we never wrote of.
  gap_opened: (companyId, _watched, since) => sql`
    select 'gap ' || t.id as about, second.seen_at as at, second.id as post_id, t.name || ': they cover it, we do not' as text
    from competitor_topics t cross join lateral (
      select p.id, p.seen_at from competitor_post_topics pt
      join competitor_posts p on p.company_id = ${companyId} and p.id = pt.post_id and p.hidden_at is null and p.leads
      join competitors c on c.company_id = ${companyId} and c.id = p.competitor_id and c.deleted_at is null and not c.own
      where pt.company_id = ${companyId} and pt.topic_id = t.id order by p.seen_at, p.id offset 1 limit 1) second
    where t.company_id = ${companyId} and t.deleted_at is null and second.seen_at >= ${since}
      and not exists (select from own_post_topics o where o.company_id = ${companyId} and o.topic_id = t.id)
      and not exists (select from dismissed_gaps d where d.company_id = ${companyId} and d.topic_id = t.id and d.deleted_at is null)`,
  feed_broken: (companyId, _watched, since) => sql`
    select 'feed ' || f.id || ' ' || coalesce(s.last_ok_at, f.created_at)::date as about, coalesce(s.told_at, s.last_poll_at, now()) as at,
      null::bigint as post_id, c.name || ': ' || s.sentence as text
    from competitor_feeds f join feed_states s on s.company_id = ${companyId} and s.feed_id = f.id and s.state in ('broken', 'gone')
    join competitors c on c.company_id = ${companyId} and c.id = f.competitor_id and c.deleted_at is null and not c.paused
    where f.company_id = ${companyId} and f.deleted_at is null and not f.paused
      and coalesce(s.told_at, s.last_poll_at, now()) >= ${since}`,
}
