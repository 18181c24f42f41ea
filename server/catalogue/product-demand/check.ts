import { sql } from 'kysely'
import type { Tenant, Tenants } from '#server/db/tenant.ts'
import { ASKS, DEMAND_DUE, NAMES, SUMS, WINDOWS } from './fold.ts'

/** How much is stored of a company's demand, and how much of it is not what the leads say. */
export interface CheckedDemand {
  stored: number
  wrong: number
}

/** Compares what is stored with the leads, but for those that wait to be counted; where some is wrong, all of it is made again. */
export const checkDemand = async (tenants: Tenants, companyId: number): Promise<CheckedDemand> => {
  const found = await tenants.read(companyId, strayDemand)
  if (found.wrong)
    await tenants.write(
      companyId,
      { kind: 'system', channel: 'api', act: 'product-demand.check' },
      async (tenant: Tenant) => {
        const { db } = tenant
        await sql`
          insert into demand_queue (company_id, lead_id)
          select company_id, lead_id from lead_items where company_id = ${companyId}
          union select company_id, lead_id from product_asks where company_id = ${companyId}`.execute(db)
        // In no zone: the days are added up again.
        await sql`update product_demand_states set zone = '' where company_id = ${companyId}`.execute(db)
        await tenant.due(DEMAND_DUE)
      },
    )
  return found
}

/** Sums of windows are of the day that they were made on; from midnight until they are moved they are left out. */
const strayDemand = async ({ db, companyId }: Tenant): Promise<CheckedDemand> => {
  const { rows } = await sql<CheckedDemand>`
    with state as materialized (
      select zone, today = company_today() as of_today from product_demand_states where company_id = ${companyId}
    ), settled as not materialized (
      select a.* from product_asks a where a.company_id = ${companyId}
        and a.lead_id not in (select lead_id from demand_queue where company_id = ${companyId})
    ), is_now as (
      ${ASKS(companyId, sql`(select zone from state)`, sql`l.id not in (select lead_id from demand_queue where company_id = ${companyId})`)}
    ), asks as (
      (select lead_id, product_id, key, text, at, day, state from settled except select lead_id, product_id, key, text, at, day, state from is_now)
      union all
      (select lead_id, product_id, key, text, at, day, state from is_now except select lead_id, product_id, key, text, at, day, state from settled)
    ), sums as (
      ${SUMS(companyId)}
    ), stored as (
      select company_id, product_id, key, day, asked, valid, invalid from product_demand_days
      where company_id = ${companyId} and (asked, valid, invalid) <> (0, 0, 0)
    ), days as (
      (table sums except table stored) union all (table stored except table sums)
    ), windows as (
      select d.product_id from state, product_demand d cross join lateral (${WINDOWS(companyId, sql`d.product_id`)}) w
      where d.company_id = ${companyId} and state.of_today
        and (d.asked_30, d.asked_90, d.valid_90, d.decided_90, d.last_lead_at)
          is distinct from (w.asked_30, w.asked_90, w.valid_90, w.decided_90, w.last_lead_at)
    ), names as (
      select 1 from state, unmatched_names u left join lateral (${NAMES(companyId, sql`u.key`)}) n on true
      where u.company_id = ${companyId} and state.of_today
        and (u.text, u.asked, u.asked_90, u.valid_90, u.first_at, u.last_at)
          is distinct from (n.text, n.asked, n.asked_90, n.valid_90, n.first_at, n.last_at)
    )
    select (select count(*) from product_asks where company_id = ${companyId}) + (select count(*) from stored) as stored,
      (select count(*) from asks) + (select count(*) from days) + (select count(*) from windows) + (select count(*) from names) as wrong`.execute(
    db,
  )
  return rows[0] ?? { stored: 0, wrong: 0 }
}
