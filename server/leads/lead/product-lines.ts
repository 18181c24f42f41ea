import { sql } from 'kysely'
import type { ProductLine } from '#contract/leads/lead.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { badField, UserError } from '#server/kit/errors.ts'

export interface StoredLine {
  product_id: number | null
  product_name: string
  quantity: number
  total_quantity: number
}

/** Product lines as they are stored; 400 for a total below its quantity, 404 for a product of nobody's or somebody else's. */
export const readProductLines = async (
  { db, companyId }: Tenant,
  lines: readonly ProductLine[] = [],
): Promise<StoredLine[]> => {
  const read = lines.map(({ product_id = null, product_name, quantity, total_quantity = quantity }, at) => {
    if (total_quantity < quantity)
      throw badField(`products.${at}.total_quantity`, 'The total quantity can’t be less than the quantity')
    return { product_id, product_name, quantity, total_quantity }
  })
  const ids = [...new Set(read.flatMap(({ product_id }) => product_id ?? []))]
  if (ids.length === 0) return read

  const known = await db
    .selectFrom('products')
    .select('id')
    .where('company_id', '=', companyId)
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .execute()
  const missing = read.findIndex(({ product_id }) => product_id !== null && !known.some(({ id }) => id === product_id))
  if (missing >= 0) {
    const field = `products.${missing}.product_id`
    throw new UserError(404, 'Product not found', { errors: [{ field, message: 'This product does not exist' }] })
  }
  return read
}

export const totalOf = (lines: readonly StoredLine[]) =>
  lines.reduce((sum, { total_quantity }) => sum + total_quantity, 0)

/** What the lines of the lead `l` of a statement sum up to. */
const sumOfLines = (companyId: number) => sql<number>`(
  select coalesce(sum(i.total_quantity), 0) from lead_items i where i.company_id = ${companyId} and i.lead_id = l.id)`

/** What the lead `l` of a statement asks for, after its lines have changed: what they sum up to; a verdict keeps the total that it found. */
export const totalOfLead = (companyId: number) =>
  sql<number>`case l.status when 'valid' then l.total_quantity else ${sumOfLines(companyId)} end`

/**
 * Leads that were given an earlier total, another verdict or other lines ask for what their lines sum up to now; valid ones for what
 * their verdict found.
 */
export const sumAgain = async ({ db, companyId }: Tenant, leadIds: readonly number[]) => {
  await sql`
    update leads l set total_quantity = t.total
    from (
      select l.id, case when l.status = 'valid' and v.id is not null
        then (select coalesce(sum((p ->> 'total_quantity')::bigint), 0) from jsonb_array_elements(v.products) p)
        else ${sumOfLines(companyId)} end as total
      from leads l left join lead_verdicts v on v.company_id = l.company_id and v.id = l.verdict_id
      where l.company_id = ${companyId} and l.id = any(${leadIds}::bigint[])) t
    where l.company_id = ${companyId} and l.id = t.id and l.total_quantity <> t.total`.execute(db)
}
