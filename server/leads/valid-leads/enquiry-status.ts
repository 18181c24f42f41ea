import { sql } from 'kysely'
import type { BodyOf } from '#contract/kit/endpoint.ts'
import { isContact, type EnquiryStatus } from '#contract/leads/lead.ts'
import type { validLeads } from '#contract/leads/valid-leads.ts'
import type { Tenant } from '#server/db/tenant.ts'
import type { Caller } from '#server/kit/auth.ts'
import { realDay } from '#server/kit/day.ts'
import { badField } from '#server/kit/errors.ts'

type Body = BodyOf<typeof validLeads.setEnquiryStatus>

/** The reason of a lost enquiry; null for any other. */
export const whyLost = ({ enquiry_status, reason, note }: Body) => {
  if (enquiry_status !== 'lost') return null
  if (reason === undefined) throw badField('reason', 'Choose why it was lost')
  if (reason === 'other' && !note?.trim()) throw badField('note', 'Say in a few words why it was lost')
  return reason
}

/** The day on which a nurtured enquiry is to be taken up again; null for any other. */
export const nurturedUntil = async (tenant: Tenant, caller: Caller, { enquiry_status, until }: Body) => {
  if (enquiry_status !== 'nurture') return null
  if (until === undefined) throw badField('until', 'Choose the day to come back to it')
  return dayAhead(tenant, caller, 'until', until)
}

/** What a contact left behind: how the person was reached, and the day to come back to them; neither where an enquiry is over or rests. */
export const contactMade = async (
  tenant: Tenant,
  caller: Caller,
  { enquiry_status, reached_by, follow_up_on }: Body,
  from: EnquiryStatus | null,
) => {
  const inContact = isContact(enquiry_status)
  if (!inContact && reached_by !== undefined)
    throw badField('reached_by', 'Only contacted and quoted enquiries say how the person was reached')
  if (!inContact && follow_up_on !== undefined)
    throw badField('follow_up_on', 'Only contacted and quoted enquiries have a follow-up')
  if (enquiry_status === from && inContact && reached_by === undefined)
    throw badField('reached_by', 'Choose how you reached them')
  return {
    reachedBy: reached_by ?? null,
    followUpOn: follow_up_on === undefined ? null : await dayAhead(tenant, caller, 'follow_up_on', follow_up_on),
  }
}

/** A day from tomorrow to a year from now, counted where the caller is. */
const dayAhead = async ({ db }: Tenant, { timeZone }: Caller, field: string, text: string) => {
  const day = realDay(field, text)
  const { rows } = await sql<{ fits: boolean }>`
    select ${day}::date between today + 1 and today + 366 as fits
    from (select (now() at time zone ${timeZone})::date as today) clock`.execute(db)
  if (!rows[0]?.fits) throw badField(field, 'Choose a day from tomorrow to a year from now')
  return day
}
