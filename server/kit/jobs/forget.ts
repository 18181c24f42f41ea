import { sql } from 'kysely'
import type { Tenant } from '#server/db/tenant.ts'

/** As long as what a job did can be undone. */
const KEPT_DAYS = 30
const AT_ONCE = 20

/**
 * Takes away the next jobs that ended long ago, with their results; true when there may be more. The last job of an import
 * stays with it: how far it came is told from the job.
 */
export const forgetJobs = async ({ db, companyId }: Tenant): Promise<boolean> => {
  const { numAffectedRows = 0n } = await sql`
    delete from jobs where company_id = ${companyId} and id in (
      select j.id from jobs j
      where j.company_id = ${companyId} and j.finished_at < now() - make_interval(days => ${KEPT_DAYS})
        and not exists (select from lead_imports i where i.company_id = ${companyId} and i.job_id = j.id)
      order by j.finished_at limit ${AT_ONCE} for update skip locked)`.execute(db)
  return numAffectedRows === BigInt(AT_ONCE)
}
