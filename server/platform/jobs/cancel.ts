import { sql } from 'kysely'
import type { Tenant } from '#server/db/tenant.ts'
import { JOBS_DUE } from '#server/kit/due-worker.ts'
import { STALE_SECONDS } from './claim.ts'

/** Stops a job before its next chunk: at once where nobody is at it, or only somebody who is dead. */
export const cancelJob = async (tenant: Tenant, id: number) => {
  await sql`
    update jobs set cancel_asked_at = coalesce(cancel_asked_at, now()),
      (state, finished_at) = (select case when idle then 'cancelled' else state end, case when idle then now() end
        from (select heartbeat_at is null or heartbeat_at < now() - make_interval(secs => ${STALE_SECONDS}) as idle) i)
    where company_id = ${tenant.companyId} and id = ${id} and state in ('queued', 'running')`.execute(tenant.db)
  await tenant.due(JOBS_DUE)
}
