import { sql } from 'kysely'
import type { Tenant } from '#server/db/tenant.ts'

const AT_ONCE = 200

/** Empties the next leads that were deleted too long ago to come back; true when there may be more. */
export const eraseDeleted = async ({ db }: Tenant): Promise<boolean> => {
  const { rows } = await sql<{ erased: number }>`select erase_deleted_leads(${AT_ONCE}) as erased`.execute(db)
  return rows[0]?.erased === AT_ONCE
}
