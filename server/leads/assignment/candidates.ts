import { sql } from 'kysely'
import type { WorkingCalendar } from '#contract/platform/calendar.ts'
import { LEAD_KINDS, type LeadKind } from '#contract/leads/lead.ts'
import type { PermissionKey } from '#contract/kit/permissions.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { planned, runPlanned } from '#server/db/transaction.ts'
import { DEFAULT_CREDIT, withinCredit, type Candidate } from './choose.ts'
import type { AssignmentList } from './queue.ts'
import { blockOf, keysFor, onShift, refusedTrait, type Accepts, type LeadTraits, type Standing } from './eligibility.ts'

/** A person on the list, with all that decides what can be given to them. */
export interface Member extends Standing, Accepts {
  staff_id: number
  /** Ahead of what was received by no more than the most credit. */
  expected: number
  received: number
  last_assigned_at: string | null
  /** The same for everybody on the list. */
  most_credit: number
}

/** The outcome of the lead `l` in sales is still to be decided. */
export const IN_SALES = sql`l.status = 'valid' and coalesce(l.enquiry_status, 'open') not in ('won', 'lost')`

/** What a person still has to decide: a verdict in QA, the outcome in sales. */
export const OPEN = {
  qa: sql`l.assigned_qa = e.staff_id and l.status in ('assigned', 'in-progress', 'on_hold')`,
  sales: sql`l.sales_person = e.staff_id and ${IN_SALES}`,
}

/** Days are those of the person, wherever the one is who looks. */
const HERE = sql`(now() at time zone s.time_zone)`
export const TODAY = sql`date_trunc('day', ${HERE}) at time zone s.time_zone`

/** The kinds of leads of the list that the person `s` of staff is allowed to work. */
export const kindsOf = (list: AssignmentList) =>
  sql<LeadKind[]>`array_remove(array[${sql.join(
    LEAD_KINDS.map((kind) => sql`case when ${mayWork(list, kind)} then ${kind}::text end`),
  )}], null)`

const mayWork = (list: AssignmentList, kind: LeadKind) =>
  sql`(${sql.join(
    keysFor(list, kind).map((keys) => sql`s.permissions @> ${keys}::text[]`),
    sql` or `,
  )})`

/** The permission for which the person `s` of staff could work no enquiry of the list: `missingKey`, asked of many at once. */
export const lackedBy = (list: AssignmentList) =>
  sql<PermissionKey | null>`case when not ${mayWork(list, 'enquiry')} then (
    select key from unnest(${keysFor(list, 'enquiry')[0]}::text[]) with ordinality k (key, place)
    where key <> all (s.permissions) order by place limit 1) end`

/** What of an entry `e` and its person `s` decides by itself whether the person can be given a lead. */
export const standingColumns = (list: AssignmentList) =>
  [
    sql<'active' | 'paused'>`e.status`.as('status'),
    's.status as staff_status',
    kindsOf(list).as('kinds'),
    lackedBy(list).as('lacks'),
    'e.weight',
    'e.daily_cap',
    'e.open_cap',
    'e.accepts_countries',
    'e.accepts_sources',
    'e.accepts_categories',
    sql<
      string | null
    >`case when e.away_until > ${HERE}::date then e.away_until::timestamp at time zone s.time_zone end`.as('back_at'),
    sql<WorkingCalendar | null>`(select json_build_object('time_zone', w.time_zone, 'week', w.week, 'holidays', w.holidays)
      from working_calendars w where w.company_id = e.company_id and w.id = e.calendar_id)`.as('calendar'),
    sql<string>`now()`.as('at'),
    sql<string>`(date_trunc('day', ${HERE}) + interval '1 day') at time zone s.time_zone`.as('tomorrow'),
  ] as const

/** Everybody on the list. What somebody holds and was given is counted where there is a cap, and no further than that. */
export const membersOf = async ({ db, companyId }: Tenant, list: AssignmentList): Promise<Member[]> => {
  const query = db
    .selectFrom('assignment_entries as e')
    .leftJoin('staff as s', 's.id', 'e.staff_id')
    .select([
      'e.staff_id',
      'e.expected',
      'e.received',
      'e.last_assigned_at',
      ...standingColumns(list),
      sql<number>`coalesce((select o.most_credit from assignment_settings o
        where o.company_id = e.company_id and o.list = e.list), ${DEFAULT_CREDIT}::int)`.as('most_credit'),
      sql<number>`(select count(*) from (select from assignment_decisions d
        where d.company_id = e.company_id and d.list = e.list and d.chosen = e.staff_id and d.at >= ${TODAY} limit coalesce(e.daily_cap, 0)) counted)`.as(
        'today',
      ),
      sql<number>`(select count(*) from (select from leads l
        where l.company_id = e.company_id and ${OPEN[list]} and l.deleted_at is null limit coalesce(e.open_cap, 0)) counted)`.as(
        'open',
      ),
    ])
    .where('e.company_id', '=', companyId)
    .where('e.list', '=', list)
    .orderBy('e.staff_id')
    .compile()
  const { rows } = await db.executeQuery(planned(`members of ${list}`, query))
  return rows.map((row) => withinCredit(onShift(row)))
}

/** As `membersOf`, for whoever gives leads out under the list's lock: they stay as they are, so that nobody who is just being deactivated gets one. */
export const membersToGive = async (tenant: Tenant, list: AssignmentList): Promise<Member[]> => {
  // Two statements: the second must see what was committed while the first waited.
  const [, members] = await Promise.all([
    runPlanned(tenant.db, 'hold list', sql`select hold_list(${list})`),
    membersOf(tenant, list),
  ])
  return members
}

/** Who is on the list and who of them can take leads now; whoever cannot comes with the exact reason. */
export const candidatesOf = async (tenant: Tenant, list: AssignmentList): Promise<Candidate[]> =>
  candidatesFor(await membersOf(tenant, list), list)

/** Who does not get a lead again, and why not, where they have not given it back. */
export interface Passed {
  released_by: number | null
  released_how?: string | null
}

/** The people as the choice about one lead sees them, each with the exact reason why they cannot take it. */
export const candidatesFor = (
  members: readonly Member[],
  list: AssignmentList,
  lead?: LeadTraits & Passed,
): Candidate[] =>
  members.map((member) => {
    const { staff_id, weight, expected, received, last_assigned_at } = member
    const candidate = { staff_id, weight, expected, received, last_assigned_at }
    const block = blockOf(member, list)
    if (block) return { ...candidate, reason: block.reason, ...(block.until ? { until: block.until } : {}) }
    if (lead?.released_by === staff_id) return { ...candidate, reason: lead.released_how ?? 'has given it back' }
    return { ...candidate, reason: (lead && refusedTrait(member, lead)) ?? null }
  })
