import { sql } from 'kysely'
import type { CompetitorSummary } from '#contract/insight/competitor-summary.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { COMPETITOR } from '#server/insight/competitor-posts/rows.ts'
import { beginOf, endOf, POSTS, type Period } from './period.ts'

type Figures = CompetitorSummary['figures']

/** In figures: how many, who most, who was silent for how long. */
export const figuresOf = async (
  tenant: Tenant,
  competitor: number | undefined,
  { period, before, zone }: Period,
): Promise<Figures> => {
  const { companyId } = tenant
  const [begin, end] = [beginOf(period, zone), endOf(period, zone)]
  const { rows } = await sql<Omit<Figures, 'change' | 'per_week'> & { before: number; days: number }>`
    with posts as materialized (
      select p.id, p.competitor_id, p.sort_at, p.words, p.author from ${POSTS(tenant, competitor, period, zone)}
    ), span as (
      select ${begin} as begin, least(${end}, now()) as end, ${period.to_date}::date - ${period.from_date}::date + 1 as days
    ), marks as (
      select competitor_id, sort_at as at from posts
      union select c.id, m.at from competitors c cross join span cross join lateral (values (span.begin), (span.end)) m (at)
      where c.company_id = ${companyId} and c.deleted_at is null
        and ${competitor === undefined ? sql`not c.own` : sql`c.id = ${competitor}`}
    ), gaps as (
      select competitor_id, lag(at) over (partition by competitor_id order by at) as since, at from marks
    ), silent as (
      select g.competitor_id, g.since, g.at, extract(epoch from g.at - g.since) / 86400 as days from gaps g
      where g.since is not null and g.at > g.since order by g.at - g.since desc, g.competitor_id limit 1
    )
    select (select count(*) from posts) as posts, span.days,
      (select count(*) from ${POSTS(tenant, competitor, before, zone)}) as before,
      (select json_build_object('competitor', ${COMPETITOR}, 'per_week', round(m.n * 7.0 / span.days, 1))
        from (select competitor_id, count(*) as n from posts group by 1 order by 2 desc, 1 limit 1) m
        join competitors c on c.company_id = ${companyId} and c.id = m.competitor_id) as most,
      coalesce((select floor(days)::int from silent), 0) as silence,
      (select json_build_object('competitor', ${COMPETITOR}, 'from_date', (s.since at time zone ${zone})::date::text,
          'to_date', (s.at at time zone ${zone})::date::text)
        from silent s join competitors c on c.company_id = ${companyId} and c.id = s.competitor_id) as silence_of,
      (select count(*) from (select distinct competitor_id, author from posts where author is not null) a
        where not exists (select from competitor_posts o where o.company_id = ${companyId} and o.competitor_id = a.competitor_id
          and o.hidden_at is null and o.author = a.author and o.sort_at < span.begin)) as authors_new,
      (select percentile_disc(0.5) within group (order by words) from posts) as words_p50,
      (select json_agg(coalesce(w.n, 0) order by week) from generate_series(0, (span.days - 1) / 7) week
        left join (select floor(extract(epoch from sort_at - ${begin}) / 604800)::int as week, count(*) as n from posts group by 1) w using (week)) as weeks
    from span`.execute(tenant.db)
  const [row] = rows
  if (!row) throw new Error('Figures have no row')
  const { before: earlier, days, ...figures } = row
  return { ...figures, change: row.posts - earlier, per_week: Math.round((row.posts * 70) / days) / 10 }
}

/** The topics of the period, the most frequent first. */
export const topicsIn = async (tenant: Tenant, competitor: number | undefined, { period, before, zone }: Period) => {
  const { companyId } = tenant
  const tally = (days: Period['period']) => sql`
    select pt.topic_id, count(*)::int as n from competitor_post_topics pt
    where pt.company_id = ${companyId} and pt.post_id in (select p.id from ${POSTS(tenant, competitor, days, zone)}) group by 1`
  const { rows } = await sql<CompetitorSummary['topics'][number]>`
    with counted as (${tally(period)}), earlier as (${tally(before)}), seen as (
      select t.topic_id, (select min(p.sort_at) from competitor_post_topics pt join competitor_posts p on p.company_id = ${companyId} and p.id = pt.post_id
        and p.hidden_at is null where pt.company_id = ${companyId} and pt.topic_id = t.topic_id) as first_seen from counted t
    )
    select t.id, t.name, n.n as posts, n.n - coalesce(e.n, 0) as change, s.first_seen >= ${beginOf(period, zone)} as new, s.first_seen,
      round(n.n * 100.0 / greatest(1, (select count(*) from ${POSTS(tenant, competitor, period, zone)})))::int as share
    from counted n join seen s using (topic_id) left join earlier e using (topic_id)
    join competitor_topics t on t.company_id = ${companyId} and t.id = n.topic_id and t.deleted_at is null
    order by n.n desc, t.name, t.id limit ${MOST_TOPICS}`.execute(tenant.db)
  return rows
}
const MOST_TOPICS = 50
