import { sql } from 'kysely'
import type { Tenant } from '#server/db/tenant.ts'
import { TODAY } from './fold.ts'

/** What people asked for of a product, in leads. */
export interface Demand {
  product_id: number
  leads_30: number
  leads_90: number
  valid_90: number
  decided_90: number
  last_lead_at: string | null
  /** The last 13 weeks, the oldest first; the last of them ends today. */
  weeks: number[]
}

export const WEEKS = 13

/** The weeks of the product `d.product_id`, as a JSON array. */
export const weeksOf = (companyId: number) => sql<number[]>`(
  select json_agg(coalesce(w.asked, 0) order by week desc)
  from generate_series(0, ${sql.lit(WEEKS - 1)}) week
  left join (
    select (${TODAY} - day) / 7 as week, sum(asked)::int as asked from product_demand_days
    where company_id = ${companyId} and product_id = d.product_id and key = '' and day > ${TODAY} - ${sql.lit(WEEKS * 7)}
      and day <= ${TODAY}
    group by 1
  ) w using (week))`

/** The demand of these products, in no order. */
export const demandOf = async ({ db, companyId }: Tenant, ids: readonly number[]): Promise<Demand[]> => {
  if (ids.length === 0) return []
  const { rows } = await sql<Demand>`
    select d.product_id, d.asked_30 as leads_30, d.asked_90 as leads_90, d.valid_90, d.decided_90, d.last_lead_at, ${weeksOf(companyId)} as weeks
    from product_demand d where d.company_id = ${companyId} and d.product_id = any(${ids}::bigint[])`.execute(db)
  return rows
}

/** Who asks for it, and for how many. */
export interface DemandDetails extends Demand {
  /** Of the last 90 days, the most frequent first. */
  countries: { country: string; leads: number }[]
  /** Between which quantities eight in ten of the newest valid lines lie; null for fewer than five. */
  usual: { from: number; to: number } | null
}

const MOST_COUNTRIES = 5
const NEWEST_LEADS = 1_000
const FEWEST_LINES = 5

/** The same of one product with what its drawer shows; undefined: there is no such product. */
export const demandDetails = async (tenant: Tenant, id: number): Promise<DemandDetails | undefined> => {
  const [demand] = await demandOf(tenant, [id])
  if (!demand) return undefined
  const { db, companyId } = tenant
  const [countries, usual] = await Promise.all([
    sql<{ country: string; leads: number }>`
      select l.country, count(*) as leads from product_asks a join leads l on l.company_id = ${companyId} and l.id = a.lead_id
      where a.company_id = ${companyId} and a.product_id = ${id} and a.key = '' and a.at >= company_days_began(90) and l.country is not null
      group by 1 order by 2 desc, 1 limit ${MOST_COUNTRIES}`.execute(db),
    sql<{ from: number; to: number; lines: number }>`
      select percentile_disc(0.1) within group (order by i.quantity) as from, percentile_disc(0.9) within group (order by i.quantity) as to,
        count(*) as lines
      from (select a.lead_id from product_asks a
        where a.company_id = ${companyId} and a.product_id = ${id} and a.key = '' and a.state = 'valid' order by a.at desc limit ${NEWEST_LEADS}) a
      join lead_items i on i.company_id = ${companyId} and i.lead_id = a.lead_id and i.product_id = ${id}`.execute(db),
  ])
  const [range] = usual.rows
  return {
    ...demand,
    countries: countries.rows,
    usual: range && range.lines >= FEWEST_LINES ? { from: range.from, to: range.to } : null,
  }
}
