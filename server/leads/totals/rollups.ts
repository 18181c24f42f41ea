import { sql } from 'kysely'
import type { Tenant, Tenants } from '#server/db/tenant.ts'
import { deltasRemain } from '#server/platform/counted-lists/counts.ts'
import { LEAD_LISTS } from '#server/leads/lists/filter.ts'

/** Whether nobody makes the roll-ups now, nor begins to before this transaction ends. */
export const noneAreMade = async ({ db, companyId }: Tenant): Promise<boolean> => {
  const { rows } = await sql<{ none: boolean }>`
    select pg_try_advisory_xact_lock_shared(${making(companyId)}) as none`.execute(db)
  return rows[0]?.none === true
}

/**
 * Brings the roll-ups up to date, from the deltas that they have not seen; does nothing where there are none. Those that some
 * of these deltas are missing for go: nothing that is added later would make them right.
 */
export const foldRollups = async ({ db, companyId }: Tenant): Promise<void> => {
  await sql`delete from lead_rollup_states s where s.company_id = ${companyId} and not (${believed(companyId)})`.execute(
    db,
  )
  // One at a time; whoever finds somebody at it leaves it to them.
  const { rows } =
    await sql`select from lead_rollup_states where company_id = ${companyId} for update skip locked`.execute(db)
  if (rows.length === 0) return
  await sql`
    with state as materialized (
      select s.snapshot, s.since, make_interval(mins => s.minutes_ahead) as shift from lead_rollup_states s where s.company_id = ${companyId}
    ), changes as (
      select l.n, ${COLUMNS}, l.created_at + s.shift as at, l.response_bucket, l.in_time from state s join lead_count_deltas l on ${unfolded(companyId)}
    ), ${STORE(companyId)}
    update lead_rollup_states set snapshot = pg_current_snapshot(), stamp = gen_random_uuid() where company_id = ${companyId}`.execute(
    db,
  )
}

/**
 * Makes the roll-ups from the leads, whatever was there; nothing where somebody else is at it. One statement adds up so many
 * leads that it is far from its time-out; all of them see one snapshot, so the tenant has to be one of `writeInOneSnapshot`.
 */
export const buildRollups = async ({ db, companyId }: Tenant, leadsAtOnce = 50_000): Promise<void> => {
  const { rows: turn } = await sql<{ mine: boolean }>`
    select pg_try_advisory_xact_lock(${making(companyId)}) as mine`.execute(db)
  if (!turn[0]?.mine) return
  await sql`delete from lead_rollup_states where company_id = ${companyId}`.execute(db)
  await sql`delete from lead_rollups where company_id = ${companyId}`.execute(db)
  await sql`
    insert into lead_rollup_states (company_id, snapshot, minutes_ahead)
    values (${companyId}, pg_current_snapshot(), ${minutesAhead(companyId)})`.execute(db)
  const { rows: parts } = await sql<{ from: string; to: string }>`
    select at::text as from, coalesce(lead(at) over (order by at), 'infinity')::text as to from (
      select distinct created_at as at from (
        select l.created_at, row_number() over (order by l.created_at) as nth from leads l where ${ofLeads(companyId)}
      ) l where nth % ${leadsAtOnce}::integer = 1 % ${leadsAtOnce}::integer
    ) p order by at`.execute(db)
  for (const part of parts)
    await sql`
      with changes as (
        select 1 as n, ${COLUMNS}, l.created_at + make_interval(mins => s.minutes_ahead) as at, ${RESPONSE}, ${IN_TIME} as in_time
        from leads l cross join lead_rollup_states s
        where ${ofLeads(companyId)} and s.company_id = ${companyId}
          and l.created_at >= ${part.from}::timestamptz and l.created_at < ${part.to}::timestamptz
      ), ${STORE(companyId)}
      select`.execute(db)
}

/** How many sums are stored, and how many are not what the leads say; none while there are no roll-ups. */
const strayRollups = async ({ db, companyId }: Tenant): Promise<{ stored: number; wrong: number }> => {
  const { rows } = await sql<{ stored: number; wrong: number }>`
    with state as materialized (
      select s.snapshot, s.since, make_interval(mins => s.minutes_ahead) as shift from lead_rollup_states s where ${believed(companyId)}
    ), changes as (
      select l.n, ${COLUMNS}, l.created_at + s.shift as at, l.response_bucket, l.in_time from state s join lead_count_deltas l on ${unfolded(companyId)}
      union all
      select -1, ${COLUMNS}, l.created_at + s.shift, ${RESPONSE}, ${IN_TIME} from state s, leads l where ${ofLeads(companyId)}
    ), ${DAYS}, sums as (
      select 1 as stored, axis, level, block, key, part, n from state, lead_rollups where company_id = ${companyId}
      union all
      select 0, axis, level, day >> (2 * level), key, part, n from days cross join generate_series(0, 6) level
    ), compared as (
      select max(stored) as stored, sum(n) as off from sums group by axis, level, block, key, part
    )
    select coalesce(sum(stored), 0)::bigint as stored, count(*) filter (where off <> 0) as wrong from compared`.execute(
    db,
  )
  return rows[0] ?? { stored: 0, wrong: 0 }
}

