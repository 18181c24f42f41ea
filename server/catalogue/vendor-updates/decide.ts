import { sql } from 'kysely'
import type { BodyOf } from '#contract/kit/endpoint.ts'
import type { Decision, UpdateStatus, vendorUpdates } from '#contract/catalogue/vendor-updates.ts'
import type { Tenant } from '#server/db/tenant.ts'
import type { Caller } from '#server/kit/auth.ts'
import { badField, conflict, found, UserError, type FieldError } from '#server/kit/errors.ts'
import { lockProducts } from '#server/catalogue/master-products/edit.ts'
import { writeProducts } from '#server/catalogue/master-products/write.ts'
import { makeAsk, type Links } from './asks.ts'
import { knownFields, toChange, type KnownField, type Value } from './known-fields.ts'
import { fieldsOf, isOpen, isStale, type StoredField } from './list.ts'
import { lastChanges } from './request.ts'

type Body = BodyOf<typeof vendorUpdates.setStatus>

export interface Standing {
  id: number
  status: UpdateStatus
  version: number
  vendor_id: number
  vendor_name: string
  product_id: number
  product_version: number
  asked_id: number | null
  reviewer: number | null
  reviewer_name: string | null
}

const WHY = 'Say why, so that the vendor can answer.'

/** One decision on one request, with all that it writes of the product; the link, where the vendor is to answer by one. */
export const decide = async (tenant: Tenant, caller: Caller, links: Links, body: Body): Promise<string | null> => {
  const request = found('Vendor request', (await lockUpdates(tenant, [body.id]))[0])
  const reason = body.reason?.trim() || null
  if (body.status === 'pending') return reopen(tenant, caller, request, reason)
  refuseDecided(caller, request)
  refuseOutdated(request, body.version)
  if (reason !== null) await tenant.setReasonInWords(reason)
  if (body.status === 'needs_info') return askVendor(tenant, caller, links, request, reason)
  await (body.status === 'approved'
    ? approve(tenant, caller, request, reason, body.fields)
    : reject(tenant, caller, request, reason, body.fields))
  return null
}

/** The requests, locked in the order of their ids; before their products, as everybody does. */
export const lockUpdates = async ({ db, companyId }: Tenant, ids: readonly number[]): Promise<Standing[]> => {
  const { rows } = await sql<Standing>`
    select u.id, u.status, u.version, u.vendor_id, u.vendor_name, u.product_id, u.product_version, u.asked_id, u.reviewer,
      (select s.name from staff s where s.company_id = u.company_id and s.id = u.reviewer) as reviewer_name
    from vendor_updates u where u.company_id = ${companyId} and u.id = any (${ids}::bigint[]) and u.deleted_at is null
    order by u.id for no key update`.execute(db)
  return rows
}

/** Why nobody can decide on it any more; undefined while somebody can. */
export const decidedAlready = ({ status, reviewer, reviewer_name }: Standing, me?: number): string | undefined => {
  if (isOpen(status)) return undefined
  if (status === 'superseded') return 'The vendor sent a newer request, which replaced this one.'
  if (status === 'withdrawn') return 'The vendor withdrew this request.'
  if (reviewer === me) return `You decided this already: ${status}.`
  return `Another person decided this a moment ago: ${status} by ${reviewer_name ?? 'Leadroom'}.`
}

const refuseDecided = ({ personId }: Caller, request: Standing) => {
  const decided = decidedAlready(request, personId)
  if (decided !== undefined) throw conflict(decided, { status: request.status }, 'decided')
}

