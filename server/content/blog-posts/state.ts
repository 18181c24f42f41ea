import type { blogPosts } from '#contract/content/blog-posts.ts'
import type { BodyOf } from '#contract/kit/endpoint.ts'
import type { Tenant } from '#server/db/tenant.ts'
import type { Caller } from '#server/kit/auth.ts'
import { badField } from '#server/kit/errors.ts'
import { forbidden } from '#server/kit/forbidden.ts'
import { isTimeZone } from '#server/kit/time-zone.ts'
import { takeStep } from '#server/content/blog-publishing/set-status.ts'
import { lockPost, type Standing } from '#server/content/post/standing.ts'

const STEP_TO = { in_review: 'submit', scheduled: 'schedule', published: 'publish' } as const

type Sent = Pick<BodyOf<typeof blogPosts.update>, 'status' | 'publish_at' | 'publish_zone' | 'send_on_publish'>

/** Takes a post that was just saved to the state that was sent with it. */
export const takeTo = async (
  tenant: Tenant,
  caller: Caller,
  id: number,
  { status = 'draft', publish_at, publish_zone, send_on_publish }: Sent,
): Promise<void> => {
  if (publish_zone !== undefined && !isTimeZone(publish_zone))
    throw badField('publish_zone', 'Choose a time zone from the list')
  if (publish_at !== undefined && status !== 'scheduled')
    throw badField('publish_at', 'Only a scheduled post has a time')
  if (send_on_publish !== undefined)
    await tenant.db
      .updateTable('blog_posts')
      .set({ send_on_publish })
      .where('company_id', '=', tenant.companyId)
      .where('id', '=', id)
      .execute()
  if (status === 'draft') return
  if (!caller.can('blogs_edit')) throw await forbidden(tenant, ['blogs_edit'])
  const post = await lockPost(tenant, id)
  if (standsAt(post, status)) return
  await takeStep(tenant, caller, post, {
    action: STEP_TO[status],
    ...(publish_at === undefined ? {} : { publish_at }),
    ...(publish_zone === undefined ? {} : { zone: publish_zone }),
  })
}

const standsAt = ({ work, live, archived_at }: Standing, status: keyof typeof STEP_TO) =>
  archived_at === null &&
  ((status === 'published' && live && work === 'clean') || (status === 'in_review' && work === 'in_review'))
