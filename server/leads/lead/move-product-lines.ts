import { sql } from 'kysely'
import type { Tenant } from '#server/db/tenant.ts'
import { LOCK } from './write.ts'

/** Lines that ask for one product ask for another from now on; what was sent stays their text. Answers their ids. `only`: among these. */
export const moveProductLines = async (
  { db, companyId }: Tenant,
  { from, to, only }: { from: number; to: number; only?: readonly number[] },
): Promise<number[]> => {
  const among = only === undefined ? sql`` : sql`and i.id = any(${only}::bigint[])`
  const { rows: leads } = await sql<{ id: number }>`
    select l.id from leads l where l.company_id = ${companyId} and l.id in (
      select i.lead_id from lead_items i where i.company_id = ${companyId} and i.product_id = ${from} ${among})
    order by l.id for ${LOCK.change}`.execute(db)
  const ids = leads.map(({ id }) => id)
  if (ids.length === 0) return []
  const { rows: lines } = await sql<{ id: number; lead_id: number }>`
    update lead_items i set product_id = ${to}
    where i.company_id = ${companyId} and i.lead_id = any(${ids}::bigint[]) and i.product_id = ${from} ${among}
    returning i.id, i.lead_id`.execute(db)
  // As every writer of a lead's products does.
  await sql`
    update leads l set products_version = l.version + 1
    where l.company_id = ${companyId} and l.id = any(${[...new Set(lines.map(({ lead_id }) => lead_id))]}::bigint[])`.execute(
    db,
  )
  return lines.map(({ id }) => id)
}
