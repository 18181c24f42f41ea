import { sql, type RawBuilder } from 'kysely'
import type { Tenant } from '#server/db/tenant.ts'
import { runPlanned, shapesOf } from '#server/db/transaction.ts'
import { dayBounds, type DayRange } from '#server/kit/day.ts'
import { keptSums } from './kept-sums.ts'
import { AXES, believed, COLUMNS, IN_TIME, ofLeads, RESPONSE, unfolded } from './rollups.ts'

// As many shapes as there are questions with and without days.
const CHANGES = shapesOf('changes of sums')
const FOLDED_SUMS = shapesOf('folded sums')

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
  sql<Tally>`
    with ${days(tenant, [question], timeZone)}, ${changes(tenant, [question])}
    select axis, key, part, sum(n)::bigint as n from (${FOLDED(tenant)} union all ${SINCE}) t
    group by axis, key, part having sum(n) <> 0`

/**
 * The answer to each question, in their order, as tallies that add up to it: what is stored, and what has changed since. What is
 * stored stays the same until it is folded again, under another stamp, so it is read once for many who ask.
 */
export const tally = async (
  tenant: Tenant,
  stamp: Promise<string | undefined>,
  questions: readonly Question[],
  timeZone: string,
): Promise<Tally[][]> => {
  if (questions.every(({ axes }) => axes.length === 0)) return questions.map(() => [])
  const [stored, since] = await Promise.all([
    stamp.then((known) => (known === undefined ? [] : storedOf(tenant, known, questions, timeZone))),
    runPlanned(
      tenant.db,
      CHANGES,
      sql<Answer>`with ${days(tenant, questions, timeZone)}, ${changes(tenant, questions)} ${SUMS(SINCE)}`,
    ),
  ])
  return questions.map((_, at) => [...stored, ...since].filter(({ question }) => question === at))
}

interface Answer extends Tally {
  question: number
}

const storedOf = async (tenant: Tenant, stamp: string, questions: readonly Question[], timeZone: string) => {
  const key = JSON.stringify([stamp, timeZone, questions])
  const known = stored.get(key)
  if (known) return known
  const rows = await runPlanned(
    tenant.db,
    FOLDED_SUMS,
    sql<Answer>`with ${days(tenant, questions, timeZone)} ${SUMS(FOLDED(tenant))}`,
  )
  stored.keep(key, rows)
  return rows
}

/** By stamp and questions; a stamp belongs to one company alone. In all about 10 MB, however many companies and people ask. */
const stored = keptSums<Answer>({ rows: 50_000, answers: 1_000 })

/** The questions with their days, whole days of the roll-ups where there are any. */
const days = ({ companyId }: Tenant, questions: readonly Question[], timeZone: string) => {
  const asked = questions.flatMap(({ axes, days: range }, at) => {
    const { begin = BEGINNING, end = END } = dayBounds(range, timeZone)
    return axes.length === 0 ? [] : [sql`(${sql.lit(at)}, ${axes}::text[], ${begin}, ${end})`]
  })
  return sql`state as materialized (
      select s.snapshot, s.since, make_interval(mins => s.minutes_ahead) as shift from lead_rollup_states s where ${believed(companyId)}
    ), asked (question, axes, lo, hi) as materialized (
      values ${sql.join(asked)}
    ), whole as materialized (
      select a.*, shift, utc_day(lo + shift + interval '12 hours') as first, utc_day(hi + shift + interval '12 hours') as next from asked a, state
    ), bounds as materialized (
      select question, axes, lo, hi, first, next,
        to_timestamp(first::bigint * 86400) - shift as first_at, to_timestamp(next::bigint * 86400) - shift as next_at from whole
    )`
}

/**
 * What the roll-ups do not say: what has changed since they were folded, and the hours by which the person's days begin earlier or
 * later, from the leads; all from the leads where nothing is folded yet.
 */
const changes = ({ companyId }: Tenant, questions: readonly Question[]) => {
  const inTime = questions.some(({ axes }) => axes.includes('sla')) ? IN_TIME : sql`null::boolean`
  return sql`edges as materialized (
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
    )`
}

// Block by block in the index, however few rows the planner believes there are: offset 0 keeps it from hashing them all.
const FOLDED = ({ companyId }: Tenant) => sql`
  select b.question, r.axis, r.key, r.part, r.n
  from bounds b cross join lateral day_blocks(b.first, b.next) d
  cross join lateral (
    select axis, key, part, n from lead_rollups
    where company_id = ${companyId} and axis = any(b.axes) and level = d.level and block between d.from_block and d.to_block offset 0
  ) r`

const SINCE = sql`
  select c.question, f.axis, f.key, f.part, c.n from changes c cross join lateral ${AXES}
  where f.axis = any(c.axes) and f.key is not null and f.part is not null`

const SUMS = (rows: RawBuilder<unknown>) => sql`
  select question, axis, key, part, sum(n)::bigint as n from (${rows}) t group by question, axis, key, part having sum(n) <> 0`

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
export const withRollups = async <T>(
  tenant: Tenant,
  work: (stamp: Promise<string | undefined>) => Promise<T>,
): Promise<T> => {
  const asked = stampOf(tenant)
  // Where they were there the last time, nobody waits to hear that they still are.
  if (!made.has(tenant.companyId)) await asked
  const [, result] = await Promise.all([asked, work(asked)])
  return result
}

// With the snapshot: a node of the version before, which folds beside this one, gives no stamp.
const stampOf = async (tenant: Tenant): Promise<string | undefined> => {
  const [state] = await runPlanned(
    tenant.db,
    'state of roll-ups',
    sql<{
      stamp: string | null
    }>`select (select s.stamp || ' ' || s.snapshot::text from lead_rollup_states s where ${believed(tenant.companyId)}) as stamp,
      set_config('plan_cache_mode', 'force_generic_plan', true)`,
  )
  if (state?.stamp) {
    made.add(tenant.companyId)
    return state.stamp
  }
  made.delete(tenant.companyId)
  tenant.inTurn()
  tenant.keep(ROLLUPS_DUE, (behind) => behind.due(ROLLUPS_DUE))
  return undefined
}
const made = new Set<number>()
export const ROLLUPS_DUE = 'lead-rollups'

// Nothing is older or younger; days of UTC at which the largest blocks begin, 4,096 days each: no hours and no days are left over.
const BEGINNING = sql`timestamptz '1902-09-19 00:00:00Z'`
const END = sql`timestamptz '2205-07-04 00:00:00Z'`
