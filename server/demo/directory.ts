import { openPool } from '#server/db/connect.ts'
import { openTenants } from '#server/db/tenant.ts'
import { keepDirectory } from '#server/directory/directory-upkeep/fold.ts'
import type { Staffed } from './companies.ts'

const READING_MS = 600_000

/** Reads who has written, as a server would do behind the writes: the directory is there when somebody looks. */
export const keepDirectories = async (ownerUrl: string, companies: readonly Staffed[]): Promise<void> => {
  const pool = openPool(ownerUrl, { max: 1, statement_timeout: READING_MS, application_name: 'leadroom demo' })
  try {
    for (const { companyId } of companies) await keepDirectory(openTenants(pool), companyId)
  } finally {
    await pool.end()
  }
}
