import { sql } from 'kysely'
import type { BodyOf } from '#contract/kit/endpoint.ts'
import type { assignedLeads } from '#contract/leads/assigned-leads.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { readCountry, readEmail, readWebsite, readZipCode } from '#server/leads/intake/enquiry.ts'
import { checkOffered } from '#server/leads/company-words/choices.ts'
import { readSentPhone } from '#server/platform/contact-details/phone.ts'
import { isReachable, NO_CONTACT } from '#server/platform/contact-details/reachable.ts'
import type { StoredLine } from '#server/leads/lead/product-lines.ts'
import { visibleTo } from '#server/leads/lists/scope.ts'
import type { LockedLead } from '#server/leads/lead/write.ts'
import type { Caller } from '#server/kit/auth.ts'
import { badField, found, UserError } from '#server/kit/errors.ts'

type InvalidBody = BodyOf<typeof assignedLeads.invalidate>
type VerdictBody = Omit<BodyOf<typeof assignedLeads.validate>, 'reason' | 'status'>

export type Snapshot = ReturnType<typeof snapshotOf>

/** The lead as it was judged: what the call says, and what was sent where it says nothing. */
export const snapshotOf = (lead: LockedLead, body: Partial<VerdictBody>, phoneCountry: string | null) => {
  const country = body.country === undefined ? lead.country : readCountry(body.country)
  const phone = said(body.phone, lead.phone)
  return {
    company: said(body.company, lead.company),
    country,
    zip_code: body.zipCode === undefined ? lead.zip_code : readZipCode(body.zipCode),
    city: said(body.city, lead.city),
    state: said(body.state, lead.state),
    address: said(body.address, lead.address),
    email: body.email === undefined ? lead.email : (readEmail(body.email)?.email ?? null),
    phone: phone === null ? null : (readSentPhone(phone, country ?? phoneCountry, lead.phone) ?? phone),
    website: body.website === undefined ? lead.website : readWebsite(body.website),
    comments: said(body.comments, null),
  }
}

const said = (text: string | null | undefined, otherwise: string | null) =>
  text === undefined ? otherwise : text?.trim() ? text : null

/**
 * A valid lead names a company, its country, a way to reach somebody there, and what they want; 400 naming what is
 * missing. Who registers need not want anything yet.
 */
export const checkComplete = (kind: LockedLead['kind'], snapshot: Snapshot, lines: readonly StoredLine[]): Snapshot => {
  const errors = [
    ...(snapshot.company ? [] : [{ field: 'company', message: 'Enter the company' }]),
    ...(snapshot.country ? [] : [{ field: 'country', message: 'Choose the country' }]),
    ...(isReachable(snapshot) ? [] : [{ field: 'email', message: NO_CONTACT }]),
    ...(lines.length || kind === 'registration' ? [] : [{ field: 'products', message: 'Add at least one product' }]),
  ]
  const [first, ...rest] = errors
  if (!first) return snapshot
  throw new UserError(400, rest.length ? `Fix ${errors.length} fields to validate this lead` : first.message, {
    errors,
  })
}

/** The reason of an invalid verdict. The old payload brings none: then it is `other`, with its comments as the note. */
export const invalidReason = async (
  tenant: Tenant,
  caller: Caller,
  leadId: number,
  { reason, note, comments, duplicateOf }: InvalidBody,
) => {
  const text = note?.trim() ? note : comments?.trim() ? comments : null
  if (reason === 'other' && text === null) throw badField('note', 'Explain briefly why this lead is invalid')
  if (reason === 'duplicate') {
    if (duplicateOf === undefined) throw badField('duplicateOf', 'Choose the original lead')
    if (duplicateOf === leadId) throw badField('duplicateOf', 'A lead can’t be a duplicate of itself')
    found('Lead', await leadSeen(tenant, caller, duplicateOf))
  }
  if (reason !== undefined) await checkOffered(tenant, 'reason', reason)
  return {
    reason_code: reason ?? 'other',
    reason_note: text,
    duplicate_of: reason === 'duplicate' ? (duplicateOf ?? null) : null,
  }
}

const leadSeen = async ({ db, companyId }: Tenant, caller: Caller, id: number) => {
  const { rows } = await sql`
    select l.id from leads l where l.company_id = ${companyId} and l.id = ${id} and l.deleted_at is null and ${visibleTo(caller)}`.execute(
    db,
  )
  return rows[0]
}
