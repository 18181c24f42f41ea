import { sql } from 'kysely'
import type { Tenant } from '#server/db/tenant.ts'
import type { Caller } from '#server/kit/auth.ts'
import { conflict, found } from '#server/kit/errors.ts'
import { forbidden } from '#server/kit/forbidden.ts'
import { createLead, lockRestrictions } from '#server/leads/published.ts'
import { lockMessage } from './standing.ts'

interface Written {
  name: string
  email: string
  phone: string | null
  phone_as_written: string | null
  company: string
  country: string | null
  subject: string
  message: string
  page_url: string | null
  utm: Record<string, string>
  form_id: number | null
}

/** Makes a lead of a message, by the one way in for leads. A message that has one keeps it, however often this is asked. */
export const makeLead = async (tenant: Tenant, caller: Caller, id: number) => {
  if (!caller.can('marketing_leads_add')) throw await forbidden(tenant, ['marketing_leads_add'])
  // As everybody who brings leads in takes it: before any row.
  await lockRestrictions(tenant, 'shared')
  const { lead_id, status } = await lockMessage(tenant, id)
  const before = lead_id === null ? undefined : await leadNow(tenant, lead_id)
  if (before) return { lead: before, made: false }
  if (status === 'spam')
    throw conflict('This message is marked as spam. Move it back first.', { status }, 'wrong_status')
  const { subject, message, page_url, form_id, phone_as_written, ...from } = found('Message', await written(tenant, id))
  const enquiry = {
    ...from,
    phone: from.phone ?? phone_as_written ?? undefined,
    country: from.country ?? undefined,
    message: textOf({ subject, message, page_url }),
  }
  const arrival = { source: 'contact_us', createdBy: caller.personId, ...(form_id === null ? {} : { formId: form_id }) }
  const { id: leadId, lead_no } = await createLead(tenant, enquiry, arrival)
  await sql`update contact_messages set lead_id = ${leadId} where company_id = ${tenant.companyId} and id = ${id}`.execute(
    tenant.db,
  )
  return { lead: { id: leadId, lead_no }, made: true }
}

/** What the lead has become, unless it was deleted. */
const leadNow = async ({ db, companyId }: Tenant, id: number) => {
  const { rows } = await sql<{ id: number; lead_no: number }>`
    select id, lead_no from leads where company_id = ${companyId} and id = lead_now(${id}) and deleted_at is null`.execute(
    db,
  )
  return rows[0]
}

const written = async ({ db, companyId }: Tenant, id: number) => {
  const { rows } = await sql<Written>`
    select name, email, phone, phone_as_written, company, country, subject, message, page_url, utm, form_id
    from contact_messages where company_id = ${companyId} and id = ${id}`.execute(db)
  return rows[0]
}

const LONGEST = 10_000

/** A lead has neither a subject nor a page of its own: both stand in its message, which is cut where it would be too long with them. */
const textOf = ({ subject, message, page_url }: Pick<Written, 'subject' | 'message' | 'page_url'>) => {
  const above = subject ? `${subject}\n\n` : ''
  const below = page_url ? `\n\nSent from ${page_url}` : ''
  return `${above}${message.slice(0, LONGEST - above.length - below.length)}${below}`
}
