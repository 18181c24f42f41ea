import { sql } from 'kysely'
import type { Missing } from '#contract/catalogue/product.ts'
import type { Tenant } from '#server/db/tenant.ts'

/** A product that somebody wants to show or hide, locked. */
export interface Shown {
  id: number
  name: string
  discoverable: boolean
  version: number
  missing: readonly Missing[]
}

/** Why it cannot be shown; undefined where it can. */
export const whyNotShown = ({ name, missing }: Pick<Shown, 'name' | 'missing'>): string | undefined => {
  const empty = emptyFields(missing)
  return empty === undefined ? undefined : `${name} cannot be shown yet: ${empty}`
}

/** "2 required fields are empty: Material, Connection."; undefined where none is. */
export const emptyFields = (missing: readonly Missing[]): string | undefined => {
  if (missing.length === 0) return undefined
  const labels = missing.map(({ label }) => label).join(', ')
  return `${missing.length === 1 ? '1 required field is empty' : `${missing.length} required fields are empty`}: ${labels}.`
}

/** Shows or hides products; the only statement that does. */
export const setDiscoverable = async ({ db, companyId }: Tenant, ids: readonly number[], discoverable: boolean) => {
  await sql`
    update products set discoverable = ${discoverable}
    where company_id = ${companyId} and id = any(${ids}::bigint[]) and discoverable <> ${discoverable}`.execute(db)
}

/** How many leads that are still worked on name the product. */
export const openLeads = async ({ db, companyId }: Tenant, id: number): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from leads l
    where l.company_id = ${companyId} and l.deleted_at is null and l.status not in ('valid', 'invalid') and l.id in (
      select i.lead_id from lead_items i where i.company_id = ${companyId} and i.product_id = ${id})`.execute(db)
  return rows[0]?.n ?? 0
}

/** How many leads name the product. */
export const leadsNaming = async ({ db, companyId }: Tenant, id: number): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from leads l
    where l.company_id = ${companyId} and l.deleted_at is null and l.id in (
      select i.lead_id from lead_items i where i.company_id = ${companyId} and i.product_id = ${id})`.execute(db)
  return rows[0]?.n ?? 0
}
