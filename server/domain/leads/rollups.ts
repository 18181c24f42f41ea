import { sql, type RawBuilder } from 'kysely'
import type { Tenant } from '#server/db/tenant.ts'
import { runPlanned } from '#server/db/transaction.ts'
import { dayBounds, type DayRange } from '#server/kit/day.ts'

/**
 * By what enquiries are added up. The part of each is its status, for a valid one what sales made of it; of responses it
 * is the step of the time that they took, and whether that was in time.
 */
export type Axis = 'source' | 'reason' | 'qa' | 'sales' | 'response' | 'sla'

/** Of the enquiries that came on some days: so many of this source, reason or person stand there now. */
export interface Tally {
  axis: Axis
  key: string
  part: string
  n: number
}

/** What is to be added up: by which axes, of the enquiries that came on which days. */
export interface Question {
  axes: readonly Axis[]
  days: DayRange
}

/** What the enquiries of some days add up to, as a relation `(axis, key, part, n)`. */
export const tallies = (tenant: Tenant, question: Question, timeZone: string): RawBuilder<Tally> =>
  sql<Tally>`select axis, key, part, n from (${answers(tenant, [question], timeZone)}) a`

/**
 * The answers to several questions at once, as a relation `(question, axis, key, part, n)`: to begin a statement costs more than
 * to answer a question. Whole days of the roll-ups come from them and what has changed since they were folded, the hours by which
 * the person's days begin earlier or later from the leads; all from the leads where nothing is folded yet.
 */
const answers = ({ companyId }: Tenant, questions: readonly Question[], timeZone: string) => {
  const asked = questions.flatMap(({ axes, days }, at) => {
    const { begin = BEGINNING, end = END } = dayBounds(days, timeZone)
    return axes.length === 0 ? [] : [sql`(${sql.lit(at)}, ${axes}::text[], ${begin}, ${end})`]
  })
  const inTime = questions.some(({ axes }) => axes.includes('sla')) ? IN_TIME : sql`null::boolean`
  return sql<Tally & { question: number }>`
    with state as materialized (
      select s.snapshot, s.since, make_interval(mins => s.minutes_ahead) as shift from lead_rollup_states s where ${believed(companyId)}
    ), asked (question, axes, lo, hi) as materialized (
      values ${sql.join(asked)}
    ), whole as materialized (
      select a.*, shift, utc_day(lo + shift + interval '12 hours') as first, utc_day(hi + shift + interval '12 hours') as next from asked a, state
    ), bounds as materialized (
      select question, axes, lo, hi, first, next,
        to_timestamp(first::bigint * 86400) - shift as first_at, to_timestamp(next::bigint * 86400) - shift as next_at from whole
    ), edges as materialized (
      select question, axes, least(lo, first_at) as lo, greatest(lo, first_at) as hi, case when lo < first_at then 1 else -1 end as n
      from bounds where lo <> first_at
      union all
      select question, axes, least(hi, next_at), greatest(hi, next_at), case when next_at < hi then 1 else -1 end from bounds where hi <> next_at
      union all
      select question, axes, lo, hi, 1 from asked where not exists (select from state)
    ), fresh as materialized (
      select l.n, ${COLUMNS}, l.created_at, l.response_bucket, l.in_time from state s join lead_count_deltas l on ${unfolded(companyId)}
    ), changes as (
      select b.question, b.axes, f.* from bounds b join fresh f on f.created_at >= b.first_at and f.created_at < b.next_at
      union all
      select e.question, e.axes, e.n, ${COLUMNS}, l.created_at, ${RESPONSE}, ${inTime} as in_time
      from edges e join leads l on ${ofLeads(companyId)} and l.created_at >= e.lo and l.created_at < e.hi
    )
    select question, axis, key, part, sum(n)::bigint as n from (
      select b.question, r.axis, r.key, r.part, r.n
      from bounds b cross join lateral day_blocks(b.first, b.next) d
      -- Block by block in the index, however few rows the planner believes there are: offset 0 keeps it from hashing them all.
      cross join lateral (
        select axis, key, part, n from lead_rollups
        where company_id = ${companyId} and axis = any(b.axes) and level = d.level and block between d.from_block and d.to_block offset 0
      ) r
      union all
      select c.question, f.axis, f.key, f.part, c.n from changes c cross join lateral ${AXES}
      where f.axis = any(c.axes) and f.key is not null and f.part is not null
    ) t group by question, axis, key, part having sum(n) <> 0`
}

/** The answer to each question, in their order, nothing where it has no axes; `name` is that of the person whom a key of `qa` or `sales` names, while they are known. */
export const tally = async (
  tenant: Tenant,
  questions: readonly Question[],
  timeZone: string,
): Promise<(Tally & { name: string | null })[][]> => {
  if (questions.every(({ axes }) => axes.length === 0)) return questions.map(() => [])
  const rows = await runPlanned(
    tenant.db,
    sql<Tally & { question: number; name: string | null }>`
      select a.*, s.name from (${answers(tenant, questions, timeZone)}) a
      left join staff s on s.company_id = ${tenant.companyId}
        and s.id = case when a.axis in ('qa', 'sales') and a.key <> 'none' then a.key::integer end`,
  )
  return questions.map((_, at) => rows.filter(({ question }) => question === at))
}

