import { sql } from 'kysely'
import type { Tenant } from '#server/db/tenant.ts'

/** Selections that nobody acted upon are deleted after so many days. */
const KEPT_DAYS = 2
const FORGOTTEN_AT_ONCE = 10

/** Deletes the next old selections that no open job is given as its `selection`; true when there may be more. */
export const forgetSelections = async ({ db, companyId }: Tenant): Promise<boolean> => {
  const { numAffectedRows = 0n } = await sql`
    delete from selections where company_id = ${companyId} and id in (
      select s.id from selections s
      where s.company_id = ${companyId} and s.created_at < now() - make_interval(days => ${KEPT_DAYS})
        and not exists (select from jobs j where j.company_id = ${companyId} and j.state in ('queued', 'running')
          and (j.input ->> 'selection')::bigint = s.id)
      order by s.created_at limit ${FORGOTTEN_AT_ONCE} for update skip locked)`.execute(db)
  return numAffectedRows === BigInt(FORGOTTEN_AT_ONCE)
}
