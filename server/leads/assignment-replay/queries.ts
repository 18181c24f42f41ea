import { sql, type RawBuilder } from 'kysely'
import type { WorkingCalendar } from '#contract/platform/calendar.ts'
import { MOST_REPLAYED, REPLAY_DAYS } from '#contract/leads/assignment-replay.ts'
import type { LeadKind } from '#contract/leads/lead.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { kindsOf, lackedBy, OPEN, standingColumns } from '#server/leads/assignment/candidates.ts'
import type { AssignmentList } from '#server/leads/assignment/queue.ts'
import { CATEGORIES } from '#server/leads/assignment/waiting.ts'
import type { Answers } from '#server/leads/checklist/checklist.ts'
import { cameFrom, treatedBy, type RestrictionChange } from '#server/leads/restricted-domains/restriction-change.ts'

/** The days that are replayed, in milliseconds: whole ones where the person is who asks. */
export interface Days {
  from: number
  until: number
}

const ms = (column: RawBuilder<unknown>) => sql`floor(extract(epoch from ${column}) * 1000)::bigint`

/** Whole days, so that whoever asks again on the same day sees the same. */
export const lastDays = async ({ db }: Tenant, timeZone: string): Promise<Days> => {
  const today = sql`date_trunc('day', now() at time zone ${timeZone})`
  const { rows } = await sql<Days>`
    select ${ms(sql`(${today} - ${`${REPLAY_DAYS} days`}::interval) at time zone ${timeZone}`)} as from,
      ${ms(sql`${today} at time zone ${timeZone}`)} as until`.execute(db)
  if (!rows[0]) throw new Error('A select without a table answers one row')
  return rows[0]
}

/** The people of the list with their settings as they are kept. */
export const peopleOf = async ({ db, companyId }: Tenant, list: AssignmentList) =>
  db
    .selectFrom('assignment_entries as e')
    .innerJoin('staff as s', 's.id', 'e.staff_id')
    .select(['e.id', 'e.staff_id', 's.name', 's.time_zone', 'e.calendar_id', 'e.away_until', ...standingColumns(list)])
    .where('e.company_id', '=', companyId)
    .where('e.list', '=', list)
    .orderBy('e.staff_id')
    .execute()

/** Somebody who is not on the list; they could be. */
export const colleague = ({ db }: Tenant, list: AssignmentList, id: number) =>
  db
    .selectFrom('staff as s')
    .select([
      's.id as staff_id',
      's.name',
      's.time_zone',
      's.status as staff_status',
      kindsOf(list).as('kinds'),
      lackedBy(list).as('lacks'),
    ])
    .where('s.id', '=', id)
    .executeTakeFirst()

export const calendarOf = async ({ db, companyId }: Tenant, id: number): Promise<WorkingCalendar | undefined> => {
  const { rows } = await sql<WorkingCalendar>`
    select time_zone, week, holidays from working_calendars where company_id = ${companyId} and id = ${id}`.execute(db)
  return rows[0]
}

/** A lead as it came and as it really went; moments in milliseconds, null for what has not happened. */
export interface PastLead {
  lead_id: number
  kind: LeadKind
  country: string | null
  source: string
  email_domain: string | null
  categories: string[]
  arrived: number
  owner: number | null
  given: number | null
  answered: number | null
  done: number | null
}

interface Course {
  /** When the list gets the lead. */
  arrived: RawBuilder<unknown>
  owner: RawBuilder<unknown>
  given: RawBuilder<unknown>
  answered: RawBuilder<unknown>
  done: RawBuilder<unknown>
  /** What never was the list's business is left out. */
  counts: RawBuilder<unknown>
}

const COURSE: Readonly<Record<AssignmentList, Course>> = {
  qa: {
    arrived: sql`l.created_at`,
    owner: sql`l.assigned_qa`,
    given: sql`l.assigned_at`,
    answered: sql`coalesce(l.in_progress_at, l.validated_at)`,
    done: sql`case when l.status in ('valid', 'invalid') then l.validated_at end`,
    counts: sql`l.quarantined_by is null and not (l.status = 'invalid' and l.assigned_qa is null)`,
  },
  sales: {
    arrived: sql`l.validated_at`,
    owner: sql`l.sales_person`,
    given: sql`l.sales_assigned_at`,
    answered: sql`l.first_response_at`,
    // Nothing says when it was won or lost; nobody has touched it since.
    done: sql`case when l.enquiry_status in ('won', 'lost') then l.updated_at end`,
    counts: sql`l.status = 'valid' and l.kind = 'enquiry'`,
  },
}

const at = (moment: number) => sql`${new Date(moment).toISOString()}::timestamptz`

