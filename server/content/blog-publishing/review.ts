import { sql } from 'kysely'
import type { Tenant } from '#server/db/tenant.ts'
import { conflict } from '#server/kit/errors.ts'
import type { Standing } from '#server/content/post/standing.ts'
import { contentSettings } from './settings.ts'

/** Whether this person made any of what would be new for readers since somebody else looked at it. */
export const hasWritten = async ({ db, companyId }: Tenant, post: Standing, personId: number): Promise<boolean> => {
  const { rows } = await sql<{ wrote: boolean }>`
    select exists (select from blog_versions where company_id = ${companyId} and post_id = ${post.id} and made_by = ${personId}
      and number > ${Math.max(post.reviewed_version ?? 0, post.live_version ?? 0)} and number <= ${post.draft_version}) as wrote`.execute(
    db,
  )
  return rows[0]?.wrote ?? false
}

/** Whether someone else has to look at it before this person may publish it. */
export const reviewNeeded = async (tenant: Tenant, post: Standing, personId: number): Promise<boolean> => {
  if (!(await contentSettings(tenant)).review_required) return false
  if (post.reviewed_version === post.draft_version) return false
  return hasWritten(tenant, post, personId)
}

export const checkReview = async (tenant: Tenant, post: Standing, personId: number) => {
  if (await reviewNeeded(tenant, post, personId)) throw reviewIsNeeded()
}

export const reviewIsNeeded = () =>
  conflict('Someone else has to review this version. Ask for a review.', {}, 'review_needed')
