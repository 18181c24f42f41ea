import { sql } from 'kysely'
import { OPEN_STATUSES, type VendorUpdate } from '#contract/catalogue/vendor-request.ts'
import type { SentValue } from '#contract/catalogue/value-schema.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { badField, found, UserError, type FieldError } from '#server/kit/errors.ts'
import { knownFields, productsNow, type KnownField, type Value } from './known-fields.ts'
import { tellRequested } from './notified.ts'

export interface Sender {
  contact_name?: string | undefined
  contact_email?: string | undefined
  contact_phone?: string | undefined
  note?: string | undefined
}

/** A request as it comes in: what vendors type is read as far as it can be, what staff enter must be right. */
export interface Arrival extends Sender {
  vendor: { id: number; name: string }
  productId: number
  channel: VendorUpdate['channel']
  askedId?: number
  addedBy?: number
  /** Who is notified otherwise. */
  except?: number | null
  values: readonly { field: string; sent: SentValue }[]
}

/** What is asked for in one field. */
interface Asked {
  field: string
  requested: Value
  raw: string | null
  problem: string | null
}

/** Stores a request; what the same vendor asked before about these fields, and nobody has decided, is replaced by it. */
export const receive = async (tenant: Tenant, arrival: Arrival): Promise<number> => {
  const { vendor, productId, channel, values } = arrival
  // One after the other: of two that come at once, one replaces the other.
  await sql`select pg_advisory_xact_lock(hashtext('vendor_updates'), ${vendor.id}::int)`.execute(tenant.db)
  const fields = values.map(({ field }) => field)
  const known = await knownFields(
    tenant,
    fields,
    values.map(({ sent }) => sent),
  )
  const product = found('Product', (await productsNow(tenant, [productId], fields)).get(productId))
  const asked = readAsked(known, values, channel === 'staff')
  const { id } = await tenant.db
    .insertInto('vendor_updates')
    .values({
      company_id: tenant.companyId,
      vendor_id: vendor.id,
      vendor_name: vendor.name,
      contact_name: said(arrival.contact_name),
      contact_email: said(arrival.contact_email),
      contact_phone: said(arrival.contact_phone),
      note: said(arrival.note),
      product_id: productId,
      product_version: product.version,
      channel,
      asked_id: arrival.askedId ?? null,
      added_by: arrival.addedBy ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await storeFields(tenant, id, asked, product.values)
  await supersede(tenant, { id, vendorId: vendor.id, productId, fields })
  if (channel !== 'staff') await tellRequested(tenant, id, arrival.except ?? null)
  return id
}

/** The vendor's answer to a question: its fields replace the earlier ones, and the request waits for a decision again. */
export const receiveAnswer = async (
  tenant: Tenant,
  { id, productId, note, values }: Pick<Arrival, 'productId' | 'note' | 'values'> & { id: number },
) => {
  const fields = values.map(({ field }) => field)
  const known = await knownFields(
    tenant,
    fields,
    values.map(({ sent }) => sent),
  )
  const product = found('Product', (await productsNow(tenant, [productId], fields)).get(productId))
  // A note may be all that there is to say.
  if (values.length) await storeFields(tenant, id, readAsked(known, values, false), product.values)
  await tenant.db
    .updateTable('vendor_updates')
    .set({
      status: 'pending',
      decided_on: null,
      ...(said(note) === null ? {} : { note: said(note) }),
    })
    .where('company_id', '=', tenant.companyId)
    .where('id', '=', id)
    .execute()
}

const said = (text: string | undefined) => text?.trim() || null

const readAsked = (
  known: ReadonlyMap<string, KnownField>,
  values: Arrival['values'],
  strict: boolean,
): readonly Asked[] => {
  const errors: FieldError[] = []
  const asked = values.flatMap(({ field, sent }): Asked[] => {
    const rule = known.get(field)
    if (!rule) {
      errors.push({ field: `fields.${field}`, message: 'There is no such field any more.' })
      return []
    }
    const read = rule.read(sent)
    const raw = typeof sent === 'string' ? sent : null
    if ('value' in read) return [{ field, requested: read.value, raw, problem: null }]
    if (strict || raw === null) errors.push({ field: `fields.${field}`, message: read.message })
    return [{ field, requested: null, raw, problem: read.message }]
  })
  if (errors.length) throw new UserError(400, errors.map(({ message }) => message).join(' '), { errors })
  if (asked.length === 0) throw badField('fields', 'Change at least one field.')
  return asked
}

const storeFields = async (
  { db, companyId }: Tenant,
  updateId: number,
  asked: readonly Asked[],
  now: ReadonlyMap<string, Value>,
) => {
  const rows = asked.map(({ field, requested, raw, problem }, position) => ({
    field,
    then_value: now.get(field) ?? null,
    requested,
    raw,
    problem,
    position,
  }))
  await sql`
    insert into vendor_update_fields (company_id, update_id, field, then_value, requested, raw, problem, position)
    select ${companyId}::int, ${updateId}::bigint, r.field, nullif(r.then_value, 'null'), nullif(r.requested, 'null'), r.raw, r.problem, r.position
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as r (field text, then_value jsonb, requested jsonb, raw text, problem text, position int)
    on conflict (company_id, update_id, field) do update set then_value = excluded.then_value, requested = excluded.requested,
      raw = excluded.raw, problem = excluded.problem, decision = 'pending', applied = null, reason = null`.execute(db)
}

/** A request all of whose open fields are asked for again is replaced; of another, those fields alone. */
const supersede = async (
  { db, companyId }: Tenant,
  { id, vendorId, productId, fields }: { id: number; vendorId: number; productId: number; fields: readonly string[] },
) => {
  const older = await sql<{ id: number }>`
    select u.id from vendor_updates u
    where u.company_id = ${companyId} and u.vendor_id = ${vendorId} and u.product_id = ${productId} and u.id <> ${id}
      and u.status = any(${[...OPEN_STATUSES]}::text[]) and u.deleted_at is null
      and exists (select from vendor_update_fields f where f.company_id = u.company_id and f.update_id = u.id
        and f.field = any(${fields}::text[]) and f.decision = 'pending')
    order by u.id for no key update`.execute(db)
  if (older.rows.length === 0) return
  const ids = older.rows.map((row) => row.id)
  await sql`
    update vendor_update_fields set decision = 'superseded'
    where company_id = ${companyId} and update_id = any(${ids}::bigint[]) and field = any(${fields}::text[]) and decision = 'pending'`.execute(
    db,
  )
  // Also one that keeps open fields has a new version: whoever looks at it is told.
  await sql`
    update vendor_updates u set superseded_by = ${id},
      status = case when exists (select from vendor_update_fields f
        where f.company_id = u.company_id and f.update_id = u.id and f.decision = 'pending') then u.status else 'superseded' end
    where u.company_id = ${companyId} and u.id = any(${ids}::bigint[])`.execute(db)
}

/** The vendor by its id, or by its name, under which it becomes known. */
export const vendorOf = async (
  { db, companyId }: Tenant,
  { vendor_id, vendor_name }: { vendor_id?: number; vendor_name?: string },
): Promise<{ id: number; name: string }> => {
  if (vendor_id !== undefined) {
    const { rows } = await sql<{ id: number; name: string }>`
      select id, name from vendors where company_id = ${companyId} and id = ${vendor_id}`.execute(db)
    return found('Vendor', rows[0])
  }
  const name = vendor_name?.trim()
  if (!name) throw badField('vendor_name', 'Choose a vendor.')
  await sql`insert into vendors (company_id, name) values (${companyId}::int, ${name}) on conflict do nothing`.execute(
    db,
  )
  const { rows } = await sql<{ id: number; name: string }>`
    select id, name from vendors where company_id = ${companyId} and fold(name) = fold(${name})`.execute(db)
  return found('Vendor', rows[0])
}
