import { sql } from 'kysely'
import type { EntrySettings } from '#contract/leads/auto-assign-qa.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { runPlanned } from '#server/db/transaction.ts'
import { withinDays } from '#server/kit/day.ts'
import { page, type PageQuery } from '#server/kit/page.ts'
import { kindsOf, lackedBy, OPEN, standingColumns, TODAY } from './candidates.ts'
import type { AssignmentList } from './queue.ts'

const given = sql`select count(*) from assignment_decisions d
  where d.company_id = e.company_id and d.list = e.list and d.chosen = e.staff_id`

/** Today and the six days before it, in UTC: as far as the rotation went, whatever else was assigned by hand. */
const week = sql`from assignment_days w where w.company_id = e.company_id and w.list = e.list and w.staff_id = e.staff_id
  and w.day > (now() at time zone 'UTC')::date - 7`

/** The list's people with what each of them holds and was given. */
export const entries = ({ db, companyId }: Tenant, list: AssignmentList) =>
  db
    .selectFrom('assignment_entries as e')
    .innerJoin('staff as s', 's.id', 'e.staff_id')
    .where('e.company_id', '=', companyId)
    .where('e.list', '=', list)
    .select([
      'e.id',
      'e.staff_id as sid',
      's.name',
      's.email',
      ...standingColumns(list),
      'e.away_until',
      'e.calendar_id',
      sql<
        string | null
      >`(select w.name from working_calendars w where w.company_id = e.company_id and w.id = e.calendar_id)`.as(
        'hours',
      ),
      sql<number>`(select count(*) from leads l where l.company_id = e.company_id and ${OPEN[list]} and l.deleted_at is null)`.as(
        'open',
      ),
      sql<number>`(${given} and d.at >= ${TODAY})`.as('today'),
      sql<number>`(select coalesce(sum(w.received), 0)::int ${week})`.as('received_7d'),
      sql<number>`(select coalesce(sum(w.gifts), 0)::int ${week})`.as('gifts_7d'),
      sql<number>`(select round(coalesce(sum(w.share), 0)::numeric, 2) ${week})`.as('fair_share_7d'),
      'e.last_assigned_at',
      'e.created_at',
      'e.version',
    ])

const SORTS = new Map([
  ['name', 's.name'],
  ['email', 's.email'],
  ['status', 'e.status'],
  ['weight', 'e.weight'],
  ['open', 'open'],
  ['today', 'today'],
  ['received_7d', 'received_7d'],
  ['fair_share_7d', 'fair_share_7d'],
  ['last_assigned_at', 'e.last_assigned_at'],
  ['created_at', 'e.created_at'],
])

export type EntriesQuery = PageQuery & { from_date?: string; to_date?: string }

/** One page of the list; the days are those on which people were put on it. */
export const entriesPage = (tenant: Tenant, list: AssignmentList, query: EntriesQuery, timeZone: string) => {
  const days = withinDays(sql.ref('e.created_at'), query, timeZone, { from: 'fromDate', to: 'toDate' })
  const within = days.reduce((found, condition) => found.where(condition), entries(tenant, list))
  return page(within, query, { searchIn: ['s.name', 's.email'], sorts: SORTS, words: ['s.name'], newestBy: 'e.id' })
}

const SHOWN_DAYS = 28

/** Newest first. */
export const days = ({ db, companyId }: Tenant, list: AssignmentList, staffId: number) =>
  db
    .selectFrom('assignment_days')
    .where('company_id', '=', companyId)
    .where('list', '=', list)
    .where('staff_id', '=', staffId)
    .where('day', '>', sql<string>`(now() at time zone 'UTC')::date - ${SHOWN_DAYS}::int`)
    .select(['day', 'received', 'gifts', sql<number>`round(share::numeric, 2)`.as('fair_share')])
    .orderBy('day', 'desc')
    .execute()

export const isCalendar = async ({ db, companyId }: Tenant, id: number) =>
  (
    await db
      .selectFrom('working_calendars')
      .select('id')
      .where('company_id', '=', companyId)
      .where('id', '=', id)
      .forKeyShare()
      .execute()
  ).length > 0

export const person = ({ db }: Tenant, list: AssignmentList, id: number) =>
  db
    .selectFrom('staff as s')
    .select(['s.id', 's.name', 's.status', kindsOf(list).as('kinds'), lackedBy(list).as('lacks')])
    .where('s.id', '=', id)
    .executeTakeFirst()

export const isOnList = async ({ db, companyId }: Tenant, list: AssignmentList, staffId: number) =>
  (
    await db
      .selectFrom('assignment_entries')
      .select('id')
      .where('company_id', '=', companyId)
      .where('list', '=', list)
      .where('staff_id', '=', staffId)
      .execute()
  ).length > 0

/** One at a time changes a list or chooses from it: shares are worked out from all of its people. */
export const lockList = async ({ db, companyId }: Tenant, list: AssignmentList) => {
  await runPlanned(
    db,
    'make list',
    sql`insert into assignment_lists (company_id, list) select company_id, ${list} from company on conflict do nothing`,
  )
  await runPlanned(
    db,
    'lock list',
    sql`select from assignment_lists where company_id = ${companyId} and list = ${list} for update`,
  )
}

export const byIds = async ({ db, companyId }: Tenant, ids: readonly number[]) => {
  const { rows } = await sql<{ id: number; list: AssignmentList; staff_id: number }>`
    select id, list, staff_id from assignment_entries
    where company_id = ${companyId} and id = any(${ids}::bigint[]) and status = 'active' order by id`.execute(db)
  return rows
}

export interface Changes extends EntrySettings {
  status?: 'active' | 'paused'
}

export const add = async (
  { db, companyId }: Tenant,
  list: AssignmentList,
  entry: Changes & { staff_id: number; expected: number },
): Promise<number> => {
  const { id } = await db
    .insertInto('assignment_entries')
    .values({ ...entry, company_id: companyId, list })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export const change = ({ db, companyId }: Tenant, id: number, changes: Changes) =>
  db.updateTable('assignment_entries').set(changes).where('company_id', '=', companyId).where('id', '=', id).execute()

export const setDeficit = ({ db, companyId }: Tenant, id: number, deficit: number) =>
  db
    .updateTable('assignment_entries')
    .set({ expected: sql<number>`received + ${deficit}::double precision` })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute()

export const remove = ({ db, companyId }: Tenant, list: AssignmentList, id: number) =>
  db
    .deleteFrom('assignment_entries')
    .where('company_id', '=', companyId)
    .where('list', '=', list)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
