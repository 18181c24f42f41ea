import { sql } from 'kysely'
import type { Tenant } from '#server/db/tenant.ts'

/** The act under which the directory is kept; who comes in by it is no news for the history. */
export const UPKEEP = 'directory.upkeep'

/** One writer of a company's directory at a time. Take it before any row of the directory is locked. */
export const lockDirectory = async ({ db, companyId }: Tenant): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtext('directory'), ${companyId})`.execute(db)
}
