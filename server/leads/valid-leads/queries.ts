import { sql } from 'kysely'
import type { EnquiryStatus, LostReason, ReachedBy } from '#contract/leads/lead.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { refreshClocks } from '#server/leads/sla/refresh-clocks.ts'
import { awaitFollowUps } from './follow-ups.ts'

interface Move {
  to: EnquiryStatus
  reason: LostReason | null
  until: string | null
  reachedBy: ReachedBy | null
  followUpOn: string | null
  note: string | null
}

/** Moves an enquiry on. The first step away from `open` is the first response, whatever follows. */
export const setEnquiryStatus = async (
  tenant: Tenant,
  id: number,
  { to, reason, until, reachedBy, followUpOn, note }: Move,
) => {
  const { db, companyId } = tenant
  await sql`
    update leads set enquiry_at = case when enquiry_status is distinct from ${to} then now() else enquiry_at end, enquiry_status = ${to}, lost_reason = ${reason}, nurture_until = ${until}, reached_by = ${reachedBy},
      follow_up_on = ${followUpOn}, sales_note = ${note}, first_response_at = coalesce(first_response_at, now())
    where company_id = ${companyId} and id = ${id}`.execute(db)
  await refreshClocks(tenant, [id])
  await awaitFollowUps(tenant, [id])
}
