import type pg from 'pg'
import { bulk as acts } from '#contract/leads/bulk.ts'
import { median, rounded, type Figure } from '../figure.ts'
import { callerAt, setLeads, timeJob, type Caller } from '../platform/job.ts'
import { COMPANY, fillSmall, growTo, SMALL, type Place } from '../place.ts'
import { startReal } from '../real-server.ts'

const MOST = 50_000
const ROUNDS = 3
const SLOWEST = 3
const ACT_GOAL = 0.5

interface Act {
  figure: string
  begin: (call: Caller, selection: number, round: Round) => Promise<number | null>
  /** The same rows, written by one transaction that does nothing else. `$1` is the company, `$2` who acts, `$3` who gets the leads. */
  bare: readonly string[]
}
/** Every round gives the leads to the other person, so that each of them changes. */
interface Round {
  actor: number
  taker: number
}

const OWN = `where company_id = $1 and source = 'event'`
const ASSIGN = `update leads set assigned_qa = $3, assigned_at = now(), assigned_how = 'bulk' ${OWN}`
const ACTS: readonly Act[] = [
  {
    figure: 'assign',
    begin: async (call, selection, { taker }) =>
      (await call(acts.assign, { body: { selection, staffId: taker } })).data.job,
    bare: [
      ASSIGN,
      `delete from assignment_queue q using leads l where q.company_id = $1 and l.company_id = $1 and l.id = q.lead_id and l.source = 'event'`,
      `insert into assignment_decisions (company_id, lead_id, list, mode, chosen, change_set)
       select company_id, id, 'qa', 'bulk', $3::int, gen_random_uuid() from leads ${OWN}`,
    ],
  },
  {
    figure: 'comment',
    begin: async (call, selection) =>
      (await call(acts.comment, { body: { selection, comment: 'Seen at the fair in Hannover' } })).data.job,
    bare: [
      `insert into lead_comments (company_id, lead_id, author_id, body)
       select company_id, id, $2::int, 'Seen at the fair in Hannover' from leads ${OWN}`,
    ],
  },
  {
    figure: 'status change',
    begin: async (call, selection) => (await call(acts.start, { body: { selection } })).data.job,
    bare: [
      `update leads set status = 'in-progress', status_at = now(), in_progress_at = now(), assigned_qa = $2, assigned_at = now(), assigned_how = 'self' ${OWN}`,
      `insert into assignment_decisions (company_id, lead_id, list, mode, chosen, change_set)
       select company_id, id, 'qa', 'self', $2::int, gen_random_uuid() from leads ${OWN}`,
    ],
  },
]

/** What a bulk job costs beside the bare set-based update with its history rows. */
export const bulk = async (place: Place, rows: number): Promise<Figure[]> => {
  const [assign] = ACTS
  if (!assign) return []
  const { small, large, count } = await twoSizes(place, rows, { ...assign, bare: [ASSIGN] })
  const ratio = large.ours / large.bare
  return [
    {
      figure: 'bulk assign',
      ratio: rounded(ratio),
      growth: rounded(large.ours / count / (small.ours / small.count)),
      rows: count,
      ours: rounded(large.ours),
      bare: rounded(large.bare),
      unit: 'ms',
      goal: `≤ ${SLOWEST}`,
      meets: ratio <= SLOWEST,
    },
  ]
}

/** Each act as a job against one transaction that writes the same rows. */
export const actsOnMany = async (place: Place, rows: number): Promise<Figure[]> => {
  await fillSmall(place)
  const count = Math.min(rows, MOST)
  await growTo(place, count)
  const figures: Figure[] = []
  for (const act of ACTS) {
    const { ours, bare } = await measured(place, act, count)
    const ratio = bare / ours
    figures.push({
      figure: `job: ${act.figure}`,
      ratio: rounded(ratio),
      rows: count,
      ours: rounded((count / ours) * 1_000),
      bare: rounded((count / bare) * 1_000),
      unit: 'leads/s',
      goal: `≥ ${ACT_GOAL}`,
      meets: ratio >= ACT_GOAL,
    })
  }
  return figures
}

const twoSizes = async (place: Place, rows: number, act: Act) => {
  await fillSmall(place)
  const few = Math.round(SMALL / 2)
  const small = { ...(await measured(place, act, few)), count: few }
  await growTo(place, rows)
  const count = Math.min(rows, MOST)
  return { small, large: await measured(place, act, count), count }
}

/** One after the other, several times; the first time warms both up and does not count. */
const measured = async (place: Place, act: Act, count: number) => {
  const real = await startReal(place)
  const ids = await peopleOf(place)
  try {
    const call = await callerAt(real, 'manager')
    const rounds = []
    for (let round = 0; round <= ROUNDS; round++) {
      await setLeads(place, count, 'qa')
      const mine = await timeJob(
        call,
        (selection) => act.begin(call, selection, { actor: ids.manager, taker: ids.qa2 }),
        count,
      )
      await setLeads(place, count, 'qa')
      const theirs = await timeBare(place, act.bare, [ids.company, ids.manager, ids.qa2])
      if (round > 0) rounds.push({ mine, theirs })
    }
    return { ours: median(rounds.map(({ mine }) => mine)), bare: median(rounds.map(({ theirs }) => theirs)) }
  } finally {
    await real.stop()
  }
}

const peopleOf = async ({ owner }: Place) => {
  const { rows } = await owner.query<{ company: number; manager: number; qa2: number }>(
    `select c.id as company, (select id from identity.people where email = 'manager@' || c.domain) as manager,
      (select id from identity.people where email = 'qa2@' || c.domain) as qa2
     from identity.companies c where c.domain = $1`,
    [COMPANY],
  )
  if (!rows[0]) throw new Error('The company to be measured is not there')
  return rows[0]
}

/** In one transaction, past row-level security, with the history that the tables' own triggers write. */
const timeBare = async ({ owner }: Place, statements: readonly string[], values: readonly number[]) => {
  const client = await owner.connect()
  try {
    const from = performance.now()
    await client.query('begin')
    await client.query(SETTINGS, [String(values[0]), String(values[1])])
    for (const text of statements) await client.query(used(text, values))
    await client.query('commit')
    return performance.now() - from
  } finally {
    client.release()
  }
}

const SETTINGS = `select set_config('leadroom.company', $1, true), set_config('leadroom.actor_kind', 'person', true),
  set_config('leadroom.actor_id', $2, true), set_config('leadroom.channel', 'bulk', true), set_config('leadroom.act', 'bench', true),
  set_config('leadroom.change_set', gen_random_uuid()::text, true)`

/** A statement takes only the values that it names. */
const used = (text: string, values: readonly number[]): pg.QueryConfig => ({
  text: text.replace(/\$(\d)/g, (_, place: string) => String(values[Number(place) - 1])),
})
