import { sql } from 'kysely'
import type { Checklist } from '#contract/leads/assigned-leads.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { leaveQueue } from '#server/leads/assignment/queue.ts'
import type { StoredLine } from '#server/leads/lead/product-lines.ts'
import { refreshClocks } from '#server/leads/sla/refresh-clocks.ts'
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

export const setInProgress = async (tenant: Tenant, ids: readonly number[], owner: number) => {
  const { db, companyId } = tenant
  await sql`
    update leads set status = 'in-progress', status_at = now(), in_progress_at = now(), ${owned(owner)}
    where company_id = ${companyId} and id = any(${ids}::bigint[])`.execute(db)
  await refreshClocks(tenant, ids)
}

/** A new owner has taken the lead over, now. */
export const owned = (owner: number) => sql`
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
  tenant: Tenant,
  id: number,
  { verdictId, by, owner, totalQuantity }: Decided & { totalQuantity: number },
) => {
  const { db, companyId } = tenant
  await sql`
    update leads set status = 'valid', status_at = now(), verdict_id = ${verdictId}, validated_at = now(), validated_by = ${by},
      ${owned(owner)}, total_quantity = ${totalQuantity}, reason_code = null, reason_note = null, duplicate_of = null,
      enquiry_status = case kind when 'enquiry' then 'open' end, first_response_at = null
    where company_id = ${companyId} and id = ${id}`.execute(db)
  await refreshClocks(tenant, [id])
}

interface InvalidReason {
  reason_code: string
  reason_note: string | null
  duplicate_of: number | null
}

/** Leads that become invalid for the same reason, each with the verdict that says so. */
export const decideInvalid = async (
  tenant: Tenant,
  verdicts: readonly { leadId: number; verdictId: number }[],
  { by, owner, reason_code, reason_note, duplicate_of }: { by: number; owner: number } & InvalidReason,
) => {
  const { db, companyId } = tenant
  const leadIds = verdicts.map(({ leadId }) => leadId)
  await sql`
    update leads set status = 'invalid', status_at = now(), verdict_id = v.verdict, validated_at = now(), validated_by = ${by},
      ${owned(owner)}, enquiry_status = null, lost_reason = null, nurture_until = null, enquiry_at = null, follow_up_on = null,
      reached_by = null, sales_note = null, first_response_at = null,
      reason_code = ${reason_code}, reason_note = ${reason_note}, duplicate_of = ${duplicate_of}
    from unnest(${leadIds}::bigint[], ${verdicts.map(({ verdictId }) => verdictId)}::bigint[]) as v (lead, verdict)
    where company_id = ${companyId} and id = v.lead`.execute(db)
  await refreshClocks(tenant, leadIds)
  await leaveQueue(tenant, 'qa', leadIds)
  await leaveQueue(tenant, 'sales', leadIds)
}

/** An invalid verdict on each of the leads as they were sent, for one reason. */
export const storeInvalidAsSent = async (
  { db, companyId }: Tenant,
  leadIds: readonly number[],
  by: number,
  { reason_code, reason_note }: Pick<InvalidReason, 'reason_code' | 'reason_note'>,
) => {
  const { rows } = await sql<{ leadId: number; verdictId: number }>`
    insert into lead_verdicts (company_id, lead_id, verdict, by_person, company, country, zip_code, city, state, address,
      email, phone, website, products, reason_code, reason_note)
    select company_id, id, 'invalid', ${by}::int, company, country, zip_code, city, state, address, email,
      coalesce(phone, phone_sent), website, coalesce(lines.products, '[]'), ${reason_code}, ${reason_note}
    from leads l left join lateral (
      select jsonb_agg(jsonb_build_object('id', place, 'product_id', product_id, 'product_name', product_name,
        'quantity', quantity, 'total_quantity', total_quantity) order by place) as products
      from (select i.*, row_number() over (order by i.id) as place from lead_items i
        where i.company_id = l.company_id and i.lead_id = l.id) i
    ) lines on true
    where company_id = ${companyId} and id = any(${leadIds}::bigint[])
    returning lead_id as "leadId", id as "verdictId"`.execute(db)
  return rows
}
