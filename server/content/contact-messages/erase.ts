import { sql } from 'kysely'
import type { Tenant } from '#server/db/tenant.ts'

const AT_ONCE = 200

/** Empties the next messages that nobody needs any more; true when there may be more. */
export const eraseOld = async ({ db }: Tenant): Promise<boolean> => {
  const { rows } = await sql<{ erased: number }>`select erase_contact_messages(${AT_ONCE}) as erased`.execute(db)
  return rows[0]?.erased === AT_ONCE
}
