import { sql } from 'kysely'
import { crashPoint } from '#server/db/crash.ts'
import type { Tenant, Tenants } from '#server/db/tenant.ts'
import { awaitOverdue, GOES_ON_OVERDUE } from '#server/leads/sla/refresh-clocks.ts'
import { giveBack } from './give-back.ts'
import { listSettings } from './settings.ts'
import { BATCH } from './waiting.ts'

/**
 * Where a company wants it, takes back what QA people have not taken in hand when its target was over: such a lead waits
 * again, and goes to somebody else.
 */
export const releaseOverdue = async (tenants: Tenants, companyId: number) => {
  const actor = { kind: 'rule', channel: 'auto-assign', act: 'auto-assign-qa.overdue' } as const
  let more = true
  while (more)
    more = await tenants.write(companyId, actor, async (tenant) => {
      if (!(await listSettings(tenant, 'qa')).release_overdue) return false
      const leads = await lockOverdue(tenant)
      await tenant.setReason('It was not started in time')
      await giveBack(tenant, 'qa', leads, { how: 'did not start it in time' })
      crashPoint('overdue.after_release')
      await awaitOverdue(tenant)
      return leads.length === BATCH
    })
}

/** Locked in the order of their ids, as everybody does; the clocks too, so that one which begins anew meanwhile is not taken for late. */
const lockOverdue = async ({ db, companyId }: Tenant): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select l.id from lead_clocks k join leads l on l.company_id = k.company_id and l.id = k.lead_id
    where k.company_id = ${companyId} and k.due_at <= now() and ${GOES_ON_OVERDUE}
    order by l.id limit ${BATCH} for no key update of l, k`.execute(db)
  return rows.map(({ id }) => id)
}
