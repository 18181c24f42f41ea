import { sql } from 'kysely'
import type { Tenant } from '#server/db/tenant.ts'

/** Marks products as deleted: leads that name them keep their names. */
export const removeProducts = async ({ db, companyId }: Tenant, ids: readonly number[]) => {
  await sql`
    update products set deleted_at = now() where company_id = ${companyId} and id = any(${ids}::bigint[]) and deleted_at is null`.execute(
    db,
  )
}
