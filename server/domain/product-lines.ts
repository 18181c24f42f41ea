import type { ProductLine } from '#contract/lead.ts'
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
      throw badField(`products.${at}.total_quantity`, 'The total quantity cannot be less than the quantity')
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
    throw new UserError(404, 'Product not found', { errors: [{ field, message: 'There is no such product' }] })
  }
  return read
}

export const totalOf = (lines: readonly StoredLine[]) =>
  lines.reduce((sum, { total_quantity }) => sum + total_quantity, 0)
