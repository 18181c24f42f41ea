import { sql } from 'kysely'
import type { Checklist } from '#contract/assigned-leads.ts'
import type { Tenant } from '#server/db/tenant.ts'
import type { StoredLine } from '#server/domain/product-lines.ts'
import type { Snapshot } from './snapshot.ts'

/** What was asked for, as it was sent. */
export const sentLines = ({ db, companyId }: Tenant, leadId: number): Promise<StoredLine[]> =>
  db
    .selectFrom('lead_items')
    .select(['product_id', 'product_name', 'quantity', 'total_quantity'])
    .where('company_id', '=', companyId)
    .where('lead_id', '=', leadId)
    .orderBy('id')
    .execute()

export const setInProgress = async ({ db, companyId }: Tenant, id: number, owner: number) => {
  await sql`
    update leads set status = 'in-progress', status_at = now(), in_progress_at = now(), ${owned(owner)}
    where company_id = ${companyId} and id = ${id}`.execute(db)
}

/** A new owner has taken the lead over, now. */
const owned = (owner: number) => sql`
  assigned_at = case when assigned_qa = ${owner} then assigned_at else now() end,
  assigned_how = case when assigned_qa = ${owner} then assigned_how else 'self' end, assigned_qa = ${owner}`

interface VerdictRecord extends Snapshot {
  verdict: 'valid' | 'invalid'
  lines: readonly StoredLine[]
  checklist: Checklist | undefined
  reason_code?: string
  reason_note?: string | null
}

/** Adds a verdict with its snapshot; an earlier one stays as it was. */
export const storeVerdict = async (
  { db, companyId }: Tenant,
  leadId: number,
  by: number,
  { lines, checklist, duplicate_of: _, ...verdict }: VerdictRecord & { duplicate_of?: number | null },
): Promise<number> => {
  const { id } = await db
    .insertInto('lead_verdicts')
    .values({
      company_id: companyId,
      lead_id: leadId,
      by_person: by,
      ...verdict,
      products: JSON.stringify(lines.map((line, at) => ({ id: at + 1, ...line }))),
      checklist: checklist ? JSON.stringify(checklist.answers) : null,
      checklist_version: checklist?.version ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

interface Decided {
  verdictId: number
  by: number
  owner: number
}

export const decideValid = async (
  { db, companyId }: Tenant,
  id: number,
  { verdictId, by, owner, totalQuantity }: Decided & { totalQuantity: number },
) => {
  await sql`
    update leads set status = 'valid', status_at = now(), verdict_id = ${verdictId}, validated_at = now(), validated_by = ${by},
      ${owned(owner)}, total_quantity = ${totalQuantity}, reason_code = null, reason_note = null, duplicate_of = null,
      enquiry_status = case kind when 'enquiry' then 'open' end
    where company_id = ${companyId} and id = ${id}`.execute(db)
}

export const decideInvalid = async (
  { db, companyId }: Tenant,
  id: number,
  {
    verdictId,
    by,
    owner,
    reason_code,
    reason_note,
    duplicate_of,
  }: Decided & { reason_code: string; reason_note: string | null; duplicate_of: number | null },
) => {
  await sql`
    update leads set status = 'invalid', status_at = now(), verdict_id = ${verdictId}, validated_at = now(), validated_by = ${by},
      ${owned(owner)}, enquiry_status = null, reason_code = ${reason_code}, reason_note = ${reason_note}, duplicate_of = ${duplicate_of}
    where company_id = ${companyId} and id = ${id}`.execute(db)
  await sql`delete from assignment_queue where company_id = ${companyId} and lead_id = ${id}`.execute(db)
}
