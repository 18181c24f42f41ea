import { sql } from 'kysely'
import type { Tenant } from '#server/db/tenant.ts'
import { conflict } from '#server/kit/errors.ts'

interface Settings {
  review_required: boolean
  version: number
}

/** How the company publishes; what nobody has set is as usual. */
export const contentSettings = async ({ db, companyId }: Tenant): Promise<Settings> => {
  const { rows } = await sql<Settings>`
    select review_required, version from content_settings where company_id = ${companyId}`.execute(db)
  return rows[0] ?? { review_required: false, version: 1 }
}

export const setContentSettings = async (
  tenant: Tenant,
  { review_required, version }: { review_required: boolean; version?: number },
): Promise<Settings> => {
  const { db, companyId } = tenant
  // Whoever sets them first makes the row; it says what it said without.
  await sql`insert into content_settings (company_id) values (${companyId}) on conflict do nothing`.execute(db)
  const now = await db
    .selectFrom('content_settings')
    .select(['review_required', 'version'])
    .where('company_id', '=', companyId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (version !== undefined && version < now.version && now.review_required !== review_required)
    throw conflict(
      'Somebody else has changed these settings. Look at them again.',
      { current: now },
      'version_conflict',
    )
  if (now.review_required !== review_required)
    await db.updateTable('content_settings').set({ review_required }).where('company_id', '=', companyId).execute()
  return contentSettings(tenant)
}
