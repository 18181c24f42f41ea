import { sql } from 'kysely'
import type { PermissionKey } from '#contract/kit/permissions.ts'
import { MOST_VIEWS } from '#contract/platform/saved-views.ts'
import { permissionsInWords } from '#contract/platform/permission-words.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { viewCounts } from './view-counts.ts'
import type { Row } from '#server/platform/changes/rows.ts'

const SHARE: PermissionKey = 'saved_views_share'

interface View {
  id: number
  now: Row
  values: Row
  added: boolean
}

/** Why views cannot be as they were, by their ids. */
export const viewFaults = async (tenant: Tenant, rows: readonly View[]): Promise<ReadonlyMap<number, string>> => {
  const stay = rows.filter(({ added }) => !added)
  return new Map([...(await tooMany(tenant, stay)), ...(await notShared(tenant, stay))])
}

/** A view that stands in the tabs of all is changed, or comes back, by whoever may share; to delete one's own takes no key. */
const notShared = async ({ db }: Tenant, views: readonly View[]): Promise<[number, string][]> => {
  const shared = views.filter(({ now }) => now['shared'] === true)
  if (shared.length === 0) return []
  const may = await sql`
    select from staff s where s.id = nullif(current_setting('leadroom.actor_id', true), '')::integer and ${SHARE} = any (s.permissions)`.execute(
    db,
  )
  if (may.rows.length > 0) return []
  return shared.map(({ id }) => [
    id,
    `The view is shared. You need the permission ${permissionsInWords([SHARE])} to change it.`,
  ])
}

/** One that comes back, or is shared again, is one more. */
const tooMany = async (tenant: Tenant, views: readonly View[]): Promise<[number, string][]> => {
  const faults: [number, string][] = []
  for (const { id, now, values } of views) {
    const then = { ...now, ...values }
    const [owner, screen] = [then['owner_id'], then['screen']]
    if (then['deleted_at'] !== null || typeof owner !== 'number' || typeof screen !== 'string') continue
    const isBack = now['deleted_at'] !== null
    const isMoreShared = then['shared'] === true && (isBack || now['shared'] !== true)
    if (!isBack && !isMoreShared) continue
    const { own, shared } = await viewCounts(tenant, owner, screen)
    if (isBack && own >= MOST_VIEWS.own)
      faults.push([id, `You can have at most ${MOST_VIEWS.own} views of this list. Delete one first.`])
    else if (isMoreShared && shared >= MOST_VIEWS.shared)
      faults.push([id, `Your company can share at most ${MOST_VIEWS.shared} views. Stop sharing one first.`])
  }
  return faults
}