/** The same of a company; where some are wrong, all are made again when they are next asked for. */
export const checkRollups = async (tenants: Tenants, companyId: number): Promise<{ stored: number; wrong: number }> => {
  const found = await tenants.read(companyId, strayRollups)
  if (found.wrong)
    await tenants.write(companyId, { kind: 'system', channel: 'api', act: 'lead-rollups.check' }, ({ db }) =>
      sql`delete from lead_rollup_states where company_id = ${companyId}`.execute(db),
    )
  return found
}

/** The key of the lock: whoever makes them has it alone, whoever takes from what they are made of shares it. */
const making = (companyId: number) => sql`hashtext('lead_rollups'), ${companyId}::integer`

/** What was folded is there, and the deltas since are too. */
export const believed = (companyId: number) => sql`s.company_id = ${companyId}
  and ${deltasRemain(LEAD_LISTS, companyId, sql`s.since`)}`

export const unfolded = (companyId: number) => sql`l.company_id = ${companyId} and l.kind = 'enquiry'
  and l.xid >= s.since and not pg_visible_in_snapshot(l.xid, s.snapshot)`

/** By how much the clocks of most of the company's people are ahead of UTC now. */
const minutesAhead = (companyId: number) => sql`coalesce(
  (select (extract(epoch from (now() at time zone s.time_zone) - (now() at time zone 'UTC')) / 60)::integer from staff s
   where s.company_id = ${companyId} group by s.time_zone order by count(*) desc, s.time_zone limit 1), 0)`

export const ofLeads = (companyId: number) =>
  sql`l.company_id = ${companyId} and l.deleted_at is null and l.kind = 'enquiry'`

export const COLUMNS = sql`l.source, l.status, l.enquiry_status, l.assigned_qa, l.sales_person, l.reason_code`
export const RESPONSE = sql`response_bucket(l.validated_at, l.first_response_at) as response_bucket`

/** By the lead's clock; one look-up for each lead that was answered. */
export const IN_TIME = sql`case when l.first_response_at is not null then (
  select answered_in_time(k.answered_at is not null, k.took_ms, k.target_ms) from lead_clocks k
  where k.company_id = l.company_id and k.lead_id = l.id and k.clock = 'response') end`

/** Where an enquiry, or a change of one, counts. */
export const AXES = sql`(values
  ('source', c.source, coalesce(c.enquiry_status, c.status)),
  ('reason', case when c.status = 'invalid' then c.reason_code end, c.status),
  ('qa', c.assigned_qa::text, coalesce(c.enquiry_status, c.status)),
  ('sales', case when c.status = 'valid' then coalesce(c.sales_person::text, 'none') end, coalesce(c.enquiry_status, c.status)),
  ('response', case when c.status = 'valid' then coalesce(c.sales_person::text, 'none') end, c.response_bucket::text),
  ('sla', case when c.status = 'valid' then coalesce(c.sales_person::text, 'none') end, case when c.in_time then 'in_time' when not c.in_time then 'late' end)) f (axis, key, part)`

/** Days first, since they are few; the larger blocks from them. */
const DAYS = sql`days as materialized (
    select f.axis, f.key, f.part, utc_day(c.at) as day, sum(c.n) as n
    from changes c cross join lateral ${AXES} where f.key is not null and f.part is not null
    group by 1, 2, 3, 4 having sum(c.n) <> 0
  )`
const STORE = (companyId: number) => sql`${DAYS}, stored as (
    insert into lead_rollups as r (company_id, axis, level, block, key, part, n)
    select ${companyId}::integer, axis, level, day >> (2 * level), key, part, sum(n) from days cross join generate_series(0, 6) level
    group by axis, level, day >> (2 * level), key, part having sum(n) <> 0
    order by 2, 3, 4, 5, 6
    on conflict (company_id, axis, level, block, key, part) do update set n = r.n + excluded.n
  )`
