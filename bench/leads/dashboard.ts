import type pg from 'pg'
import { asking, get, type Asking } from '../asking.ts'
import { median, rounded, type Figure } from '../figure.ts'
import { COMPANY, fillSmall, growTo, type Place } from '../place.ts'

/** What is kept as sums is faster than the rows themselves; what is true at the moment only has to cost no more than they do. */
const BY_SUMS = { faster: 20, growth: 1.5, from: 1_000_000 }
const BY_ROWS = { faster: 1 }
const PATIENCE_MS = 120_000
const WARM = 100
/** Of either side, before the other: whoever has waited for the other first has to wake up. */
const IN_A_ROW = 5

const DAYS = `l.company_id = $1 and l.deleted_at is null and l.kind = 'enquiry' and l.created_at >= (now() at time zone 'Asia/Kolkata')::date - 29`
const ALL = `l.company_id = $1 and l.deleted_at is null and l.kind = 'enquiry'`
const TOOK = `extract(epoch from l.first_response_at - l.validated_at)`

const LATE = (clock: string, owner: string) =>
  `select l.${owner}, count(*) filter (where k.due_at < now()), min(k.due_at) from lead_clocks k join leads l on l.company_id = k.company_id and l.id = k.lead_id
   where k.company_id = $1 and k.clock = '${clock}' and k.answered_at is null and k.due_at < now() + interval '1 hour' and l.deleted_at is null group by 1`
const SIXTY = `now() - interval '60 days'`
const BY_DAY = (at: string) => `(${at} at time zone 'Asia/Kolkata')::date`

interface Case {
  figure: string
  path: () => string
  bare: readonly string[]
  goal: { faster: number; growth?: number; from?: number }
}

/** The dashboards and the manager's home, and what says the same from the leads. */
const CASES: readonly Case[] = [
  {
    figure: 'dashboard: home',
    path: () => `/marketing/dashboard_home?from_date=${dayAgo(29)}`,
    goal: BY_SUMS,
    bare: [
      `select l.source, l.status, l.enquiry_status, l.reason_code, count(*) from leads l where ${DAYS} group by 1, 2, 3, 4`,
      `select percentile_disc(array[0.5, 0.9]) within group (order by ${TOOK}) from leads l where ${DAYS} and l.status = 'valid' and l.first_response_at is not null`,
      `select l.enquiry_status, count(*) from leads l where ${DAYS} and l.status = 'valid' group by 1`,
      `select l.assigned_qa, count(*) from leads l where ${ALL} and l.status in ('assigned', 'in-progress', 'on_hold') group by 1`,
      `select l.sales_person, count(*) from leads l where ${ALL} and l.enquiry_status in ('open', 'contacted', 'quoted', 'nurture') group by 1`,
      `select (l.created_at at time zone 'Asia/Kolkata')::date, count(*) from leads l where ${ALL} and l.created_at > now() - interval '9 days' group by 1`,
    ],
  },
  {
    figure: 'dashboard: sales',
    path: () => '/marketing/sales_member_dashboard_data',
    goal: BY_SUMS,
    bare: [
      `select l.sales_person, l.enquiry_status, count(*) from leads l where ${ALL} and l.status = 'valid' group by 1, 2`,
      `select l.sales_person, percentile_disc(array[0.5, 0.9]) within group (order by ${TOOK}) from leads l
       where ${ALL} and l.status = 'valid' and l.first_response_at is not null group by grouping sets ((1), ())`,
    ],
  },
  {
    figure: 'dashboard: manager now',
    path: () => '/marketing/dashboard_now',
    goal: BY_ROWS,
    bare: [
      LATE('handling', 'assigned_qa'),
      LATE('response', 'sales_person'),
      `select count(*), min(l.created_at) from leads l where ${ALL} and l.status in ('new', 'assigned', 'in-progress') and l.quarantined_by is null`,
      `select count(*) from leads l where ${ALL} and l.quarantined_by is not null`,
      `select l.assigned_qa, count(*) from leads l where ${ALL} and l.status in ('assigned', 'in-progress', 'on_hold') group by 1`,
      `select l.sales_person, count(*) from leads l where ${ALL} and l.enquiry_status in ('open', 'contacted', 'quoted', 'nurture') group by 1`,
      `select l.validated_by, count(*) from leads l where ${ALL} and l.validated_at > now() - interval '1 day' group by 1`,
    ],
  },
  {
    figure: 'dashboard: manager period',
    path: () => '/marketing/dashboard_period?days=30',
    goal: BY_ROWS,
    bare: [
      `select ${BY_DAY('l.created_at')}, count(*) from leads l where ${ALL} and l.created_at > ${SIXTY} group by 1`,
      `select ${BY_DAY('l.validated_at')}, l.status, count(*) from leads l where ${ALL} and l.status in ('valid', 'invalid') and l.validated_at > ${SIXTY} group by 1, 2`,
      `select ${BY_DAY('coalesce(l.enquiry_at, l.updated_at)')}, count(*) from leads l
       where ${ALL} and l.enquiry_status = 'won' and coalesce(l.enquiry_at, l.updated_at) > ${SIXTY} group by 1`,
      `select ${BY_DAY('k.answered_at')}, percentile_disc(0.5) within group (order by k.took_ms), count(*) from lead_clocks k
       where k.company_id = $1 and k.clock = 'response' and k.answered_at > ${SIXTY} group by 1`,
    ],
  },
]

