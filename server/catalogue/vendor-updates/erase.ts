import { sql } from 'kysely'
import type { Tenant } from '#server/db/tenant.ts'

const AT_ONCE = 200

/** Empties the next requests and links of vendors that were closed a year ago of what people told of themselves; true when there may be more. */
export const eraseContacts = async ({ db }: Tenant): Promise<boolean> => {
  const { rows } = await sql<{ erased: number }>`select erase_vendor_contacts(${AT_ONCE}) as erased`.execute(db)
  return rows[0]?.erased === AT_ONCE
}
