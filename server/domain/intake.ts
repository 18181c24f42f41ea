import { sql } from 'kysely'
import type { LeadSource } from '#contract/lead.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { crashPoint } from '#server/db/crash.ts'
import { queueForAssignment } from './assignment/queue.ts'
import { normaliseEnquiry, type Enquiry, type NormalEnquiry } from './enquiry.ts'
import { readProductLines, totalOf, type StoredLine } from './product-lines.ts'
import { recordHit, restrictionOf } from './restriction.ts'

interface Arrival {
  kind?: 'enquiry' | 'registration'
  source: LeadSource
  formId?: number
  createdBy?: number
  /** What a machine gave away about itself; any of it makes the lead certain spam. */
  spam?: readonly string[]
}

/**
 * The one way in for every lead, whatever it comes through: normalise, restricted domains, spam, store, queue for
 * assignment. All in the caller's transaction; whoever gets the lead is decided after it.
 */
export const takeIn = async (
  tenant: Tenant,
  enquiry: Enquiry,
  arrival: Arrival,
): Promise<{ id: number; lead_no: number }> => {
  const normal = normaliseEnquiry(enquiry)
  const lines = await readProductLines(tenant, enquiry.products)
  const restriction = normal.emailDomain === null ? undefined : await restrictionOf(tenant, normal.emailDomain)
  const spam = arrival.spam ?? []

  const verdict = spam.length
    ? { status: 'invalid', reason_code: 'spam_or_bot', reason_note: `Sent by a machine: ${spam.join(', ')}` }
    : restriction?.effect === 'auto_invalid'
      ? {
          status: 'invalid',
          reason_code: 'restricted_domain',
          reason_note: `Restricted domain ${restriction.domainName}`,
        }
      : { status: 'new', reason_code: null, reason_note: null }
  const held = verdict.status === 'new' ? (restriction?.id ?? null) : null
  if (verdict.reason_note ?? held)
    await tenant.because(verdict.reason_note ?? `Held back by the restricted domain ${restriction?.domainName}`)

  const lead = await store(tenant, normal, lines, arrival, {
    ...verdict,
    quarantined_by: held,
    spam_signals: [...spam],
  })
  crashPoint('intake.after_lead')
  if (restriction) await recordHit(tenant, restriction, lead.id)
  if (verdict.status === 'new' && held === null) await queueForAssignment(tenant, 'qa', [lead.id])
  crashPoint('intake.after_queue')
  return lead
}

interface Screening {
  status: string
  reason_code: string | null
  reason_note: string | null
  quarantined_by: number | null
  spam_signals: string[]
}

const store = async (
  { db, companyId }: Tenant,
  { emailDomain: _, ...person }: NormalEnquiry,
  lines: readonly StoredLine[],
  { kind = 'enquiry', source, formId, createdBy }: Arrival,
  screening: Screening,
) => {
  const lead = await db
    .insertInto('leads')
    .values({
      company_id: companyId,
      ...person,
      ...screening,
      kind,
      source,
      form_id: formId ?? null,
      created_by: createdBy ?? null,
      total_quantity: totalOf(lines),
    })
    .returning(['id', 'lead_no'])
    .executeTakeFirstOrThrow()
  if (lines.length)
    await sql`
      insert into lead_items (company_id, lead_id, product_id, product_name, quantity, total_quantity)
      select ${companyId}::int, ${lead.id}, product_id, product_name, quantity, total_quantity
      from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as line (product_id bigint, product_name text, quantity int, total_quantity int)`.execute(
      db,
    )
  return lead
}
