import { sql } from 'kysely'
import type { Tenant } from '#server/db/tenant.ts'

/** One at a time adds to the views of a company, brings one back or shares one: each counts what the one before has stored. */
export const lockViews = async ({ db, companyId }: Tenant) => {
  await sql`select pg_advisory_xact_lock(hashtext('saved_views'), ${companyId})`.execute(db)
}

/** How many views of the screen somebody keeps, and how many views of all screens their company shares. */
export const viewCounts = async ({ db, companyId }: Tenant, ownerId: number, screen: string) => {
  const { rows } = await sql<{ own: number; shared: number }>`
    select count(*) filter (where owner_id = ${ownerId} and screen = ${screen}) as own, count(*) filter (where shared) as shared
    from saved_views where company_id = ${companyId} and deleted_at is null`.execute(db)
  return rows[0] ?? { own: 0, shared: 0 }
}
