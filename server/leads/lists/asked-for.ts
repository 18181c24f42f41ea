import { sql, type RawBuilder } from 'kysely'
import type { LeadQuery } from '#contract/leads/lead.ts'
import type { Tenant } from '#server/db/tenant.ts'

/** Only leads that ask for these products, or for a name that is none, as conditions on `l`. */
export const askingFor = (
  { companyId }: Tenant,
  { product, product_name, asked_in }: LeadQuery,
): RawBuilder<unknown>[] => [
  ...(product ? [sql`l.id in (${linesOf(companyId, product)})`] : []),
  // As the catalogue has counted them: a name is read from all lines that have none, which takes long.
  ...(product_name === undefined
    ? []
    : [
        sql`l.id in (select a.lead_id from product_asks a
          where a.company_id = ${companyId} and a.product_id = 0 and a.key = product_key(${product_name}))`,
      ]),
  ...(asked_in === undefined ? [] : [sql`l.created_at >= company_days_began(${Number(asked_in)}::int)`]),
]

const linesOf = (companyId: number, products: readonly (number | 'unknown')[]) => {
  const ids = products.filter((product) => product !== 'unknown')
  const lines = sql`select i.lead_id from lead_items i where i.company_id = ${companyId}`
  return sql.join(
    [
      ...(ids.length ? [sql`${lines} and i.product_id = any(${ids}::bigint[])`] : []),
      ...(ids.length < products.length ? [sql`${lines} and i.product_id is null`] : []),
    ],
    sql` union all `,
  )
}
