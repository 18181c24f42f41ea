import { sql } from 'kysely'
import type { Tenant } from '#server/db/tenant.ts'
import { conflict } from '#server/kit/errors.ts'

/** 409 where targets would be left without any calendar to count by: no lead would have a clock, and nothing would say so. */
export const checkCounted = async ({ db, companyId }: Tenant) => {
  const { rows } = await sql`
    select from sla_targets where company_id = ${companyId}
      and not exists (select from working_calendars where company_id = ${companyId}) limit 1`.execute(db)
  if (rows.length > 0)
    throw conflict('Targets need a calendar, and none would be left. Nothing was undone.', undefined, 'not_undoable')
}
