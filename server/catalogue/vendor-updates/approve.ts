import type { Decision } from '#contract/catalogue/vendor-updates.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { badField, conflict, UserError, type FieldError } from '#server/kit/errors.ts'
import { writeProducts } from '#server/catalogue/master-products/write.ts'
import { lockFields, toChange, type KnownField, type Value } from './known-fields.ts'
import { isStale, saidIn, type StoredField } from './list.ts'
import { lastChanges } from './request.ts'
import type { Standing } from './standing.ts'

export const WHY = 'Say why, so that the vendor can answer.'

export interface Approval {
  fields: readonly StoredField[]
  reason: string | null
  decisions: readonly Decision[] | undefined
}

/** The product is looked at behind its lock, so it is written as it was looked at. */
export const writeApproved = async (tenant: Tenant, request: Standing, approval: Approval): Promise<Plan> => {
  const { read, ...plan } = await planOf(tenant, request, approval)
  const sent = toChange(new Map(plan.approved.map(({ field, value }) => [field, value])))
  const origin = { source: 'vendor', id: request.id } as const
  const [outcome] = await writeProducts(tenant, [{ id: request.product_id, sent }], origin, read)
  if (outcome?.outcome === 'refused') throw refused(outcome.fields, outcome.taken)
  return plan
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

/** What is to be done, with what was read for it. */
const planOf = async (tenant: Tenant, request: Standing, { fields, decisions }: Approval) => {
  const open = new Map(fields.filter(({ decision }) => decision === 'pending').map((row) => [row.field, row]))
  const all = decisions ?? [...open.keys()].map((field): Decision => ({ field, decision: 'approved' }))
  if (!all.some(({ decision }) => decision === 'approved'))
    throw badField('fields', 'Choose at least one field to approve.')
  const edited = all.flatMap(({ value }) => (value === undefined ? [] : [value]))
  const names = fields.map(({ field }) => field)
  const product = await lockFields(tenant, request.product_id, names, [...saidIn(fields), ...edited])
  if (!product) throw conflict(GONE)
  const errors: FieldError[] = []
  const stale: Stale[] = []
  const approved: Plan['approved'][number][] = []
  const rejected: Plan['rejected'][number][] = []
  for (const decision of all) {
    const { field } = decision
    const row = open.get(field)
    const rule = product.known.get(field)
    const error = (message: string) => errors.push({ field: `fields.${field}`, message })
    if (!row || !rule) error('This field is not open. Look at the request again.')
    else if (decision.decision === 'rejected') {
      const why = decision.reason?.trim() || null
      if (why === null) error(WHY)
      else rejected.push({ field, reason: why })
    } else {
      const current = product.valueOf(field)
      const read = valueOf(rule, row, decision)
      if ('message' in read) error(read.message)
      else if (isUnseen(rule, row, decision, current)) stale.push({ rule, row, now: current })
      else approved.push({ field, value: read.value })
    }
  }
  if (errors.length) throw new UserError(400, errors.map(({ message }) => message).join(' '), { errors })
  if (stale.length) throw await changedSince(tenant, request, stale)
  return { read: product.read, approved, rejected }
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
      `${label} changed since the request: it was ${then ?? 'empty'}, is ${now ?? 'empty'} now, and ${requested ?? 'nothing'} is requested.`,
  )
  return conflict(sentences.join(' '), { fields }, 'changed_since')
}
