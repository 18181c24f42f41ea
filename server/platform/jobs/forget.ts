import { sql } from 'kysely'
import type { Tenant } from '#server/db/tenant.ts'

/** As long as what a job did can be undone. */
const KEPT_DAYS = 30
const JOBS_AT_ONCE = 20
/** A job has up to one for each row that it was at. */
const RESULTS_AT_ONCE = 10_000

/**
 * Takes away the next jobs that ended long ago, once their results have gone, so many at a time; true when there may be more. The last
 * job of an import stays with it: how far it came is told from the job.
 */
export const forgetJobs = async ({ db, companyId }: Tenant): Promise<boolean> => {
  const { rows } = await sql<{ id: number }>`
    select j.id from jobs j
    where j.company_id = ${companyId} and j.finished_at < now() - make_interval(days => ${KEPT_DAYS})
      and not exists (select from imports i where i.company_id = ${companyId} and i.job_id = j.id)
    order by j.finished_at limit ${JOBS_AT_ONCE} for update skip locked`.execute(db)
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return false
  const { numAffectedRows: results = 0n } = await sql`
    delete from job_results r using (
      select job_id, id from job_results where company_id = ${companyId} and job_id = any(${ids}::bigint[])
      order by job_id, id limit ${RESULTS_AT_ONCE}) old
    where r.company_id = ${companyId} and r.job_id = old.job_id and r.id = old.id`.execute(db)
  if (results === BigInt(RESULTS_AT_ONCE)) return true
  await sql`delete from jobs where company_id = ${companyId} and id = any(${ids}::bigint[])`.execute(db)
  return ids.length === JOBS_AT_ONCE
}
