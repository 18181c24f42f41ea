import { sql } from 'kysely'
import type { FieldConflict, ProductChange } from '#contract/catalogue/master-products.ts'
import type { AttributeValue } from '#contract/catalogue/values.ts'
import type { Tenant } from '#server/db/tenant.ts'
import type { FieldError } from '#server/kit/errors.ts'
import {
  changedSince,
  knownFor,
  readEdit,
  readProducts,
  toWrite,
  withOptionsOf,
  type BaseFields,
  type CheckedEdit,
  type Known,
  type ProductEdit,
  type Standing,
} from './edit.ts'
import { takenFields } from './taken.ts'

/** How a value came in, and by which import or vendor's request. */
export interface Origin {
  source: 'person' | 'import' | 'vendor' | 'bulk'
  id?: number
}

/** What became of one edit. A product is written with all that was sent of it, or not at all. */
export type Outcome = { id: number } & (
  | { outcome: 'saved' | 'unchanged'; version: number }
  | { outcome: 'conflict'; version: number; fields: FieldConflict[] }
  | { outcome: 'refused'; fields: FieldError[]; taken?: number }
  | { outcome: 'missing' }
)

/**
 * The only way by which products that are there are written: by the form, the grid, bulk edits, imports, vendors' updates, restoring. Each
 * edit is of another product. Fields changed by others since `seen` are a conflict, unless both made the same of them.
 */
export const writeProducts = async (
  tenant: Tenant,
  edits: readonly ProductEdit[],
  origin: Origin,
): Promise<Outcome[]> => {
  const planned = await planEdits(tenant, edits, { lock: true })
  const legal = planned.flatMap((plan) => (plan.write ? [{ id: plan.id, ...plan.write }] : []))
  await store(tenant, legal, origin)
  const versions = await versionsOf(
    tenant,
    legal.map(({ id }) => id),
  )
  return planned.map(({ id, outcome }) => outcome ?? { id, outcome: 'saved', version: versions.get(id) ?? 0 })
}

/** What would become of each edit, by the rules of `writeProducts`, with what it would write; nothing is locked or stored. */
export const foreseeWrites = (tenant: Tenant, edits: readonly ProductEdit[]): Promise<Plan[]> =>
  planEdits(tenant, edits, { lock: false })

const planEdits = async (
  tenant: Tenant,
  edits: readonly ProductEdit[],
  { lock }: { lock: boolean },
): Promise<Plan[]> => {
  const asked = await knownFor(
    tenant,
    edits.map(({ sent }) => sent),
  )
  const attributes = [...asked.attributes.values()].map(({ id }) => id)
  const now = await readProducts(
    tenant,
    edits.map(({ id }) => id),
    attributes,
    { lock },
  )
  const old = edits.flatMap(({ id, seen }) => {
    const row = now.get(id)
    return row && seen !== undefined && seen < row.version ? [{ id, version: seen }] : []
  })
  const since = await changedSince(tenant, old)
  const known = since.size ? await withOptionsOf(tenant, asked, [...now.values()], [...since.values()]) : asked
  const planned = edits.map((edit) => planOf(known, now.get(edit.id), edit, since.get(edit.id)))
  const writes = planned.flatMap((plan) => (plan.write ? [{ id: plan.id, ...plan.write }] : []))
  const taken = await takenFields(tenant, known, writes)
  return planned.map((plan): Plan => {
    const { id } = plan
    const fault = taken.get(id)
    if (!fault) return plan
    const by = fault.by === undefined ? {} : { taken: fault.by }
    return { id, outcome: { id, outcome: 'refused', fields: fault.fields, ...by } }
  })
}

/** What becomes of an edit: it is not stored, or this is written. */
export type Plan = { id: number } & (
  | { outcome: Outcome; write?: never }
  | { write: CheckedEdit; now: Standing; outcome?: never }
)

const planOf = (
  known: Known,
  now: Standing | undefined,
  { id, sent, asEntered }: ProductEdit,
  since: Parameters<typeof toWrite>[3],
): Plan => {
  if (!now) return { id, outcome: { id, outcome: 'missing' } }
  const read = readEdit(known, sent)
  if ('errors' in read) return { id, outcome: { id, outcome: 'refused', fields: read.errors } }
  const { write, conflicts } = toWrite(known, now, read, since, asEntered)
  const { version } = now
  if (conflicts.length) return { id, outcome: { id, outcome: 'conflict', version, fields: conflicts } }
  const fields = wrongTogether({ ...now.base, ...write.base })
  if (fields.length) return { id, outcome: { id, outcome: 'refused', fields } }
  if (Object.keys(write.base).length + write.values.size === 0)
    return { id, outcome: { id, outcome: 'unchanged', version } }
  return { id, write, now }
}

