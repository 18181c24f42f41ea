import { sql } from 'kysely'
import type { Tenant } from '#server/db/tenant.ts'
import { recordHits, type Restriction } from './restriction.ts'

/** What becomes of a lead whose address an entry matches: it is held for a person to release, or it is invalid. */
export const becomesBy = ({ effect }: Pick<Restriction, 'effect'>): 'held' | 'invalid' =>
  effect === 'auto_invalid' ? 'invalid' : 'held'

/** The columns of a lead that nobody holds, by what matches its address: the same at every door, whether it comes in or its address changes. */
export const columnsBy = (restriction: Restriction | undefined) => {
  if (!restriction) return { status: 'new', reason_code: null, reason_note: null, quarantined_by: null } as const
  return becomesBy(restriction) === 'invalid'
    ? ({
        status: 'invalid',
        reason_code: 'restricted_domain',
        reason_note: `Restricted domain ${restriction.domainName}`,
        quarantined_by: null,
      } as const)
    : ({ status: 'new', reason_code: null, reason_note: null, quarantined_by: restriction.id } as const)
}

/** Writes what becomes of a stored, new lead; the caller has its lock. It counts among those that the entry has caught. */
export const applyRestriction = async (tenant: Tenant, leadId: number, restriction: Restriction | undefined) => {
  const { db, companyId } = tenant
  const { status, reason_code, reason_note, quarantined_by } = columnsBy(restriction)
  await sql`
    update leads set quarantined_by = ${quarantined_by}, status = ${status}, reason_code = ${reason_code}, reason_note = ${reason_note},
      status_at = case when status = ${status} then status_at else now() end
    where company_id = ${companyId} and id = ${leadId} and status = 'new'
      and (status, quarantined_by) is distinct from (${status}::text, ${quarantined_by}::bigint)`.execute(db)
  if (restriction) await recordHits(tenant, [{ restriction, leadId }])
}
