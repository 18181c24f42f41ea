import { sql } from 'kysely'
import { productDetails } from '#server/catalogue/master-products/details.ts'
import { BASE_NAMES, lockProducts, type Standing } from '#server/catalogue/master-products/edit.ts'
import { readAttributes, type KnownAttribute } from '#server/catalogue/product-structure/attributes.ts'
import type { Pictures } from '#server/platform/pictures/open.ts'
import type { Tenant } from '#server/db/tenant.ts'
import type { Caller } from '#server/kit/auth.ts'
import { conflict, found, unique } from '#server/kit/errors.ts'
import { same } from '#server/platform/changes/change-set.ts'
import { writeOr409 } from './merge.ts'
import { moveBack, type Moved } from './moves.ts'
import type { Taken } from './plan.ts'

interface MergeRow {
  winner_id: number
  loser_id: number
  taken: Taken
  moved: Moved
  unmerged_at: string | null
  loser_name: string
}

/** Takes a merge apart: both products as they were, but for what somebody has changed since. */
export const unmergeProducts = async (tenant: Tenant, pictures: Pictures, caller: Caller, mergeId: number) => {
  const merge = await lockMerge(tenant, mergeId)
  const { winner_id, loser_id, taken, moved, loser_name } = merge
  if (merge.unmerged_at !== null) throw conflict('These products are already unmerged.', undefined, 'unmerged')
  const codes = taken.flatMap(({ field }) =>
    field.startsWith('attributes.') ? [field.slice('attributes.'.length)] : [],
  )
  const attributes = await readAttributes(tenant, { codes })
  const ids = attributes.map(({ id }) => id)
  const winner = (await lockProducts(tenant, [winner_id, loser_id], ids)).get(winner_id)
  if (!winner) throw await whyNot(tenant, winner_id)

  await tenant.setReason(`Unmerged ${loser_name} from ${winner.base.name}`)
  const back = taken.filter(({ field, made }) => same(nowOf(winner, attributes, field), made))
  await writeOr409(
    tenant,
    winner_id,
    back.map(({ field, old }) => ({ field, value: old })),
  )
  const { db, companyId } = tenant
  await unique(
    `The code, the GTIN or a unique value of ${loser_name} belongs to another product now. Change that first.`,
    sql`update products set deleted_at = null, merged_into = null where company_id = ${companyId} and id = ${loser_id}`.execute(
      db,
    ),
  )
  const missing = await moveBack(tenant, moved, loser_id, winner_id)
  await sql`
    update product_merges set unmerged_at = now(), unmerged_by = ${caller.personId}
    where company_id = ${companyId} and id = ${mergeId}`.execute(db)
  const kept = [
    ...taken
      .filter((each) => !back.includes(each))
      .map(({ field, label }) => ({ field, message: `${label} was changed after the merge` })),
    ...Object.entries(missing)
      .filter(([, count]) => count > 0)
      .map(([table, count]) => ({ field: table, message: `${count} of the ${WORDS[table] ?? table} have gone since` })),
  ]
  return {
    winner: await productDetails(tenant, pictures, winner_id),
    loser: await productDetails(tenant, pictures, loser_id),
    kept,
  }
}

const WORDS: Readonly<Record<string, string>> = {
  lines: 'products of leads',
  product_pictures: 'pictures',
  product_synonyms: 'other names',
  vendor_updates: 'vendor updates',
}

const lockMerge = async ({ db, companyId }: Tenant, id: number): Promise<MergeRow> => {
  const { rows } = await sql<MergeRow>`
    select m.winner_id, m.loser_id, m.taken, m.moved, m.unmerged_at, p.name as loser_name
    from product_merges m join products p on p.company_id = m.company_id and p.id = m.loser_id
    where m.company_id = ${companyId} and m.id = ${id} for update of m`.execute(db)
  return found('Merge', rows[0])
}

const whyNot = async ({ db, companyId }: Tenant, id: number) => {
  const { rows } = await sql<{ name: string; into: string | null }>`
    select p.name, w.name as into from products p left join products w on w.company_id = p.company_id and w.id = p.merged_into
    where p.company_id = ${companyId} and p.id = ${id}`.execute(db)
  const { name, into } = found('Product', rows[0])
  return into === null
    ? conflict(`${name} is deleted. Restore it first.`, undefined, 'deleted')
    : conflict(`${name} was merged into ${into}. Unmerge that first.`, undefined, 'merged')
}

const nowOf = (product: Standing, attributes: readonly KnownAttribute[], field: string): unknown => {
  const base = BASE_NAMES.find((name) => name === field)
  if (base) return product.base[base]
  const attribute = attributes.find(({ code }) => `attributes.${code}` === field)
  return (attribute && product.values.get(attribute.id)) ?? null
}
