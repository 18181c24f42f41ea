import { sql } from 'kysely'
import type { EnquiryStatus, LostReason } from '#contract/leads/lead.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { refreshClocks } from '#server/leads/sla/refresh-clocks.ts'

interface Move {
  to: EnquiryStatus
  reason: LostReason | null
  day: string | null
}

/** Moves an enquiry on. The first step away from `open` is the first response, whatever follows. */
export const setEnquiryStatus = async (tenant: Tenant, id: number, { to, reason, day }: Move) => {
  const { db, companyId } = tenant
  await sql`
    update leads set enquiry_status = ${to}, lost_reason = ${reason}, nurture_until = ${day},
      first_response_at = coalesce(first_response_at, now())
    where company_id = ${companyId} and id = ${id}`.execute(db)
  await refreshClocks(tenant, [id])
}
