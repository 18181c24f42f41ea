import { sql } from 'kysely'
import { lockLeads, type LockedLead } from '#server/leads/lead/write.ts'
import type { BulkEntity, PreparedAct } from '#server/platform/bulk/act.ts'
import { staffNames, type StaffNames } from '#server/platform/people/staff-names.ts'
import { LEADS } from './selection.ts'

/** All of a lead that decides whether an act may be done to it. */
export type Standing = Pick<LockedLead, 'kind' | 'status' | 'assigned_qa' | 'sales_person' | 'quarantined_by'>

export type LeadAct = PreparedAct<LockedLead, Standing, StaffNames>

/** Refusals name the owners of leads. */
export const LEADS_IN_BULK: BulkEntity<LockedLead, Standing, StaffNames> = {
  ...LEADS,
  gone: 'This lead no longer exists, or you can’t see it',
  lock: (tenant, ids, visible) => lockLeads(tenant, ids, visible),
  async standings({ db, companyId }, ids, visible) {
    const { rows } = await sql<Standing & { rows: number }>`
      select l.kind, l.status, l.assigned_qa, l.sales_person, l.quarantined_by, count(*) as rows from leads l
      where l.company_id = ${companyId} and l.id = any(${ids}::bigint[]) and l.deleted_at is null and ${visible}
      group by 1, 2, 3, 4, 5`.execute(db)
    return rows
  },
  names: (tenant, leads) =>
    staffNames(
      tenant,
      leads.flatMap(({ assigned_qa, sales_person }) => [assigned_qa, sales_person].filter((id) => id !== null)),
    ),
}
