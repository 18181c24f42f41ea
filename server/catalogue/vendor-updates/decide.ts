import { sql } from 'kysely'
import type { BodyOf } from '#contract/kit/endpoint.ts'
import type { UpdateStatus } from '#contract/catalogue/vendor-request.ts'
import type { Decision, vendorUpdates } from '#contract/catalogue/vendor-updates.ts'
import type { Tenant } from '#server/db/tenant.ts'
import type { Caller } from '#server/kit/auth.ts'
import { badField, conflict, found } from '#server/kit/errors.ts'
import { WHY, writeApproved, type Approval } from './approve.ts'
import { makeAsk, type Links } from './asks.ts'
import type { Value } from './known-fields.ts'
import { storedFields } from './list.ts'
import { decidedAlready, lockUpdates, type Standing } from './standing.ts'

type Body = BodyOf<typeof vendorUpdates.setStatus>

/** One decision on one request, with all that it writes of the product; the link, where the vendor is to answer by one. */
export const decide = async (tenant: Tenant, caller: Caller, links: Links, body: Body): Promise<string | null> => {
  // Together: the fields are read behind the lock.
  const [locked, fields] = await Promise.all([lockUpdates(tenant, [body.id]), storedFields(tenant, [body.id])])
  const request = found('Vendor request', locked[0])
  const reason = body.reason?.trim() || null
  if (body.status === 'pending') return reopen(tenant, caller, request, reason)
  refuseDecided(caller, request)
  refuseOutdated(request, body.version)
  if (reason !== null) await tenant.setReasonInWords(reason)
  if (body.status === 'needs_info') return askVendor(tenant, caller, links, request, reason)
  await (body.status === 'approved'
    ? approve(tenant, caller, request, { fields, reason, decisions: body.fields })
    : reject(tenant, caller, request, reason, body.fields))
  return null
}

const refuseDecided = ({ personId }: Caller, request: Standing) => {
  const decided = decidedAlready(request, personId)
  if (decided !== undefined) throw conflict(decided, { status: request.status }, 'decided')
}

const refuseOutdated = ({ version, vendor_name }: Standing, seen: number | undefined) => {
  if (seen !== undefined && seen < version)
    throw conflict(`${vendor_name} has just changed this request. Review it again.`, { version }, 'conflict')
  if (seen !== undefined && seen > version) throw badField('version', 'This version does not exist.')
}

const reopen = async (tenant: Tenant, { personId }: Caller, { id, status }: Standing, reason: string | null) => {
  if (status === 'pending') return null
  if (status === 'superseded' || status === 'withdrawn')
    throw conflict(`A ${status} request can’t be opened again. Ask the vendor for a new one.`, undefined, 'decided')
  if (reason === null) throw badField('reason', 'Say why you reopen it.')
  await tenant.setReasonInWords(reason)
  await tenant.db
    .updateTable('vendor_update_fields')
    .set({ decision: 'pending', reason: null, applied: null })
    .where('company_id', '=', tenant.companyId)
    .where('update_id', '=', id)
    .where('decision', 'in', ['approved', 'rejected'])
    .execute()
  await setStatus(tenant, id, { status: 'pending', reason, reviewer: personId, decided_on: null })
  return null
}

const askVendor = async (
  tenant: Tenant,
  caller: Caller,
  links: Links,
  request: Standing,
  reason: string | null,
): Promise<string | null> => {
  if (reason === null) throw badField('reason', WHY)
  const { rows } = await sql<{ live: boolean; fields: string[] }>`
    select exists (select from vendor_asks a where a.company_id = f.company_id and a.id = ${request.asked_id}
        and a.revoked_at is null and a.deleted_at is null and a.expires_at > now()) as live,
      array_agg(f.field order by f.position, f.id) as fields
    from vendor_update_fields f where f.company_id = ${tenant.companyId} and f.update_id = ${request.id} group by f.company_id`.execute(
    tenant.db,
  )
  // A link that the vendor has shows the question; else it gets one that does.
  const [{ live, fields }] = [found('Vendor request', rows[0])]
  const made = live
    ? undefined
    : await makeAsk(tenant, caller, links, {
        vendorId: request.vendor_id,
        productIds: [request.product_id],
        fields,
        message: undefined,
      })
  await setStatus(tenant, request.id, {
    status: 'needs_info',
    reason,
    reviewer: caller.personId,
    decided_on: null,
    ...(made ? { asked_id: made.id } : {}),
  })
  return made?.link ?? null
}

const reject = async (
  tenant: Tenant,
  { personId }: Caller,
  { id }: Standing,
  reason: string | null,
  fields: readonly Decision[] = [],
) => {
  const unexplained = fields.find((field) => !field.reason?.trim())
  if (reason === null && (fields.length === 0 || unexplained)) throw badField('reason', WHY)
  if (fields.some(({ decision }) => decision === 'approved'))
    throw badField('status', 'A request with approved fields is approved.')
  const reasons = new Map(fields.map((field) => [field.field, field.reason?.trim() || null]))
  const { rows } = await sql<{ field: string }>`
    select field from vendor_update_fields where company_id = ${tenant.companyId} and update_id = ${id} and decision = 'pending'`.execute(
    tenant.db,
  )
  const decided = rows.map(({ field }) => ({
    field,
    decision: 'rejected' as const,
    applied: null,
    reason: reasons.get(field) ?? null,
  }))
  await storeDecisions(tenant, id, decided)
  await setStatus(tenant, id, { status: 'rejected', reason, reviewer: personId, decided_on: new Date().toISOString() })
}

const approve = async (tenant: Tenant, { personId }: Caller, request: Standing, approval: Approval) => {
  const { id } = request
  const plan = await writeApproved(tenant, request, approval)
  const approved = plan.approved.map(({ field, value }) => ({
    field,
    decision: 'approved' as const,
    applied: value,
    reason: null,
  }))
  const rejected = plan.rejected.map((each) => ({ ...each, decision: 'rejected' as const, applied: null }))
  const { reason } = approval
  await Promise.all([
    storeDecisions(tenant, id, [...approved, ...rejected]),
    setStatus(tenant, id, { status: 'approved', reason, reviewer: personId, decided_on: new Date().toISOString() }),
  ])
}

interface Stored {
  field: string
  decision: 'approved' | 'rejected'
  applied: Value
  reason: string | null
}

const storeDecisions = async ({ db, companyId }: Tenant, id: number, decided: readonly Stored[]) => {
  await sql`
    update vendor_update_fields f set decision = r.decision, applied = nullif(r.applied, 'null'), reason = r.reason
    from json_to_recordset(${JSON.stringify(decided)}::json) as r (field text, decision text, applied jsonb, reason text)
    where f.company_id = ${companyId} and f.update_id = ${id} and f.field = r.field`.execute(db)
}

interface NewStatus {
  status: UpdateStatus
  reason: string | null
  reviewer: number
  decided_on: string | null
  asked_id?: number
}

const setStatus = async ({ db, companyId }: Tenant, id: number, now: NewStatus) => {
  await db.updateTable('vendor_updates').set(now).where('company_id', '=', companyId).where('id', '=', id).execute()
}
