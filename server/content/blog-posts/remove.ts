import { sql } from 'kysely'
import type { Tenant } from '#server/db/tenant.ts'
import { checkNotUnderway } from '#server/content/post/underway.ts'
import { refreshPage } from '#server/content/site/pages.ts'

/** Its address is gone for readers; undo brings it back. */
export const deletePost = async (tenant: Tenant, id: number) => {
  await checkNotUnderway(tenant, id)
  await tenant.db
    .updateTable('blog_posts')
    .set({ deleted_at: sql`now()` })
    .where('company_id', '=', tenant.companyId)
    .where('id', '=', id)
    .execute()
  await refreshPage(tenant, id)
}
