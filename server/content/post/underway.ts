import { sql } from 'kysely'
import type { Tenant } from '#server/db/tenant.ts'
import { conflict } from '#server/kit/errors.ts'

/** Whether a mailing about a post is on hold, on its way, or waits for a person. */
export const isUnderway = async ({ db, companyId }: Tenant, postId: number): Promise<boolean> => {
  const { rows } = await sql`
    select from post_mailings p join mailings m on m.company_id = p.company_id and m.id = p.mailing_id
    where p.company_id = ${companyId} and p.post_id = ${postId} and m.state in ('held', 'sending', 'paused', 'stopped')
    limit 1`.execute(db)
  return rows.length > 0
}

/** Readers of a mail must find the post: while it is mailed, it stays. The post is locked. */
export const checkNotUnderway = async (tenant: Tenant, postId: number) => {
  if (await isUnderway(tenant, postId))
    throw conflict('An update of this post is being sent. Cancel the mailing first.', undefined, 'sending')
}
