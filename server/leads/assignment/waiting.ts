import { sql } from 'kysely'
import type { Tenant } from '#server/db/tenant.ts'
import { runPlanned, shapesOf } from '#server/db/transaction.ts'
import type { Member, Passed } from './candidates.ts'
import { NOT_PAUSED, PASSED_OVER, WAITS_FOR, type AssignmentList } from './queue.ts'
import type { ToGive } from './give-out.ts'
import type { LeadTraits } from './eligibility.ts'

const WAITING = shapesOf('waiting leads')

/** As many leads as are given out in one transaction. */
export const BATCH = 200

/** What the lead `l` asks for, as far as the catalogue knows it. */
export const CATEGORIES = sql<
  string[]
>`array(select distinct p.category from lead_items i join products p on p.company_id = i.company_id and p.id = i.product_id
  where i.company_id = l.company_id and i.lead_id = l.id and p.category is not null order by 1)`

/** What of the lead `l` decides who takes it. */
export const TRAITS = sql`l.kind, l.country, l.source, ${CATEGORIES} as categories`

/** A lead in the queue. */
export interface Waiting extends ToGive {
  id: number
  /** Still to be assigned; false for one that got an owner, a verdict or a quarantine meanwhile. */
  ready: boolean
}

/** The leads that have waited longest of those that somebody takes who can; all, where nobody can. */
export const waitingLeads = async (
  { db, companyId }: Tenant,
  list: AssignmentList,
  able: readonly Member[],
): Promise<Waiting[]> => {
  const takes = able.length
    ? sql`exists (select from able a where a.staff_id is distinct from ${PASSED_OVER} and l.kind = any (a.kinds)
        and (a.accepts_countries = '{}' or l.country = any (a.accepts_countries))
        and (a.accepts_sources = '{}' or l.source = any (a.accepts_sources))
        and (a.accepts_categories = '{}' or ${CATEGORIES} && a.accepts_categories))`
    : sql`true`
  const leadOf = sql`select l.* from leads l where l.company_id = q.company_id and l.id = q.lead_id`
  // Locked in the order of the leads' ids, as everybody does, whatever the order in which they wait. Each lead is looked up by its key (offset 0,
  // or the lock, and the company of the row before): of a company that the statistics do not know the planner expects one lead, and would
  // look at all for each.
  const rows = await runPlanned(
    db,
    WAITING,
    sql<Waiting>`
    with able as materialized (
      select * from json_to_recordset(${JSON.stringify(able)}::json)
        as a (staff_id int, kinds text[], accepts_countries text[], accepts_sources text[], accepts_categories text[]))
    select q.id, q.lead_id, ${PASSED_OVER} as released_by, l.released_how, ${WAITS_FOR[list]} as ready, l.email_domain, ${TRAITS}
    from (
      select * from (
        select q.company_id, q.list, q.id, q.lead_id from assignment_queue q cross join lateral (${leadOf} offset 0) l
        where q.company_id = ${companyId} and q.list = ${list} and (not ${WAITS_FOR[list]} or ${NOT_PAUSED} and ${takes})
        order by q.id limit ${BATCH}
      ) oldest order by lead_id offset 0
    ) q cross join lateral (${leadOf} for no key update) l`,
  )
  return rows.sort((one, other) => one.id - other.id)
}

/** The lists on which a lead waits, with all that decides who takes it. */
export const waitingLead = async ({ db, companyId }: Tenant, leadId: number) => {
  const { rows } = await sql<LeadTraits & Passed & { list: AssignmentList; since: string }>`
    select q.list, q.waiting_since as since, ${PASSED_OVER} as released_by, l.released_how, ${TRAITS}
    from assignment_queue q join leads l on l.company_id = q.company_id and l.id = q.lead_id
    where q.company_id = ${companyId} and q.lead_id = ${leadId} order by q.list`.execute(db)
  return rows
}
