import { sql } from 'kysely'
import type { QueryOf } from '#contract/kit/endpoint.ts'
import {
  PRODUCT_KEYS,
  type DuplicateProduct,
  type LikelyProduct,
  type productDuplicates,
} from '#contract/catalogue/product-duplicates.ts'
import type { Tenant } from '#server/db/tenant.ts'

const SHOWN = 20
const MOST_ALIKE = 5
const MOST_MERGES = 20

interface Group {
  same: (typeof PRODUCT_KEYS)[number]
  newest: number
  ids: number[]
  total: number
}

/** Groups with their newest products, those with the newest product first; without pairs that were marked as different. */
export const groups = async (
  tenant: Tenant,
  { before = Number.MAX_SAFE_INTEGER, limit = 10 }: { before?: number; limit?: number },
) => {
  const { db, companyId } = tenant
  // Of products that share several keys one group is enough: the strongest kind is the first of PRODUCT_KEYS.
  const { rows } = await sql<Group & { groups: number }>`
    with shared as materialized (
      select kind, key, count(*) as total, array_agg(product_id order by product_id desc) as ids
      from product_keys where company_id = ${companyId} group by kind, key having count(*) > 1
    ), told as (
      select distinct on (s.ids) s.kind as same, s.total, to_json(s.ids[:${SHOWN}]) as ids, s.ids[1] as newest
      from shared s
      where s.total > ${SHOWN} or exists (
        select from unnest(s.ids) one, unnest(s.ids) other where one < other and not exists (
          select from not_product_duplicates d where d.company_id = ${companyId} and d.product_id = one and d.other_id = other))
      order by s.ids, array_position(${[...PRODUCT_KEYS]}::text[], s.kind)
    )
    select t.*, (select count(*) from told) as groups from told t where t.newest < ${before} order by t.newest desc
    fetch first ${sql.lit(limit)} rows with ties`.execute(db)
  const products = await productsIn(
    tenant,
    rows.flatMap(({ ids }) => ids),
  )
  return {
    data: rows.map(({ same, total, ids }) => ({
      same,
      total,
      products: products.filter(({ id }) => ids.includes(id)).toSorted((one, other) => other.id - one.id),
    })),
    total: rows[0]?.groups ?? 0,
    next: rows.length < limit ? null : (rows.at(-1)?.newest ?? null),
  }
}

export const productsIn = async ({ db, companyId }: Tenant, ids: readonly number[]): Promise<DuplicateProduct[]> => {
  const { rows } = await sql<DuplicateProduct>`
    select p.id, p.code, p.name, p.category, p.brand, p.completeness, p.discoverable, p.version from products p
    where p.company_id = ${companyId} and p.id = any(${ids}::bigint[]) and p.deleted_at is null order by p.id`.execute(
    db,
  )
  return rows
}

/** Those that share a key with it first, then those of its category that are called alike. */
export const duplicatesOf = async (tenant: Tenant, id: number) => {
  const { db, companyId } = tenant
  const { rows } = await sql<Likely>`
    with found as (
      select other.product_id as id, other.kind as same from product_keys own
      join product_keys other on other.company_id = ${companyId} and other.kind = own.kind and other.key = own.key
      where own.company_id = ${companyId} and own.product_id = ${id}
      union all
      select alike.product_id, 'alike' from products p cross join lateral alike_products(p.name, p.category_id, ${MOST_ALIKE + 1}) alike
      where p.company_id = ${companyId} and p.id = ${id}
    )
    select f.id, f.same from found f where f.id <> ${id} and not exists (
      select from not_product_duplicates d
      where d.company_id = ${companyId} and d.product_id = least(f.id, ${id}) and d.other_id = greatest(f.id, ${id}))
    limit ${SHOWN}`.execute(db)
  return withReasons(tenant, rows)
}

/** The same for a product that is not there yet. */
export const likeNew = async (
  tenant: Tenant,
  { name, code, category_id }: QueryOf<typeof productDuplicates.likeNew>,
): Promise<LikelyProduct[]> => {
  const { rows } = await sql<Likely>`
    (select known.product_id as id, known.kind as same from product_keys_of(${name}, null, ${code ?? null}, null) own
    join product_keys known on known.company_id = ${tenant.companyId} and known.kind = own.kind and known.key = own.key
    order by known.product_id limit ${MOST_ALIKE})
    union all
    select alike.product_id, 'alike' from alike_products(${name}, ${category_id ?? null}, ${MOST_ALIKE}) alike`.execute(
    tenant.db,
  )
  return withReasons(tenant, rows)
}

interface Likely {
  id: number
  same: LikelyProduct['same'][number]
}

const withReasons = async (tenant: Tenant, rows: readonly Likely[]): Promise<LikelyProduct[]> => {
  const same = Map.groupBy(rows, ({ id }) => id)
  const products = await productsIn(tenant, [...same.keys()])
  return products
    .map((product) => ({ ...product, same: (same.get(product.id) ?? []).map((row) => row.same) }))
    .toSorted((one, other) => Number(sharesKey(other)) - Number(sharesKey(one)))
}

const sharesKey = ({ same }: Pick<LikelyProduct, 'same'>) => same.some((reason) => reason !== 'alike')

export const setDifferent = async ({ db, companyId }: Tenant, ids: readonly number[], by: number) => {
  const pairs = ids.flatMap((one, at) => ids.slice(at + 1).map((other) => ({ product_id: one, other_id: other })))
  await db
    .insertInto('not_product_duplicates')
    .values(pairs.map((pair) => ({ ...pair, company_id: companyId, said_by: by })))
    .onConflict((known) => known.doNothing())
    .execute()
}

interface Merge {
  id: number
  loser: { id: number; code: string; name: string }
  by: { id: number; name: string }
  at: string
}

/** The products that are part of this one now, the newest merge first; or that one merge. */
export const mergesInto = async ({ db, companyId }: Tenant, winnerId: number, mergeId?: number): Promise<Merge[]> => {
  const { rows } = await sql<Merge>`
    select m.id, json_build_object('id', p.id, 'code', p.code, 'name', p.name) as loser,
      json_build_object('id', s.id, 'name', s.name) as by, m.merged_at as at
    from product_merges m
    join products p on p.company_id = ${companyId} and p.id = m.loser_id
    join staff s on s.company_id = ${companyId} and s.id = m.merged_by
    where m.company_id = ${companyId} and m.winner_id = ${winnerId} and m.unmerged_at is null and ${
      mergeId === undefined ? sql`true` : sql`m.id = ${mergeId}`
    }
    order by m.id desc limit ${MOST_MERGES}`.execute(db)
  return rows
}
