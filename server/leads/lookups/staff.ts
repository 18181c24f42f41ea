import { sql, type RawBuilder } from 'kysely'
import { LEAD_KINDS, type LeadKind } from '#contract/leads/lead.ts'
import type { PermissionKey } from '#contract/kit/permissions.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { LISTS } from '#server/leads/assignment/queue.ts'
import { keysFor } from '#server/leads/assignment/eligibility.ts'
import { visibleTo } from '#server/leads/lists/scope.ts'
import { staffMatches } from '#server/platform/people/staff-found.ts'
import type { Caller } from '#server/kit/auth.ts'
import { inWords, page } from '#server/kit/page.ts'

export interface StaffQuery {
  search?: string
  department_id?: number
  designation_id?: number
  /** Of the department with this name. */
  department?: string
  /** Only who holds all keys of one of these. */
  holding?: readonly (readonly PermissionKey[])[]
}

/** The first 100 of the company's active people, by name, and how many there are. */
export const staff = ({ db }: Tenant, { search, department_id, designation_id, department, holding }: StaffQuery) => {
  let people = db
    .selectFrom('staff')
    .select(['id', 'name', 'email', 'department', 'designation'])
    .where('status', '=', 'active')
  if (department_id !== undefined) people = people.where('department_id', '=', department_id)
  if (designation_id !== undefined) people = people.where('designation_id', '=', designation_id)
  if (department !== undefined) people = people.where(sql<boolean>`fold(department) = fold(${department})`)
  if (holding !== undefined)
    people = people.where((is) => is.or(holding.map((keys) => sql<boolean>`permissions @> ${keys}::text[]`)))
  if (search?.trim()) people = people.where(staffMatches(search))
  return page(people, FIRST_HUNDRED, { words: ['name'], newestBy: 'name', usualOrder: 'asc' })
}

export const FIRST_HUNDRED = { page: 1, pageSize: 100 }

/** What a person needs to take leads at all: all of any of these. */
export const TAKES_LEADS = LISTS.flatMap((list) => LEAD_KINDS.flatMap((kind) => keysFor(list, kind)))

/** What a person needs to take this lead, in the state it has, all of any of these; undefined for one that the caller cannot see. */
export const keysForLead = async (
  { db, companyId }: Tenant,
  caller: Caller,
  leadId: number,
): Promise<PermissionKey[][] | undefined> => {
  const lead = await db
    .selectFrom('leads as l')
    .select(['l.status', sql<LeadKind>`l.kind`.as('kind')])
    .where('l.company_id', '=', companyId)
    .where('l.id', '=', leadId)
    .where('l.deleted_at', 'is', null)
    .where(visibleTo(caller))
    .executeTakeFirst()
  return lead && keysFor(lead.status === 'valid' ? 'sales' : 'qa', lead.kind)
}

/** Whether anybody active works in the department. */
export const hasDepartment = async ({ db }: Tenant, name: string) => {
  const one = await db
    .selectFrom('staff')
    .select('id')
    .where('status', '=', 'active')
    .where(sql<boolean>`fold(department) = fold(${name})`)
    .limit(1)
    .executeTakeFirst()
  return one !== undefined
}

/**
 * The first 100, by name, who hold a lead in the role; deactivated people too. Steps through the index from person to
 * person, so that a million leads cost no more than their holders.
 */
export const holders = async ({ db, companyId }: Tenant, role: 'assigned_qa' | 'sales_person', search?: string) => {
  const column = sql`l.${sql.ref(role)}`
  const next = (condition: RawBuilder<boolean>) => sql`
    select ${column} from leads l where l.company_id = ${companyId} and l.deleted_at is null and ${condition}
    order by ${column} limit 1`
  const { rows } = await sql<{ id: number; name: string }>`
    with recursive holder (id) as (
      (${next(sql<boolean>`${column} is not null`)})
      union all
      select (${next(sql<boolean>`${column} > holder.id`)}) from holder where holder.id is not null
    )
    select staff.id, staff.name from holder join staff on staff.id = holder.id
    where ${staffMatches(search)}
    order by ${inWords(sql.ref('name'))}, id limit ${FIRST_HUNDRED.pageSize}`.execute(db)
  return rows
}

export const departments = ({ db }: Tenant) =>
  db
    .selectFrom('departments')
    .select(['id', 'name'])
    .orderBy(inWords(sql.ref('name')))
    .limit(1_000)
    .execute()
