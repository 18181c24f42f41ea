import { sql } from 'kysely'
import type { Tenant } from '#server/db/tenant.ts'
import { restartAcceptances } from '#server/leads/assignment/acceptance.ts'
import { requeueLeads } from '#server/leads/assignment/queue.ts'
import { recheckLeads } from '#server/leads/restricted-domains/quarantine.ts'
import { refreshClocks } from '#server/leads/sla/refresh-clocks.ts'
import { screenAgain } from './screening.ts'

/**
 * Leads that were set anew in whatever way: each waits for whom it needs as it is now, is timed, and wakes on its day. Those to screen
 * become what their domain makes of leads that come in; so do those that came `back`, but one that is held stays so until
 * somebody releases it. `acts` are those that are taken back by it. Under the restrictions' lock, which is taken before the leads'.
 */
export const refreshLeads = async (
  tenant: Tenant,
  ids: readonly number[],
  toScreen: readonly number[],
  back: readonly number[] = [],
  acts: readonly string[] = [],
) => {
  await requeueLeads(tenant, ids, acts)
  await refreshClocks(tenant, ids)
  await restartAcceptances(tenant, ids)
  await recheckLeads(tenant, back)
  for (const id of await newOf(tenant, toScreen, back)) await screenAgain(tenant, id)
  await tenant.due('wake')
}

/** Those that nobody holds or has decided; of those that came back, what is not held. */
const newOf = async ({ db, companyId }: Tenant, ids: readonly number[], back: readonly number[]): Promise<number[]> => {
  if (ids.length + back.length === 0) return []
  const { rows } = await sql<{ id: number }>`
    select id from leads
    where company_id = ${companyId} and status = 'new' and deleted_at is null
      and (id = any(${ids}::bigint[]) or (id = any(${back}::bigint[]) and quarantined_by is null)) order by id`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}
