import { assignmentReplay } from '#contract/leads/assignment-replay.ts'
import { USUAL_QUESTIONS } from '#server/leads/checklist/checklist.ts'
import { median, rounded, type Figure } from '../figure.ts'
import { callerAt } from '../platform/job.ts'
import { COMPANY, fillSmall, growTo, SMALL, type Place } from '../place.ts'
import { startReal } from '../real-server.ts'

const MOST = 50_000
const GOAL_S = 10
const GROWTH = 1.5
const PEOPLE = 20
const LISTS = ['qa', 'sales'] as const
const KINDS = [...LISTS, 'checklist'] as const
/** What has to be yes now and what need not change places. */
const OTHER_QUESTIONS = USUAL_QUESTIONS.map((question) => ({ ...question, blocking: !question.blocking }))

/** From the call to its answer: the leads of 30 days shared out twice among many people with caps, hours and countries. */
export const replays = async (place: Place, rounds: number): Promise<Figure[]> => {
  await fillSmall(place)
  await makeTeam(place)
  const small = await measured(place, SMALL, rounds)
  await growTo(place, MOST)
  const large = await measured(place, MOST, rounds)
  return KINDS.map((kind): Figure => {
    const [then, now] = [small[kind], large[kind]]
    const growth = now.seconds / now.leads / (then.seconds / then.leads)
    return {
      figure: `replay: ${kind}`,
      ratio: now.seconds / GOAL_S,
      growth: rounded(growth),
      rows: now.leads,
      ours: rounded(now.seconds),
      unit: 's',
      goal: `≤ ${GOAL_S} s, growth ≤ ${GROWTH}`,
      meets: now.seconds <= GOAL_S && growth <= GROWTH,
    }
  })
}

const measured = async (place: Place, most: number, rounds: number) => {
  await spreadLeads(place, most)
  const real = await startReal(place)
  try {
    const call = await callerAt(real, 'manager')
    const timed = async (ask: () => Promise<number>) => {
      const times: number[] = []
      let leads = 0
      for (let round = 0; round <= rounds; round++) {
        const from = performance.now()
        leads = await ask()
        if (round > 0) times.push((performance.now() - from) / 1_000)
      }
      return { seconds: median(times), leads }
    }
    const entries = async (list: (typeof LISTS)[number]) => {
      const { rows } = await place.owner.query<{ id: number }>(
        `select e.id from assignment_entries e join identity.companies c on c.id = e.company_id
         where c.domain = $1 and e.list = $2 order by e.id limit 1`,
        [COMPANY, list],
      )
      const body = { change: { id: rows[0]?.id ?? 0, weight: 3, daily_cap: 40 } }
      return async () => {
        const { data } = await call(assignmentReplay[list], { body })
        if (data.moved === 0) throw new Error('Another weight has moved no lead')
        return data.leads
      }
    }
    const checklist = async () => {
      const { data } = await call(assignmentReplay.checklist, { body: { items: OTHER_QUESTIONS } })
      if (data.newly + data.not_asked === 0) throw new Error('Other questions have stopped no lead')
      return data.sales.leads
    }
    return {
      qa: await timed(await entries('qa')),
      sales: await timed(await entries('sales')),
      checklist: await timed(checklist),
    }
  } finally {
    await real.stop()
  }
}

/** Leads that have gone the whole way within the last 30 days; the others are taken off the list by being too old. */
const spreadLeads = (place: Place, most: number) =>
  withoutTriggers(
    place,
    `with chosen as (
       select id, date_trunc('day', now()) - interval '1 day' - random() * interval '28 days' as came, row_number() over (order by id) <= ${most} as counts
       from leads where company_id = $1
     )
     update leads l set kind = 'enquiry', status = 'valid', enquiry_status = 'contacted', lost_reason = null, nurture_until = null, quarantined_by = null, deleted_at = null,
       created_at = moved.came, assigned_at = moved.came + interval '2 minutes', in_progress_at = moved.came + interval '40 minutes',
       validated_at = moved.came + interval '2 hours', sales_assigned_at = moved.came + interval '2 hours', first_response_at = moved.came + interval '5 hours',
       assigned_qa = coalesce(l.assigned_qa, somebody), sales_person = coalesce(l.sales_person, somebody)
     from (select id, came - case when counts then interval '0' else interval '90 days' end as came from chosen) moved,
       (select min(staff_id) as somebody from assignment_entries where company_id = $1) anybody
     where l.company_id = $1 and l.id = moved.id`,
  )

/** People on both lists, with everything that a list can say. */
const makeTeam = async (place: Place) => {
  await withoutTriggers(
    place,
    `with made as (
       insert into identity.people (email, first_name) select 'replay' || n || '@${COMPANY}', 'Person ' || n from generate_series(1, ${PEOPLE}) n returning id
     )
     insert into identity.memberships (company_id, id, permissions)
     select $1, made.id, '{assigned_leads_edit_status,assigned_leads_list,valid_leads_list}' from made`,
  )
  await withoutTriggers(
    place,
    `with hours as (
       insert into working_calendars (company_id, name, time_zone, week)
       select $1, 'Shift ' || zone, zone, (select jsonb_agg('[["08:00", "12:00"], ["13:00", "18:00"]]'::jsonb) from generate_series(1, 7))
       from unnest('{Europe/Berlin,Asia/Kolkata,America/New_York}'::text[]) zone returning id
     )
     insert into assignment_entries (company_id, list, staff_id, weight, daily_cap, open_cap, accepts_countries, calendar_id)
     select $1, list, p.id, 1 + n % 3, case when n % 3 = 0 then 120 end, case when n % 4 = 0 then 60 end,
       case when n % 5 = 0 then '{DE,FR,PK}'::text[] else '{}' end, (select id from hours order by id offset n % 4 limit 1)
     from (select p.id, row_number() over (order by p.id) as n from identity.people p where p.email like 'replay%@${COMPANY}') p,
       unnest('{qa,sales}'::text[]) list`,
  )
}

/** What a measurement needs of rows is nobody's act. */
const withoutTriggers = async ({ owner }: Place, text: string) => {
  const client = await owner.connect()
  try {
    const { rows } = await client.query<{ id: number }>('select id from identity.companies where domain = $1', [
      COMPANY,
    ])
    const id = rows[0]?.id
    await client.query('begin')
    await client.query(`select set_config('leadroom.company', $1, true)`, [String(id)])
    await client.query('set local session_replication_role = replica')
    await client.query(text, [id])
    await client.query('commit')
    await client.query('vacuum analyze leads')
  } finally {
    client.release()
  }
}