const dayAgo = (days: number) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' }).format(Date.now() - days * 86_400_000)

/** An answer of each dashboard, all of it, against the statements alone that say the same from the leads. */
export const dashboards = async (place: Place, rows: number, rounds: number): Promise<Figure[]> => {
  await fillSmall(place)
  const small = await measured(place, rounds)
  await growTo(place, rows)
  const large = await measured(place, rounds)
  return CASES.map(({ figure, goal }, at): Figure => {
    const [then, now] = [small[at], large[at]]
    if (!then || !now) throw new Error(`${figure} was not measured`)
    const [ratio, growth] = [now.bare / now.ours, now.ours / then.ours]
    return {
      figure,
      ratio: rounded(ratio),
      growth: rounded(growth),
      rows,
      ours: rounded(now.ours),
      bare: rounded(now.bare),
      unit: 'ms',
      goal: [
        `≥ ${goal.faster} × faster${goal.from ? ' with a million' : ''}`,
        ...(goal.growth ? [`growth ≤ ${goal.growth}`] : []),
      ].join(', '),
      meets: growth <= (goal.growth ?? Infinity) && (ratio >= goal.faster || rows < (goal.from ?? 0)),
    }
  })
}

const measured = (place: Place, rounds: number) =>
  asking(place, async (here) => {
    await untilMade(place, here)
    const found = []
    for (const { path, bare } of CASES) {
      const mine = () => get(here.load(path()), here.token)
      const theirs = () => direct(place.owner, bare)
      // As it is after a minute of work: a server that has just started compiles its code while it answers.
      await timed(WARM, mine)
      const times = []
      for (let round = 0; round <= rounds; round++) {
        const [ours, bares] = [await timed(IN_A_ROW, mine), await timed(IN_A_ROW, theirs)]
        if (round > 0) times.push({ ours: median(ours), theirs: median(bares) })
      }
      found.push({ ours: median(times.map(({ ours }) => ours)), bare: median(times.map(({ theirs }) => theirs)) })
    }
    return found
  })

/** The first who asks has the roll-ups made. */
const untilMade = async ({ owner }: Place, { load, token }: Asking) => {
  const until = performance.now() + PATIENCE_MS
  for (;;) {
    await get(load('/marketing/dashboard_home'), token)
    const { rowCount } = await owner.query(
      'select from lead_rollup_states s join identity.companies c on c.id = s.company_id where c.domain = $1',
      [COMPANY],
    )
    if (rowCount) return
    if (performance.now() > until) throw new Error('The roll-ups were not made')
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}

const direct = async (owner: pg.Pool, statements: readonly string[]) => {
  const { rows } = await owner.query<{ id: number }>('select id from identity.companies where domain = $1', [COMPANY])
  for (const text of statements) await owner.query(text, [rows[0]?.id])
}

/** How long each took, one after the other, in milliseconds. */
const timed = async (times: number, work: () => Promise<unknown>): Promise<number[]> => {
  const took = []
  for (let each = 0; each < times; each++) {
    const from = performance.now()
    await work()
    took.push(performance.now() - from)
  }
  return took
}
