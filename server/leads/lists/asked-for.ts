import { sql, type RawBuilder } from 'kysely'
import type { LeadQuery } from '#contract/leads/lead.ts'
import type { Tenant } from '#server/db/tenant.ts'

/** Only leads that ask for these products, or for a name that is none, or of these people and companies, as conditions on `l`. */
export const askingFor = (
  { companyId }: Tenant,
  { product, product_name, asked_in, contact, directory_company }: LeadQuery,
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
  ...(contact ? [sql`l.id in (${leadsOf(companyId, 'contact', contact)})`] : []),
  ...(directory_company ? [sql`l.id in (${leadsOf(companyId, 'company', directory_company)})`] : []),
]

/** As the directory counts them. */
const leadsOf = (companyId: number, of: 'contact' | 'company', ids: readonly number[]) => sql`
  select d.lead_id from directory_keys k
  join directory_leads d on d.company_id = k.company_id and ${sql.ref(`d.${of}_key_id`)} = k.id
  where k.company_id = ${companyId} and ${sql.ref(of === 'contact' ? 'k.contact_id' : 'k.directory_company_id')} = any(${ids}::bigint[])`

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
