import { sql } from 'kysely'
import type { BodyOf } from '#contract/kit/endpoint.ts'
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

/** The day on which a nurtured enquiry is to be taken up again, counted where the caller is; null for any other. */
export const dayToComeBack = async ({ db }: Tenant, { timeZone }: Caller, { enquiry_status, until }: Body) => {
  if (enquiry_status !== 'nurture') return null
  if (until === undefined) throw badField('until', 'Choose the day to come back to it')
  const day = realDay('until', until)
  const { rows } = await sql<{ fits: boolean }>`
    select ${day}::date between today + 1 and today + 366 as fits
    from (select (now() at time zone ${timeZone})::date as today) clock`.execute(db)
  if (!rows[0]?.fits) throw badField('until', 'Choose a day from tomorrow to a year from now')
  return day
}