/** The newest leads that came on these days, in order of arrival, and one more where there are more than are replayed. */
export const pastLeads = async (
  { db, companyId }: Tenant,
  list: AssignmentList,
  { from, until }: Days,
  withCategories: boolean,
  /** Leads that count although they never were the list's business. */
  also: readonly number[],
): Promise<PastLead[]> => {
  const { arrived, owner, given, answered, done, counts } = COURSE[list]
  const { rows } = await sql<PastLead>`
    select l.id as lead_id, l.kind, l.country, l.source, l.email_domain, ${withCategories ? CATEGORIES : sql`'{}'::text[]`} as categories,
      ${ms(arrived)} as arrived, ${owner} as owner, ${ms(given)} as given, ${ms(answered)} as answered, ${ms(done)} as done
    from leads l
    where l.company_id = ${companyId} and l.deleted_at is null and (${counts} ${also.length > 0 ? sql`or l.id = any (${also}::bigint[])` : sql``})
      and ${arrived} >= ${at(from)} and ${arrived} < ${at(until)}
    order by ${arrived} desc, l.id desc limit ${MOST_REPLAYED + 1}`.execute(db)
  return rows.reverse()
}

/** The leads of these days that the change would hold back, and those that it would let through. */
export const turnedBy = async (
  tenant: Tenant,
  change: RestrictionChange,
  { from, until }: Days,
): Promise<{ newly: number[]; no_longer: number[] }> => {
  const { rows } = await sql<{ newly: number[]; no_longer: number[] }>`
    with came as materialized (${cameFrom(tenant, change, REPLAY_DAYS + 1)}),
      treated as materialized (${treatedBy(change, sql`select distinct email_domain from came`)}),
      turned as (
        select id, becomes is null as through from came join treated using (email_domain)
        where (was is null) <> (becomes is null) and created_at >= ${at(from)} and created_at < ${at(until)}
        order by created_at desc, id desc limit ${MOST_REPLAYED}
      )
    select coalesce(json_agg(id) filter (where not through), '[]') as newly,
      coalesce(json_agg(id) filter (where through), '[]') as no_longer from turned`.execute(tenant.db)
  return rows[0] ?? { newly: [], no_longer: [] }
}

/** The leads that became valid on these days, the newest ones, by what was answered when they did. */
export const answeredLeads = async (
  { db, companyId }: Tenant,
  { from, until }: Days,
): Promise<{ answers: Answers; ids: number[] }[]> => {
  const { arrived, counts } = COURSE.sales
  const { rows } = await sql<{ answers: Answers; ids: number[] }>`
    with became as (
      select l.id, l.company_id, l.verdict_id from leads l
      where l.company_id = ${companyId} and l.deleted_at is null and ${counts} and ${arrived} >= ${at(from)} and ${arrived} < ${at(until)}
      order by ${arrived} desc, l.id desc limit ${MOST_REPLAYED}
    ), answered as (
      select b.id, (
        select jsonb_object_agg(each ->> 'item', each ->> 'answer') from jsonb_array_elements(v.checklist) each
      ) as answers
      from became b left join lead_verdicts v on v.company_id = b.company_id and v.id = b.verdict_id
    )
    select coalesce(answers, '{}') as answers, json_agg(id) as ids from answered group by 1`.execute(db)
  return rows
}

/** What somebody held when the days began, each with when it was done; null where it is not. */
export const heldLeads = async (
  { db, companyId }: Tenant,
  list: AssignmentList,
  people: readonly { staff_id: number; open_cap: number }[],
  { from }: Days,
): Promise<{ staff_id: number; done: number | null }[]> => {
  if (people.length === 0) return []
  const { arrived, owner, given, done, counts } = COURSE[list]
  const before = sql`l.company_id = ${companyId} and l.deleted_at is null and ${owner} = e.staff_id and ${arrived} < ${at(from)} and ${given} < ${at(from)}`
  // Of what was done meanwhile, what came in as many days before; older leads that wait so long are few.
  const { rows } = await sql<{ staff_id: number; done: number | null }>`
    select e.staff_id, held.done
    from unnest(${people.map(({ staff_id }) => staff_id)}::int[], ${people.map(({ open_cap }) => open_cap)}::int[]) as e (staff_id, open_cap), lateral (
      (select null::bigint as done from leads l where ${before} and ${OPEN[list]} limit e.open_cap)
      union all
      (select ${ms(done)} from leads l where ${before} and ${counts} and ${done} >= ${at(from)}
        and ${arrived} >= ${at(from)} - ${`${REPLAY_DAYS} days`}::interval
        order by ${done}, l.id limit e.open_cap)
    ) held
    order by e.staff_id, held.done nulls last limit ${MOST_REPLAYED}`.execute(db)
  return rows
}
