import { sql } from 'kysely'
import type { ProductChange } from '#contract/catalogue/master-products.ts'
import type { FieldConflict } from '#contract/catalogue/product.ts'
import type { AttributeValue } from '#contract/catalogue/values.ts'
import type { Tenant } from '#server/db/tenant.ts'
import type { FieldError } from '#server/kit/errors.ts'
import {
  BASE_NAMES,
  changedSince,
  knownFor,
  lockProducts,
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
import { orTaken, takenFields } from './taken.ts'

/** How a value came in, and by which import or vendor's request. */
export interface Origin {
  source: 'person' | 'import' | 'vendor' | 'bulk'
  id?: number
}

/** What became of one edit. A product is written with all that was sent of it, or not at all. */
export type Outcome = { id: number } & (
  | { outcome: 'saved' | 'unchanged' }
  | { outcome: 'conflict'; version: number; fields: FieldConflict[] }
  | { outcome: 'refused'; fields: FieldError[]; taken?: number }
  | { outcome: 'missing' }
)

/**
 * The only way by which products that are there are written: by the form, the grid, bulk edits, imports, vendors' updates, restoring. Each
 * edit is of another product. Fields changed by others since `seen` are a conflict, unless both made the same of them. `read`: what the
 * caller has read of them behind their locks.
 */
export const writeProducts = async (
  tenant: Tenant,
  edits: readonly ProductEdit[],
  origin: Origin,
  read?: Read,
): Promise<Outcome[]> => {
  const planned = await orTaken(tenant, async () => {
    const planned = await planEdits(tenant, edits, read ?? (await readFor(tenant, edits, { lock: true })))
    const legal = planned.flatMap((plan) => (plan.write ? [{ id: plan.id, ...plan.write }] : []))
    await store(tenant, legal, origin)
    return planned
  })
  return planned.map(outcomeOf)
}

/** What would become of each edit, by the rules of `writeProducts`, with what it would write; nothing is locked or stored. */
export const foreseeWrites = async (tenant: Tenant, edits: readonly ProductEdit[]): Promise<Plan[]> =>
  planEdits(tenant, edits, await readFor(tenant, edits, { lock: false }))

/** What became of an edit once its plan was carried out, or would. */
export const outcomeOf = ({ id, outcome }: Plan): Outcome => outcome ?? { id, outcome: 'saved' }

/** What is known of all that edits say, and their products as they are: behind their locks, where they are to be written. */
interface Read {
  known: Known
  now: ReadonlyMap<number, Standing>
}

const readFor = async (tenant: Tenant, edits: readonly ProductEdit[], { lock }: { lock: boolean }): Promise<Read> => {
  const ids = edits.map(({ id }) => id)
  // Products are locked before the categories that they come into.
  if (lock && edits.some(({ sent }) => sent.category_id)) await lockProducts(tenant, ids, [])
  const known = await knownFor(
    tenant,
    edits.map(({ sent }) => sent),
  )
  const attributes = [...known.attributes.values()].map(({ id }) => id)
  return { known, now: await readProducts(tenant, ids, attributes, { lock }) }
}

const planEdits = async (
  tenant: Tenant,
  edits: readonly ProductEdit[],
  { known: asked, now }: Read,
): Promise<Plan[]> => {
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
  { id, sent, asEntered, onlyEmpty }: ProductEdit,
  since: Parameters<typeof toWrite>[3],
): Plan => {
  if (!now) return { id, outcome: { id, outcome: 'missing' } }
  const read = readEdit(known, sent)
  if ('errors' in read) return { id, outcome: { id, outcome: 'refused', fields: read.errors } }
  const asked = onlyEmpty ? emptyOnly(known, now, read, onlyEmpty) : read
  const { write, conflicts } = toWrite(known, now, asked, since, asEntered)
  const { version } = now
  if (conflicts.length) return { id, outcome: { id, outcome: 'conflict', version, fields: conflicts } }
  const fields = wrongTogether({ ...now.base, ...write.base })
  if (fields.length) return { id, outcome: { id, outcome: 'refused', fields } }
  if (Object.keys(write.base).length + write.values.size === 0) return { id, outcome: { id, outcome: 'unchanged' } }
  return { id, write, now }
}

const wrongTogether = ({ usual_min, usual_max }: BaseFields): FieldError[] =>
  usual_min !== null && usual_max !== null && usual_min > usual_max
    ? [{ field: 'usual_max', message: 'The lower end is above the upper end.' }]
    : []

/** The edit without those of the fields that have something now. */
const emptyOnly = (
  { attributes }: Known,
  now: Standing,
  { base, values }: CheckedEdit,
  onlyEmpty: ReadonlySet<string>,
): CheckedEdit => {
  const kept = new Set(
    [...attributes.values()].flatMap(({ id, code }) =>
      onlyEmpty.has(`attributes.${code}`) && now.values.has(id) ? id : [],
    ),
  )
  return {
    base: Object.fromEntries(
      BASE_NAMES.flatMap((field) =>
        base[field] !== undefined && (!onlyEmpty.has(field) || now.base[field] === null) ? [[field, base[field]]] : [],
      ),
    ),
    values: new Map([...values].filter(([id]) => !kept.has(id))),
  }
}

/** What makes a new product. */
export type NewProduct = ProductChange & { name: string; code: string }
/** What became of a new product: its id, or the fields that cannot be stored. */
type Added = { id: number } | { fields: FieldError[]; taken?: number | undefined }

export const addProduct = async (tenant: Tenant, sent: NewProduct, origin: Origin): Promise<Added> =>
  (await addProducts(tenant, [sent], origin))[0] ?? { fields: [] }

/** The only way by which products are added. Each is stored with all that was sent of it, or not at all; in a dry run nothing is. */
export const addProducts = async (
  tenant: Tenant,
  sent: readonly NewProduct[],
  origin: Origin,
  { dryRun = false } = {},
): Promise<Added[]> => {
  const known = await knownFor(tenant, sent)
  const planned = sent.map((each, at) => planOfNew(known, each, -1 - at))
  const writes = planned.flatMap((plan) => ('fields' in plan ? [] : [plan]))
  const { taken, ids } = await orTaken(tenant, async () => {
    const taken = await takenFields(tenant, known, writes)
    const legal = dryRun ? [] : writes.filter(({ id }) => !taken.has(id))
    return { taken, ids: await insertProducts(tenant, legal, origin) }
  })
  return planned.map((plan) => {
    if ('fields' in plan) return plan
    const fault = taken.get(plan.id)
    return fault ? { fields: fault.fields, taken: fault.by } : { id: ids.get(plan.base.code) ?? 0 }
  })
}

const planOfNew = (known: Known, sent: NewProduct, id: number) => {
  const read = readEdit(known, sent)
  if ('errors' in read) return { fields: read.errors }
  const base: BaseFields = { ...BLANK, ...read.base, name: sent.name, code: sent.code }
  const wrong = wrongTogether(base)
  return wrong.length ? { fields: wrong } : { id, base, values: read.values }
}

/** By their codes the ids. In one statement with their values, so that each is counted once. */
const insertProducts = async (
  { db, companyId }: Tenant,
  products: readonly { base: BaseFields; values: CheckedEdit['values'] }[],
  { source, id }: Origin,
) => {
  if (products.length === 0) return new Map<string, number>()
  const columns = sql.join(Object.keys(BLANK).map((column) => sql.ref(column)))
  const values = products.flatMap(({ base: { code }, values }) =>
    [...values].flatMap(([attribute_id, value]) => (value === null ? [] : { code, attribute_id, value })),
  )
  const { rows } = await sql<{ id: number; code: string }>`
    with added as (
      insert into products (company_id, ${columns})
      select ${companyId}::int, ${columns}
      from json_populate_recordset(null::products, ${JSON.stringify(products.map(({ base }) => base))}::json)
      returning id, code
    ), filled as (
      insert into product_values (company_id, product_id, attribute_id, value, source, source_id)
      select ${companyId}::int, added.id, r.attribute_id, r.value, ${source}, ${id ?? null}::bigint
      from added join json_to_recordset(${JSON.stringify(values)}::json) as r (code text, attribute_id bigint, value jsonb) on r.code = added.code
    )
    select id, code from added`.execute(db)
  return new Map(rows.map(({ id, code }) => [code, id]))
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

const storeValues = async (tenant: Tenant, writes: readonly Pick<Write, 'id' | 'values'>[], origin: Origin) => {
  const { db, companyId } = tenant
  const rows = valueRows(writes)
  if (rows.length === 0) return
  const { numAffectedRows } = await sql`
    update product_values v set value = r.value, deleted_at = null, source = ${origin.source}, source_id = ${origin.id ?? null}
    from ${said(rows)}
    where v.company_id = ${companyId} and v.product_id = r.product_id and v.attribute_id = r.attribute_id`.execute(db)
  if (Number(numAffectedRows) < rows.length) await insertValues(tenant, rows, origin)
}

const valueRows = (writes: readonly Pick<Write, 'id' | 'values'>[]) =>
  writes.flatMap(({ id, values }) =>
    [...values].map(([attribute_id, value]: [number, AttributeValue | null]) => ({
      product_id: id,
      attribute_id,
      value,
    })),
  )
type ValueRow = ReturnType<typeof valueRows>[number]

const said = (rows: readonly ValueRow[]) =>
  sql`json_to_recordset(${JSON.stringify(rows)}::json) as r (product_id bigint, attribute_id bigint, value jsonb)`

/** Adds the values of attributes of which the products have no row so far. */
const insertValues = async ({ db, companyId }: Tenant, rows: readonly ValueRow[], { source, id }: Origin) => {
  await sql`
    insert into product_values (company_id, product_id, attribute_id, value, source, source_id)
    select ${companyId}::int, r.product_id, r.attribute_id, r.value, ${source}, ${id ?? null}::bigint from ${said(rows)}
    where r.value is not null and not exists (
      select from product_values v where v.company_id = ${companyId} and v.product_id = r.product_id and v.attribute_id = r.attribute_id)`.execute(
    db,
  )
}
