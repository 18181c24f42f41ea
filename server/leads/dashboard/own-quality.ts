import { sql, type RawBuilder } from 'kysely'
import type { HomeFigures } from '#contract/leads/dashboard.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { CHANGED, fromOwnVerdicts, IN_TIME } from '#server/leads/lists/own-verdicts.ts'

const MOST_REASONS = 5

/**
 * What one person decided in the last 30 days and in the 30 before, where they are, and what has become of it: of the leads that the
 * list of their verdicts shows. This week is compared with as much of the last one.
 */
export const ownQuality = async (
  tenant: Tenant,
  { personId, timeZone }: { personId: number; timeZone: string },
): Promise<NonNullable<HomeFigures['quality']>> => {
  const there = (days: RawBuilder<unknown>) => sql`(${days}) at time zone ${timeZone}`
  const { rows } = await sql<NonNullable<HomeFigures['quality']>>`
    with clock as (
      select now() at time zone ${timeZone} as here, date_trunc('day', now() at time zone ${timeZone}) as today
    ), bounds as (
      select ${there(sql`today - interval '29 days'`)} as began, ${there(sql`today - interval '59 days'`)} as began_before,
        to_char(today - interval '29 days', 'YYYY-MM-DD') as from_date, to_char(date_trunc('week', today), 'YYYY-MM-DD') as monday,
        ${there(sql`date_trunc('week', today)`)} as week, ${there(sql`date_trunc('week', today) - interval '7 days'`)} as week_before,
        ${there(sql`here - interval '7 days'`)} as so_far_before
      from clock
    ), decided as materialized (
      select o.verdict, o.at, k.lead_id is not null as clocked, k.took_ms, k.target_ms, ${IN_TIME} as in_time, ${CHANGED} as changed,
        l.enquiry_status, case when l.status = 'invalid' then l.reason_code end as reason,
        o.at >= b.began as recent, ((o.at at time zone ${timeZone})::date - b.from_date::date) / 5 as part
      from bounds b, ${fromOwnVerdicts(tenant, personId)}
      where o.at >= least(b.began_before, b.week_before)
    ), counted as (
      select ${part(sql`recent`)} as now, ${part(sql`not recent and at >= b.began_before`)} as before,
        json_build_object('now', count(*) filter (where at >= b.week), 'before', count(*) filter (where at >= b.week_before and at < b.so_far_before)) as week
      from bounds b left join decided on true group by b.began_before, b.week, b.week_before, b.so_far_before
    ), fates as (
      select coalesce(json_object_agg(fate, n), '{}') as became from (
        select enquiry_status as fate, count(*) as n from decided
        where recent and verdict = 'valid' and not changed and enquiry_status is not null group by 1) each
    ), lines as (
      select json_build_object('decided', json_agg(n order by part), 'in_time', json_agg(in_time order by part),
        'valid', json_agg(valid order by part)) as lines
      from generate_series(0, 5) part cross join lateral (
        select count(*) as n, count(*) filter (where in_time)::float8 / nullif(count(*) filter (where clocked), 0) as in_time,
          count(*) filter (where verdict = 'valid')::float8 / nullif(count(*), 0) as valid
        from decided d where recent and d.part = part.part) each
    ), reasons as (
      select coalesce(json_agg(json_build_object('reason', reason, 'leads', n) order by n desc, reason), '[]') as reasons from (
        select reason, count(*) as n from decided where recent and verdict = 'invalid' and reason is not null
        group by 1 order by 2 desc, 1 limit ${MOST_REASONS}) each
    )
    select b.from_date, b.monday, c.week, c.now, c.before, l.lines, f.became, r.reasons from bounds b, counted c, lines l, fates f, reasons r`.execute(
    tenant.db,
  )
  const [quality] = rows
  if (!quality) throw new Error('A sum has no row')
  return quality
}

const part = (when: RawBuilder<unknown>) => {
  const count = (which: RawBuilder<unknown>) => sql`count(*) filter (where ${when} and ${which})`
  const median = (column: RawBuilder<unknown>) =>
    sql`percentile_disc(0.5) within group (order by ${column}) filter (where ${when} and clocked)`
  return sql`json_build_object('valid', ${count(sql`verdict = 'valid'`)}, 'invalid', ${count(sql`verdict = 'invalid'`)},
    'changed', ${count(sql`changed`)}, 'clocked', ${count(sql`clocked`)}, 'in_time', ${count(sql`in_time`)},
    'took_ms', ${median(sql`took_ms`)}, 'target_ms', ${median(sql`target_ms`)})`
}
