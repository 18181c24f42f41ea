import { sql } from 'kysely'
import type { Tenant } from '#server/db/tenant.ts'

const AT_ONCE = 50

/** Takes the texts of the next posts that were deleted 30 days ago, and what people had typed into them; true when there may be more. */
export const eraseDeleted = async ({ db, companyId }: Tenant): Promise<boolean> => {
  const { rows } = await sql<{ id: number }>`
    select id from blog_posts
    where company_id = ${companyId} and erased_at is null and deleted_at < now() - interval '30 days'
    order by deleted_at limit ${AT_ONCE} for update skip locked`.execute(db)
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return false
  await sql`
    update blog_posts set draft_version = null, live_version = null, live = false, work = 'draft', publish_at = null, publish_zone = null,
      review_note = '', erased_at = now()
    where company_id = ${companyId} and id = any (${ids}::bigint[])`.execute(db)
  for (const table of ['blog_versions', 'blog_working_copies'])
    await sql`delete from ${sql.table(table)} where company_id = ${companyId} and post_id = any (${ids}::bigint[])`.execute(
      db,
    )
  return ids.length === AT_ONCE
}
