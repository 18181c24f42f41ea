import { sql, type RawBuilder } from 'kysely'
import type { QueryOf } from '#contract/kit/endpoint.ts'
import {
  SALES_MEMBER_SORTS,
  type salesDashboard,
  type SalesFigures,
  type SalesMember,
} from '#contract/leads/sales-dashboard.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { runPlanned, shapesOf } from '#server/db/transaction.ts'
import { overdueBy } from '#server/leads/lists/sla-lists.ts'
import { quantile, tallies } from '#server/leads/totals/tally.ts'
import type { Caller } from '#server/kit/auth.ts'
import { containing, inWords, sortColumn } from '#server/kit/page.ts'

const MEMBERS = shapesOf('sales members')
const TOTALS = shapesOf('sales totals')

export type Wanted = QueryOf<typeof salesDashboard.list>
export type MemberRow = Omit<SalesMember, 'state' | 'state_reason'>

const SORTS: ReadonlyMap<string, string> = new Map(SALES_MEMBER_SORTS.map((name) => [name, `m.${name}`]))

/** One page of the members, those who received most first. */
export const members = async (
  tenant: Tenant,
  caller: Caller,
  wanted: Wanted,
  { limit, offset }: { limit: number; offset: number },
): Promise<MemberRow[]> => {
  const { sort = 'received', order = sort === 'name' ? 'asc' : 'desc' } = wanted
  const column = sql.ref(sortColumn(sort, SORTS))
  return runPlanned(
    tenant.db,
    MEMBERS,
    sql<MemberRow>`
    with ${found(tenant, caller, wanted)}
    select m.id, m.name, m.email, ${sql.join(FIGURES.map((name) => sql.ref(`m.${name}`)))} from found m
    order by ${sort === 'name' ? inWords(column) : column} ${sql.raw(order)} nulls last, ${inWords(sql.ref('m.name'))}, m.id limit ${limit} offset ${offset}`,
  )
}

export type Totals = SalesFigures & { members: number }

/** What all members come to after the search and the days. */
export const totals = async (tenant: Tenant, caller: Caller, wanted: Wanted): Promise<Totals> => {
  const [row] = await runPlanned(
    tenant.db,
    TOTALS,
    sql<Totals>`
    with ${found(tenant, caller, wanted)}, steps as (
      select part::integer as step, sum(n) as n from tallied where axis = 'response' and key in (select id::text from found) group by 1
    ), ranked as (
      select step, sum(n) over (order by step) as upto, sum(n) over () as n from steps
    )
    select count(*) as members, ${sql.join([...PARTS, 'overdue'].map((part) => sql`coalesce(sum(${sql.ref(part)}), 0)::bigint as ${sql.ref(part)}`))},
      sum(won)::float8 / nullif(sum(received), 0) as conversion, ${slaHit(sql`sum(in_time)`, sql`sum(late)`, sql`sum(overdue)`)} as sla_hit,
      (select ${quantile(0.5)} from ranked) as first_response_p50, (select ${quantile(0.9)} from ranked) as first_response_p90
    from found`,
  )
  if (!row) throw new Error('A sum has no row')
  return row
}

/** Everybody who is on the list or was ever given a valid lead. */
export const memberCount = async (tenant: Tenant): Promise<number> => {
  const [row] = await runPlanned(
    tenant.db,
    'number of sales members',
    sql<{ n: number }>`
    select count(*) as n from staff s where s.company_id = ${tenant.companyId} and (${isOnList} or s.id::text in (
      select key from (${tallies(tenant, { axes: ['sales'], days: {} }, 'UTC')}) t))`,
  )
  return row?.n ?? 0
}

const PARTS = ['received', 'open', 'contacted', 'quoted', 'nurture', 'won', 'lost'] as const
const FIGURES = SALES_MEMBER_SORTS.filter((name) => name !== 'name')

const slaHit = (inTime: RawBuilder<unknown>, late: RawBuilder<unknown>, overdue: RawBuilder<unknown>) =>
  sql`${inTime}::float8 / nullif(${inTime} + ${late} + ${overdue}, 0)`

const isOnList = sql<boolean>`exists (select from assignment_entries e
  where e.company_id = s.company_id and e.list = 'sales' and e.staff_id = s.id)`

/** The members whom the search and the days leave, as `found`; what they are added up from as `tallied`. */
const found = (tenant: Tenant, { timeZone }: Caller, { search, from_date, to_date }: Wanted): RawBuilder<unknown> => {
  const days = { ...(from_date !== undefined && { from_date }), ...(to_date !== undefined && { to_date }) }
  const text = search?.trim()
  const part = (name: string) => sql`coalesce(sum(n) filter (where part = ${name}), 0)::bigint as ${sql.ref(name)}`
  const or0 = (table: string, name: string) => sql`coalesce(${sql.ref(`${table}.${name}`)}, 0)`
  return sql`tallied as materialized (${tallies(tenant, { axes: ['sales', 'response', 'sla'], days }, timeZone)}),
    sums as (
      select key, sum(n)::bigint as received, ${sql.join(PARTS.slice(1).map(part))} from tallied where axis = 'sales' group by key
    ), ranks as (
      select key, part::integer as step, sum(n) over (partition by key order by part::integer) as upto, sum(n) over (partition by key) as n
      from tallied where axis = 'response'
    ), answers as (
      select key, ${quantile(0.5)} as p50, ${quantile(0.9)} as p90 from ranks group by key
    ), kept as (
      select key, ${part('in_time')}, ${part('late')} from tallied where axis = 'sla' group by key
    ), due as (${overdueBy(tenant, days, timeZone)}
    ), weeks as (
      select staff_id, sum(received)::integer as received, round(sum(share)::numeric, 2) as share from assignment_days
      where company_id = ${tenant.companyId} and list = 'sales' and day > (now() at time zone 'UTC')::date - 7 group by staff_id
    ), found as materialized (
      select s.id, s.name, s.email, ${sql.join(PARTS.map((name) => sql`${or0('u', name)} as ${sql.ref(name)}`))},
        ${or0('d', 'overdue')} as overdue, ${or0('k', 'in_time')} as in_time, ${or0('k', 'late')} as late,
        ${slaHit(or0('k', 'in_time'), or0('k', 'late'), or0('d', 'overdue'))} as sla_hit,
        u.won::float8 / nullif(u.received, 0) as conversion, a.p50 as first_response_p50, a.p90 as first_response_p90,
        case when ${isOnList} then coalesce(w.received, 0) end as received_7d, case when ${isOnList} then coalesce(w.share, 0) end as fair_share_7d
      from staff s left join sums u on u.key = s.id::text left join answers a on a.key = s.id::text left join weeks w on w.staff_id = s.id
        left join kept k on k.key = s.id::text left join due d on d.staff_id = s.id
      where s.company_id = ${tenant.companyId} and (u.key is not null or ${isOnList})
        ${text ? sql`and fold(s.name || ' ' || s.email) like fold(${containing(text)})` : sql``}
    )`
}
