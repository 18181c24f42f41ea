import { sql } from 'kysely'
import type { PermissionKey } from '#contract/permissions.ts'
import type { Tenant } from '#server/db/tenant.ts'
import type { Row } from './rows.ts'

const SHARE: PermissionKey = 'saved_views_share'

/** A view that stands in the tabs of all is changed, or comes back, by whoever may share; to delete one's own takes no key. */
export const viewFaults = async (
  { db }: Tenant,
  rows: readonly { id: number; now: Row; added: boolean }[],
): Promise<ReadonlyMap<number, string>> => {
  const shared = rows.filter(({ now, added }) => now['shared'] === true && !added)
  if (shared.length === 0) return new Map()
  const may = await sql`
    select from staff s where s.id = nullif(current_setting('leadroom.actor_id', true), '')::integer and ${SHARE} = any (s.permissions)`.execute(
    db,
  )
  if (may.rows.length > 0) return new Map()
  return new Map(shared.map(({ id }) => [id, `The view is shared: changing it takes the permission ${SHARE}.`]))
}