const wrongTogether = ({ usual_min, usual_max }: BaseFields): FieldError[] =>
  usual_min !== null && usual_max !== null && usual_min > usual_max
    ? [{ field: 'usual_max', message: 'The lower end is above the upper end.' }]
    : []

/** Deletes products; leads that name them keep their names. */
export const removeProducts = async ({ db, companyId }: Tenant, ids: readonly number[]) => {
  await sql`update products set deleted_at = now() where company_id = ${companyId} and id = any(${ids}::bigint[]) and deleted_at is null`.execute(
    db,
  )
}

/** What makes a new product; the fields that cannot be stored, if there are any. */
export const addProduct = async (
  tenant: Tenant,
  sent: ProductChange & { name: string; code: string },
  origin: Origin,
): Promise<{ id: number } | { fields: FieldError[]; taken?: number | undefined }> => {
  const known = await knownFor(tenant, [sent])
  const read = readEdit(known, sent)
  if ('errors' in read) return { fields: read.errors }
  const base: BaseFields = { ...BLANK, ...read.base, name: sent.name, code: sent.code }
  const wrong = wrongTogether(base)
  if (wrong.length) return { fields: wrong }
  const taken = (await takenFields(tenant, known, [{ id: 0, base, values: read.values }])).get(0)
  if (taken) return { fields: taken.fields, taken: taken.by }
  const { id } = await tenant.db
    .insertInto('products')
    .values({ company_id: tenant.companyId, ...base })
    .returning('id')
    .executeTakeFirstOrThrow()
  await storeValues(tenant, [{ id, values: read.values }], origin)
  return { id }
}

const BLANK: BaseFields = {
  name: '',
  code: '',
  category_id: null,
  brand: null,
  unit: null,
  description: null,
  gtin: null,
  usual_min: null,
  usual_max: null,
}

type Write = CheckedEdit & { id: number }

const store = async (tenant: Tenant, writes: readonly Write[], origin: Origin) => {
  await storeBase(tenant, writes)
  await storeValues(tenant, writes, origin)
}

/** Products of which the same columns are written go in one statement. */
const storeBase = async ({ db, companyId }: Tenant, writes: readonly Write[]) => {
  const alike = Map.groupBy(writes, ({ base }) => Object.keys(base).sort().join())
  alike.delete('')
  for (const group of alike.values()) {
    const columns = Object.keys(group[0]?.base ?? {})
    const rows = JSON.stringify(group.map(({ id, base }) => ({ id, ...base })))
    await sql`
      update products p set ${sql.join(columns.map((column) => sql`${sql.ref(column)} = r.${sql.ref(column)}`))}
      from json_populate_recordset(null::products, ${rows}::json) r
      where p.company_id = ${companyId} and p.id = r.id`.execute(db)
  }
}

const storeValues = async (
  { db, companyId }: Tenant,
  writes: readonly Pick<Write, 'id' | 'values'>[],
  { source, id: sourceId }: Origin,
) => {
  const rows = writes.flatMap(({ id, values }) =>
    [...values].map(([attribute_id, value]: [number, AttributeValue | null]) => ({
      product_id: id,
      attribute_id,
      value,
    })),
  )
  if (rows.length === 0) return
  const said = sql`json_to_recordset(${JSON.stringify(rows)}::json) as r (product_id bigint, attribute_id bigint, value jsonb)`
  await sql`
    update product_values v set value = r.value, deleted_at = null, source = ${source}, source_id = ${sourceId ?? null}
    from ${said}
    where v.company_id = ${companyId} and v.product_id = r.product_id and v.attribute_id = r.attribute_id`.execute(db)
  await sql`
    insert into product_values (company_id, product_id, attribute_id, value, source, source_id)
    select ${companyId}::int, r.product_id, r.attribute_id, r.value, ${source}, ${sourceId ?? null}::bigint from ${said}
    where r.value is not null and not exists (
      select from product_values v where v.company_id = ${companyId} and v.product_id = r.product_id and v.attribute_id = r.attribute_id)`.execute(
    db,
  )
}

const versionsOf = async ({ db, companyId }: Tenant, ids: readonly number[]) => {
  if (ids.length === 0) return new Map<number, number>()
  const { rows } = await sql<{ id: number; version: number }>`
    select id, version from products where company_id = ${companyId} and id = any(${ids}::bigint[])`.execute(db)
  return new Map(rows.map(({ id, version }) => [id, version]))
}
