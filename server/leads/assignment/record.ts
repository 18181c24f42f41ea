import { sql } from 'kysely'
import type { Tenant } from '#server/db/tenant.ts'
import { runPlanned } from '#server/db/transaction.ts'
import { tellAssigned } from '#server/leads/notified/events.ts'
import { awaitAcceptance } from './acceptance.ts'
import type { Choice } from './choose.ts'
import type { AssignmentList } from './queue.ts'

/** Who chose: the rotation, a colleague, the person themselves, or a bulk job. */
export type AssignmentMode = 'auto' | 'staff' | 'self' | 'bulk'

/** Why a lead went on from whoever held it by itself: they were taken off the list, or did not accept it in time. */
export type Occasion = 'taken_off' | 'not_accepted'

export interface DecisionRecord extends Choice {
  lead_id: number
  list: AssignmentList
  mode: AssignmentMode
  /** How many leads somebody counted as behind at most; null where a colleague chose. */
  most_credit: number | null
  /** Who held the lead before. */
  replaced: number | null
  occasion?: Occasion | null
}

/** Keeps each decision beside the change it made, so that "why me?" has an answer for good, and tells whoever was chosen. */
export const recordDecisions = async (tenant: Tenant, decisions: readonly DecisionRecord[]) => {
  const { db, companyId, changeSet } = tenant
  await runPlanned(
    db,
    'record decisions',
    sql`
    insert into assignment_decisions (company_id, lead_id, list, mode, chosen, replaced, considered, tie_break, sticky, most_credit, occasion, change_set)
    select ${companyId}::int, lead_id, list, mode, chosen, replaced, considered, tie_break, sticky, most_credit, occasion, ${changeSet}::uuid
    from json_to_recordset(${JSON.stringify(decisions)}::json)
      as d (lead_id bigint, list text, mode text, chosen int, replaced int, considered jsonb, tie_break text, sticky int, most_credit int, occasion text)`,
  )
  await tellAssigned(tenant, decisions)
  await awaitAcceptance(
    tenant,
    decisions.flatMap(({ lead_id, list, mode, chosen, occasion }) =>
      list === 'sales' && mode !== 'self' && chosen !== null
        ? [{ lead_id, chosen, passed_on: occasion === 'not_accepted' }]
        : [],
    ),
  )
}
