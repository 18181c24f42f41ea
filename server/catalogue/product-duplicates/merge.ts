import { sql } from 'kysely'
import type { productDuplicates } from '#contract/catalogue/product-duplicates.ts'
import type { BodyOf, Reply } from '#contract/kit/endpoint.ts'
import { productDetails } from '#server/catalogue/master-products/details.ts'
import { asEdit, readProducts, type Standing } from '#server/catalogue/master-products/edit.ts'
import { writeProducts, type Outcome } from '#server/catalogue/master-products/write.ts'
import { optionsSaid, readAttributes, textsOf } from '#server/catalogue/product-structure/attributes.ts'
import type { Pictures } from '#server/platform/pictures/open.ts'
import type { Tenant } from '#server/db/tenant.ts'
import type { Caller } from '#server/kit/auth.ts'
import { badField, conflict, found, UserError } from '#server/kit/errors.ts'
import { moveAll, movesOf } from './moves.ts'
import { planMerge, takenBy } from './plan.ts'
import { mergesInto } from './queries.ts'

/** Makes one product part of another, in the transaction of the request; a dry run only says what would become of it. */
export const mergeProducts = async (
  tenant: Tenant,
  pictures: Pictures,
  caller: Caller,
  body: BodyOf<typeof productDuplicates.merge>,
): Promise<Reply<typeof productDuplicates.merge>['data']> => {
  const { winner: winnerId, loser: loserId, picks = {}, dryRun = false } = body
  if (winnerId === loserId) throw badField('loser', 'A product can’t be merged with itself. Choose two products.')
  const attributes = await attributesOf(tenant, [winnerId, loserId])
  const ids = attributes.map(({ id }) => id)
  // What is part of another product is deleted, so it is found by neither: merges never make a circle.
  const products = await readProducts(tenant, [winnerId, loserId], ids, { lock: !dryRun })
  const winner = await standing(tenant, products, winnerId)
  const loser = await standing(tenant, products, loserId)
  refuseChanged(winner, body.winnerVersion)
  refuseChanged(loser, body.loserVersion)
  const texts = [...winner.values.values(), ...loser.values.values()].flatMap(textsOf)
  const names = await categoryNames(tenant, [winner, loser])
  const known = {
    attributes,
    optionOf: await optionsSaid(tenant, attributes, texts),
    categoryName: (id: number) => names.get(id),
  }
  const plan = planMerge(known, winner, loser, picks)
  const moves = await movesOf(tenant, loserId)
  const fields = plan.map(({ field, label, winnerText, loserText, chosen }) => ({
    field,
    label,
    winner: winnerText,
    loser: loserText,
    chosen,
  }))
  if (dryRun) return { fields, moves, merge: null, product: null }

  await tenant.setReason(`${loser.base.name} merged into ${winner.base.name}`)
  const taken = takenBy(plan)
  const { db, companyId } = tenant
  // First: the winner may take its code.
  await sql`
    update products set deleted_at = now(), merged_into = ${winnerId} where company_id = ${companyId} and id = ${loserId}`.execute(
    db,
  )
  await writeOr409(
    tenant,
    winnerId,
    taken.map(({ field, made }) => ({ field, value: made })),
  )
  const moved = await moveAll(tenant, { id: loserId, name: loser.base.name, code: loser.base.code }, winnerId)
  const { id } = await db
    .insertInto('product_merges')
    .values({
      company_id: companyId,
      winner_id: winnerId,
      loser_id: loserId,
      merged_by: caller.personId,
      taken: JSON.stringify(taken),
      moved: JSON.stringify(moved),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const [merge] = await mergesInto(tenant, winnerId, id)
  return { fields, moves, merge: found('Merge', merge), product: await productDetails(tenant, pictures, winnerId) }
}

/** Writes fields of a product; all of them, or nothing of the whole act. */
export const writeOr409 = async (tenant: Tenant, id: number, fields: readonly { field: string; value: unknown }[]) => {
  if (fields.length === 0) return
  const [outcome] = await writeProducts(tenant, [{ id, sent: asEdit(fields), asEntered: true }], { source: 'person' })
  if (outcome?.outcome === 'refused') throw refusal(outcome)
}

const refusal = ({ fields }: Outcome & { outcome: 'refused' }) =>
  new UserError(409, fields.map(({ message }) => message).join(' '), { code: 'refused', errors: fields })

const standing = async (tenant: Tenant, products: ReadonlyMap<number, Standing>, id: number): Promise<Standing> => {
  const product = products.get(id)
  if (product) return product
  const { rows } = await sql<{ name: string; into: string }>`
    select p.name, w.name as into from products p join products w on w.company_id = p.company_id and w.id = product_now(p.id)
    where p.company_id = ${tenant.companyId} and p.id = ${id} and p.merged_into is not null`.execute(tenant.db)
  const [merged] = rows
  if (merged) throw conflict(`${merged.name} was merged into ${merged.into} already.`, undefined, 'merged')
  throw new UserError(404, 'Product not found')
}

/** The preview was of these versions: whatever has changed since may change the choice. */
const refuseChanged = ({ version, base }: Standing, seen: number | undefined) => {
  if (seen !== undefined && seen !== version)
    throw conflict(
      `${base.name} has changed since you opened it. Review both, then merge.`,
      undefined,
      'version_conflict',
    )
}

const attributesOf = async (tenant: Tenant, ids: readonly number[]) => {
  const { rows } = await sql<{ attribute_id: number }>`
    select distinct attribute_id from product_values
    where company_id = ${tenant.companyId} and product_id = any(${ids}::bigint[]) and filled`.execute(tenant.db)
  return readAttributes(tenant, { ids: rows.map(({ attribute_id }) => attribute_id) })
}

const categoryNames = async ({ db, companyId }: Tenant, products: readonly Standing[]) => {
  const ids = products.flatMap(({ base }) => base.category_id ?? [])
  const { rows } = await sql<{ id: number; name: string }>`
    select id, name from product_categories where company_id = ${companyId} and id = any(${ids}::bigint[])`.execute(db)
  return new Map(rows.map(({ id, name }) => [id, name]))
}
