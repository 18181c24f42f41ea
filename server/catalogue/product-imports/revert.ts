import { sql } from 'kysely'
import type { KeptProduct } from '#contract/catalogue/product-imports.ts'
import type { ProductChange } from '#contract/catalogue/master-products.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { setDiscoverable } from '#server/catalogue/master-products/discoverable.ts'
import { BASE_NAMES } from '#server/catalogue/master-products/edit.ts'
import { FIELDS_OF_CHANGE } from '#server/catalogue/master-products/field-changes.ts'
import { removeProducts } from '#server/catalogue/master-products/remove.ts'
import { writeProducts } from '#server/catalogue/master-products/write.ts'
import type { Caller } from '#server/kit/auth.ts'
import { page, type PageQuery } from '#server/kit/page.ts'

/** The next products of the import behind an id, locked. Those that it added and that were deleted since are none of them. */
export const lockImportedProducts = async (
  { db, companyId }: Tenant,
  importId: number,
  after: number,
  limit: number,
): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select p.id from imported_products i join products p on p.company_id = i.company_id and p.id = i.product_id
    where i.company_id = ${companyId} and i.import_id = ${importId} and i.product_id > ${after} and (p.deleted_at is null or not i.added)
    order by i.product_id limit ${limit} for no key update of p`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * Products that the import added go, unless something was changed since. Of those that it changed each field gets the value that it had
 * before, unless it was changed since. Answers those that stay, in whole or in part.
 */
export const takeBackProducts = async (
  tenant: Tenant,
  ids: readonly number[],
  importId: number,
): Promise<ReadonlySet<number>> => {
  const done = await doneTo(tenant, ids, importId)
  const added = done.filter((each) => each.added)
  const kept = new Set(added.flatMap(({ id, touched }) => (touched ? id : [])))
  await removeProducts(
    tenant,
    added.flatMap(({ id, touched }) => (touched ? [] : id)),
  )
  const changed = done.flatMap((each) => (each.added ? [] : each.id))
  for (const id of await putBack(tenant, changed, importId)) kept.add(id)
  await takeBackNames(tenant, ids, importId)
  await noteKept(tenant, importId, [...kept])
  return kept
}

/** Names that the import gave, and that are still those products’. */
const takeBackNames = async ({ db, companyId }: Tenant, ids: readonly number[], importId: number) => {
  await sql`
    delete from product_synonyms s where s.company_id = ${companyId} and s.product_id = any(${ids}::bigint[]) and s.source = 'import' and s.id in (
      select c.entity_id from (
        select distinct change_set from imported_products
        where company_id = ${companyId} and import_id = ${importId} and product_id = any(${ids}::bigint[])
      ) i join changes c on c.company_id = ${companyId} and c.change_set = i.change_set and c.entity = 'product_synonyms')`.execute(
    db,
  )
}

interface Done {
  id: number
  added: boolean
  /** Whether it was changed since. */
  touched: boolean
}

const doneTo = async ({ db, companyId }: Tenant, ids: readonly number[], importId: number): Promise<Done[]> => {
  const { rows } = await sql<Done>`
    select i.product_id as id, i.added, exists (${CHANGED_SINCE})
      or exists (select from (${LATER}) c where c.entity not in ('products', 'product_values')) as touched from imported_products i
    where i.company_id = ${companyId} and i.import_id = ${importId} and i.product_id = any(${ids}::bigint[])`.execute(
    db,
  )
  return rows
}

/** What others did to the product of `i` after the import. */
const LATER = sql`
  select c.* from changes c
  where c.company_id = i.company_id and c.root = 'products' and c.root_id = i.product_id and c.change_set <> i.change_set
    and c.id > (select min(own.id) from changes own
      where own.company_id = i.company_id and own.root = 'products' and own.root_id = i.product_id and own.change_set = i.change_set)`

/** The fields of the product of `i` that others have made something else of since; what was undone, or brought back by hand, is as it was. */
const CHANGED_SINCE = sql`
  select f.field, f.attribute_id from (${LATER}) c cross join lateral ${FIELDS_OF_CHANGE} f group by 1, 2
  having nullif((array_agg(f.old order by c.id))[1], 'null') is distinct from nullif((array_agg(f.new order by c.id desc))[1], 'null')`

interface Field {
  id: number
  field: string
  code: string | null
  old: unknown
  changed_since: boolean
}

/** Gives products the values that they had before the import; answers those that keep some of the import's. */
const putBack = async (tenant: Tenant, ids: readonly number[], importId: number): Promise<Set<number>> => {
  const fields = await fieldsBefore(tenant, ids, importId)
  const kept = new Set(fields.flatMap(({ id, changed_since }) => (changed_since ? id : [])))
  const byProduct = Map.groupBy(
    fields.filter(({ changed_since }) => !changed_since),
    ({ id }) => id,
  )
  const edits = [...byProduct].map(([id, old]) => ({ id, sent: sentOf(old) }))
  for (const { id, outcome } of await writeProducts(tenant, edits, { source: 'import', id: importId }))
    if (outcome === 'refused' || outcome === 'missing') kept.add(id)
  for (const shown of [true, false]) {
    const switched = fields.filter(
      ({ id, field, old, changed_since }) =>
        field === 'discoverable' && old === shown && !changed_since && !kept.has(id),
    )
    if (switched.length)
      await setDiscoverable(
        tenant,
        switched.map(({ id }) => id),
        shown,
      )
  }
  return kept
}

/** Each field that the import changed, with what it was before. */
const fieldsBefore = async ({ db, companyId }: Tenant, ids: readonly number[], importId: number): Promise<Field[]> => {
  if (ids.length === 0) return []
  const { rows } = await sql<Field>`
    with mine as materialized (
      select * from imported_products i
      where i.company_id = ${companyId} and i.import_id = ${importId} and i.product_id = any(${ids}::bigint[])
    ), own as materialized (
      select c.root_id as id, f.field, f.attribute_id, (array_agg(f.old order by c.id))[1] as old
      from mine i join changes c on c.company_id = ${companyId} and c.root = 'products' and c.root_id = i.product_id and c.change_set = i.change_set
      cross join lateral ${FIELDS_OF_CHANGE} f group by 1, 2, 3
    ), later as materialized (
      select i.product_id as id, since.field, since.attribute_id from mine i cross join lateral (${CHANGED_SINCE}) since
    )
    select own.id, own.field, a.code, own.old, exists (
      select from later where later.id = own.id and later.field = own.field and later.attribute_id is not distinct from own.attribute_id
    ) as changed_since
    from own left join product_attributes a on a.company_id = ${companyId} and a.id = own.attribute_id order by own.id`.execute(
    db,
  )
  return rows
}

const sentOf = (fields: readonly Field[]): ProductChange => {
  const base = fields
    .filter(({ field }) => BASE_NAMES.some((name) => name === field))
    .map(({ field, old }) => [field, old ?? null])
  const values = fields.flatMap(({ code, old }) => (code === null ? [] : [[code, old ?? null]]))
  return { ...Object.fromEntries(base), ...(values.length ? { attributes: Object.fromEntries(values) } : {}) }
}

const noteKept = async ({ db, companyId }: Tenant, importId: number, ids: readonly number[]) => {
  if (ids.length === 0) return
  await sql`
    update imported_products i set touched_at = coalesce(last.at, now()), touched_by = last.actor_id
    from unnest(${ids}::bigint[]) kept (id)
    left join lateral (
      select later.at, later.actor_id from imported_products i cross join lateral (${LATER}) later
      where i.company_id = ${companyId} and i.import_id = ${importId} and i.product_id = kept.id and later.change_set <> current_setting('leadroom.change_set')::uuid
      order by later.id desc limit 1
    ) last on true
    where i.company_id = ${companyId} and i.import_id = ${importId} and i.product_id = kept.id`.execute(db)
}

/** Products that reverting left, in whole or in part, with who changed them last. */
export const keptProducts = async ({ db, companyId }: Tenant, _caller: Caller, importId: number, query: PageQuery) => {
  const { data, pagination } = await page(
    db
      .selectFrom('imported_products as i')
      .innerJoin('products as p', (join) =>
        join.onRef('p.company_id', '=', 'i.company_id').onRef('p.id', '=', 'i.product_id'),
      )
      .leftJoin('staff as s', (join) =>
        join.onRef('s.company_id', '=', 'i.company_id').onRef('s.id', '=', 'i.touched_by'),
      )
      .select((row) => [
        'p.id',
        'p.code',
        'p.name',
        row.ref('i.touched_at').$notNull().as('touched_at'),
        's.id as staff_id',
        's.name as staff',
      ])
      .where('i.company_id', '=', companyId)
      .where('i.import_id', '=', importId)
      .where('i.touched_at', 'is not', null),
    query,
    { newestBy: 'p.id', usualOrder: 'asc' },
  )
  const rows = data.map(({ staff_id, staff, ...product }): KeptProduct => ({
    ...product,
    touched_by: staff_id === null || staff === null ? null : { id: staff_id, name: staff },
  }))
  return { data: rows, pagination }
}
