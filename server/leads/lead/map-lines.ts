import { sql } from 'kysely'
import type { Tenant } from '#server/db/tenant.ts'
import { LOCK } from './write.ts'

interface Mapping {
  key: string
  productId: number
  /** The lead before the first one. */
  after: number
  /** So many leads. */
  most: number
  untouched?: boolean
}

export interface Mapped {
  lines: number
  /** Of how many leads. */
  leads: number
  /** The last lead that was looked at; undefined: there were none. */
  last: number | undefined
}

/**
 * Lines that name something outside the catalogue ask for this product from now on; what was sent stays their text, and a verdict keeps
 * what it saw. Takes the next leads by their ids, those that the catalogue has counted for the name. `untouched`: only lines that nobody
 * has given another product since they came, so that what a person or an undo has unmapped stays.
 */
export const mapLines = async (
  { db, companyId }: Tenant,
  { key, productId, after, most, untouched = false }: Mapping,
): Promise<Mapped> => {
  const { rows: leads } = await sql<{ id: number }>`
    select l.id from leads l where l.company_id = ${companyId} and l.id in (
      select a.lead_id from product_asks a
      where a.company_id = ${companyId} and a.product_id = 0 and a.key = ${key} and a.lead_id > ${after} order by a.lead_id limit ${most})
    order by l.id for ${LOCK.change}`.execute(db)
  const ids = leads.map(({ id }) => id)
  if (ids.length === 0) return { lines: 0, leads: 0, last: undefined }
  const { rows: lines } = await sql<{ lead_id: number }>`
    update lead_items i set product_id = ${productId}
    where i.company_id = ${companyId} and i.lead_id = any(${ids}::bigint[]) and i.product_id is null and product_key(i.product_name) = ${key}
      ${
        untouched
          ? sql`and not exists (
        select from changes h where h.company_id = ${companyId} and h.root = 'leads' and h.root_id = i.lead_id and h.entity = 'lead_items'
          and h.entity_id = i.id and h.verb = 'updated' and h.fields ? 'product_id')`
          : sql``
      }
    returning i.lead_id`.execute(db)
  const changed = [...new Set(lines.map(({ lead_id }) => lead_id))]
  // As every writer of a lead's products does.
  await sql`
    update leads l set products_version = l.version + 1
    where l.company_id = ${companyId} and l.id = any(${changed}::bigint[])`.execute(db)
  return { lines: lines.length, leads: changed.length, last: ids.at(-1) }
}

/** How many lines of how many leads that would be. */
export const linesNamed = async ({ db, companyId }: Tenant, key: string): Promise<Omit<Mapped, 'last'>> => {
  const { rows } = await sql<Omit<Mapped, 'last'>>`
    select coalesce(sum(n), 0) as lines, count(*) as leads
    from product_asks a
    -- Lead by lead, however few the planner believes that there are: keys of names are dear to make.
    cross join lateral (
      select count(*) as n from lead_items i
      where i.company_id = ${companyId} and i.lead_id = a.lead_id and i.product_id is null and product_key(i.product_name) = ${key} offset 0) i
    where a.company_id = ${companyId} and a.product_id = 0 and a.key = ${key} and i.n > 0`.execute(db)
  return rows[0] ?? { lines: 0, leads: 0 }
}