const refuseOutdated = ({ version, vendor_name }: Standing, seen: number | undefined) => {
  if (seen !== undefined && seen < version)
    throw conflict(`${vendor_name} changed this request a moment ago. Look at it again.`, { version }, 'conflict')
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

const approve = async (
  tenant: Tenant,
  { personId }: Caller,
  request: Standing,
  reason: string | null,
  decisions: readonly Decision[] | undefined,
) => {
  const { id, product_id } = request
  const plan = await planOf(tenant, request, decisions)
  const values = new Map(plan.approved.map(({ field, value }) => [field, value]))
  const [outcome] = await writeProducts(tenant, [{ id: product_id, sent: toChange(values) }], { source: 'vendor', id })
  if (!outcome || outcome.outcome === 'missing') throw conflict(GONE)
  if (outcome.outcome === 'refused') throw refused(outcome.fields, outcome.taken)
  const approved = plan.approved.map(({ field, value }) => ({
    field,
    decision: 'approved' as const,
    applied: value,
    reason: null,
  }))
  const rejected = plan.rejected.map((each) => ({ ...each, decision: 'rejected' as const, applied: null }))
  await storeDecisions(tenant, id, [...approved, ...rejected])
  await setStatus(tenant, id, { status: 'approved', reason, reviewer: personId, decided_on: new Date().toISOString() })
}

const GONE = 'This product no longer exists. Reject the request.'

const refused = (fields: readonly FieldError[], taken: number | undefined) => {
  const message = fields.map((field) => field.message).join(' ')
  if (taken === undefined) return new UserError(400, message, { errors: fields })
  return new UserError(409, message, { code: 'taken', errors: fields, details: { id: taken } })
}

interface Plan {
  approved: readonly { field: string; value: Value }[]
  rejected: readonly { field: string; reason: string | null }[]
}

/** What is to be done, once the product is locked: from then on its values stay what they are. */
const planOf = async (tenant: Tenant, request: Standing, decisions: readonly Decision[] | undefined): Promise<Plan> => {
  if (!(await lockProducts(tenant, [request.product_id], [])).has(request.product_id)) throw conflict(GONE)
  const { rows, known: asked, products } = await fieldsOf(tenant, [{ id: request.id, productId: request.product_id }])
  const open = new Map(rows.filter(({ decision }) => decision === 'pending').map((row) => [row.field, row]))
  const all = decisions ?? [...open.keys()].map((field): Decision => ({ field, decision: 'approved' }))
  if (!all.some(({ decision }) => decision === 'approved'))
    throw badField('fields', 'Choose at least one field to approve.')
  const edited = all.flatMap(({ value }) => (value === undefined ? [] : [value]))
  const known = edited.length ? await knownFields(tenant, [...open.keys()], edited) : asked
  const now = products.get(request.product_id)?.values ?? new Map<string, Value>()
  const errors: FieldError[] = []
  const stale: Stale[] = []
  const approved: Plan['approved'][number][] = []
  const rejected: Plan['rejected'][number][] = []
  for (const decision of all) {
    const { field } = decision
    const row = open.get(field)
    const rule = known.get(field)
    const error = (message: string) => errors.push({ field: `fields.${field}`, message })
    if (!row || !rule) error('This field is not open. Look at the request again.')
    else if (decision.decision === 'rejected') {
      const why = decision.reason?.trim() || null
      if (why === null) error(WHY)
      else rejected.push({ field, reason: why })
    } else {
      const current = now.get(field) ?? null
      const read = valueOf(rule, row, decision)
      if ('message' in read) error(read.message)
      else if (isUnseen(rule, row, decision, current)) stale.push({ rule, row, now: current })
      else approved.push({ field, value: read.value })
    }
  }
  if (errors.length) throw new UserError(400, errors.map(({ message }) => message).join(' '), { errors })
  if (stale.length) throw await changedSince(tenant, request, stale)
  return { approved, rejected }
}

const valueOf = (rule: KnownField, { requested, problem, raw }: StoredField, { value }: Decision) => {
  if (value !== undefined) return rule.read(value)
  return problem === null
    ? { value: requested }
    : { message: `${rule.label}: “${raw ?? ''}” could not be read. Edit the value, or reject it.` }
}

/** It changed after the request, and the person who approves has not seen to what. */
const isUnseen = (rule: KnownField, row: StoredField, { seen }: Decision, now: Value): boolean => {
  if (seen === undefined) return isStale(rule, row, now)
  const read = rule.read(seen)
  return !('value' in read && rule.same(read.value, now)) && isStale(rule, row, now)
}

interface Stale {
  rule: KnownField
  row: StoredField
  now: Value
}

const changedSince = async (tenant: Tenant, { product_id, product_version }: Standing, stale: readonly Stale[]) => {
  const by = await lastChanges(tenant, product_id, product_version)
  const fields = stale.map(({ rule, row, now }) => ({
    field: row.field,
    label: rule.label,
    then: rule.text(row.then_value),
    now: rule.text(now),
    requested: rule.text(row.requested) ?? row.raw,
    by: by.get(row.field)?.name ?? null,
    at: by.get(row.field)?.at ?? null,
  }))
  const sentences = fields.map(
    ({ label, then, now, requested }) =>
      `${label} changed since it was asked for: it was ${then ?? 'empty'}, is ${now ?? 'empty'} now, and ${requested ?? 'nothing'} is asked for.`,
  )
  return conflict(sentences.join(' '), { fields }, 'changed_since')
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