/** How long a response of a step took, in seconds: the middle of the step, at most 5 % off. */
const secondsOf = (step: RawBuilder<unknown>) => sql<number | null>`power(${sql.lit(STEP)}, ${step} + 0.5)::float8`
const STEP = 1.1

/**
 * The time, in seconds, in which a part of the responses was there: of rows `(step, upto, n)`, how many took at most
 * the step, and how many there are in all.
 */
export const quantile = (part: number) => secondsOf(sql`min(step) filter (where upto >= n * ${part}::numeric)`)

/** The same of tallies: within how many seconds half and nine in ten of the responses were there, everybody's or one sales person's. */
export const responseTimesOf = (tallies: readonly Tally[], person?: number): ResponseTimes => {
  const steps = new Map<number, number>()
  for (const { axis, key, part, n } of tallies)
    if (axis === 'response' && (person === undefined || key === String(person)))
      steps.set(Number(part), (steps.get(Number(part)) ?? 0) + n)
  const sorted = [...steps].sort(([one], [other]) => one - other)
  const all = sorted.reduce((sum, [, n]) => sum + n, 0)
  const within = (part: number) => {
    let left = Math.ceil(Number((all * part).toFixed(6)))
    const reached = sorted.find(([, n]) => (left -= n) <= 0)
    return reached ? STEP ** (reached[0] + 0.5) : null
  }
  return { p50: within(0.5), p90: within(0.9) }
}

export interface ResponseTimes {
  p50: number | null
  p90: number | null
}

/**
 * Reads from the roll-ups, and has them made behind this answer where there are none: until then every enquiry is looked at. What
 * is planned once is also used in this transaction: planning takes longer than any of its statements.
 */
export const withRollups = async <T>(tenant: Tenant, work: () => Promise<T>): Promise<T> => {
  const asked = askForRollups(tenant)
  // Where they were there the last time, nobody waits to hear that they still are.
  if (!made.has(tenant.companyId)) await asked
  const [, result] = await Promise.all([asked, work()])
  return result
}

const askForRollups = async (tenant: Tenant): Promise<void> => {
  const [state] = await runPlanned(
    tenant.db,
    sql<{ made: boolean }>`select exists (select from lead_rollup_states s where ${believed(tenant.companyId)}) as made,
      set_config('plan_cache_mode', 'force_generic_plan', true)`,
  )
  if (state?.made) return void made.add(tenant.companyId)
  made.delete(tenant.companyId)
  tenant.inTurn()
  tenant.keep(ROLLUPS_DUE, (behind) => behind.due(ROLLUPS_DUE))
}
const made = new Set<number>()
export const ROLLUPS_DUE = 'lead-rollups'

/** Brings the roll-ups up to date, from the deltas that they have not seen; does nothing where there are none. */
export const foldRollups = async ({ db, companyId }: Tenant): Promise<void> => {
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
    update lead_rollup_states set snapshot = pg_current_snapshot() where company_id = ${companyId}`.execute(db)
}

/**
 * Makes the roll-ups from the leads, whatever was there; nothing where somebody else is at it. One statement adds up so many
 * leads that it is far from its time-out; all of them see one snapshot, so the tenant has to be one of `writeInOneSnapshot`.
 */
export const buildRollups = async ({ db, companyId }: Tenant, leadsAtOnce = 50_000): Promise<void> => {
  const { rows: turn } = await sql<{ mine: boolean }>`
    select pg_try_advisory_xact_lock(hashtext('lead_rollups'), ${companyId}) as mine`.execute(db)
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
export const strayRollups = async ({ db, companyId }: Tenant): Promise<{ stored: number; wrong: number }> => {
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

/** What was folded is there, and the deltas since are too. */
const believed = (companyId: number) => sql`s.company_id = ${companyId}
  and not exists (select from lead_count_floors f where f.company_id = ${companyId} and f.xid > s.since)`

const unfolded = (companyId: number) => sql`l.company_id = ${companyId} and l.kind = 'enquiry'
  and l.xid >= s.since and not pg_visible_in_snapshot(l.xid, s.snapshot)`

/** By how much the clocks of most of the company's people are ahead of UTC now. */
const minutesAhead = (companyId: number) => sql`coalesce(
  (select (extract(epoch from (now() at time zone s.time_zone) - (now() at time zone 'UTC')) / 60)::integer from staff s
   where s.company_id = ${companyId} group by s.time_zone order by count(*) desc, s.time_zone limit 1), 0)`

const ofLeads = (companyId: number) => sql`l.company_id = ${companyId} and l.deleted_at is null and l.kind = 'enquiry'`

const COLUMNS = sql`l.source, l.status, l.enquiry_status, l.assigned_qa, l.sales_person, l.reason_code`
const RESPONSE = sql`response_bucket(l.validated_at, l.first_response_at) as response_bucket`

/** By the lead's clock; one look-up for each lead that was answered. */
const IN_TIME = sql`case when l.first_response_at is not null then (
  select answered_in_time(k.answered_at is not null, k.took_ms, k.target_ms) from lead_clocks k
  where k.company_id = l.company_id and k.lead_id = l.id and k.clock = 'response') end`

/** Where an enquiry, or a change of one, counts. */
const AXES = sql`(values
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

// Nothing is older or younger; days of UTC at which the largest blocks begin, 4,096 days each: no hours and no days are left over.
const BEGINNING = sql`timestamptz '1902-09-19 00:00:00Z'`
const END = sql`timestamptz '2205-07-04 00:00:00Z'`
