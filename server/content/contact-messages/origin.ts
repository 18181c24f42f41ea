import { sql } from 'kysely'
import type { Origin } from '#contract/platform/origin.ts'
import type { Tenant } from '#server/db/tenant.ts'
import type { Caller } from '#server/kit/auth.ts'

/** The message of which a lead was made, also one that is part of it by now; for people who see messages. */
export const messageOfLead = async (
  { db, companyId }: Tenant,
  caller: Caller,
  leadId: number,
): Promise<Origin | undefined> => {
  if (!caller.can('contact_us_list')) return undefined
  const { rows } = await sql<{ id: number; contact_no: number }>`
    select id, contact_no from contact_messages
    where company_id = ${companyId} and lead_id = any(leads_within(${leadId})) and deleted_at is null
    order by lead_id = ${leadId} desc, id limit 1`.execute(db)
  const [message] = rows
  return (
    message && {
      title: `Message No. ${message.contact_no}`,
      path: `/marketing/contactus_listing?view=all&message=${message.id}`,
    }
  )
}
