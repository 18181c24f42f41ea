import { sql } from 'kysely'
import type { Tenant, Tenants } from '#server/db/tenant.ts'
import { UserError } from '#server/kit/errors.ts'
import { crashPoint } from '#server/db/crash.ts'
import { lockPosts, sayingOf } from '#server/content/post/standing.ts'
import { tellScheduled } from './notified.ts'
import { checkReady, publishPost } from './publish.ts'

const ACTOR = { kind: 'system', channel: 'api', act: 'blog-publishing.publishDue' } as const

/** Publishes what is due, the oldest first, each post in a transaction of its own: once, also where the server was down meanwhile. */
export const publishDue = async (tenants: Tenants, companyId: number): Promise<void> => {
  while (await tenants.write(companyId, ACTOR, publishNext));
}

const publishNext = async (tenant: Tenant): Promise<boolean> => {
  const { db, companyId } = tenant
  const { rows } = await sql<{ id: number; hours: number }>`
    select id, floor(extract(epoch from now() - publish_at) / 3600)::int as hours from blog_posts
    where company_id = ${companyId} and work = 'scheduled' and publish_at <= now() and archived_at is null and deleted_at is null
    order by publish_at, id limit 1 for no key update`.execute(db)
  const [next] = rows
  if (!next) return false
  const [post] = await lockPosts(tenant, [next.id])
  if (!post) return true
  if (next.hours >= 1) await tenant.setReason(`Published ${next.hours} h late: the server was not running`)
  const saying = await sayingOf(tenant, post.id, post.draft_version)
  const refused = await whyNot(async () => {
    await checkReady(tenant, post, saying)
    await publishPost(tenant, post, saying, undefined)
  })
  if (refused !== undefined) {
    await tenant.setReason(refused)
    await db
      .updateTable('blog_posts')
      .set({ work: 'in_review', publish_at: null, publish_zone: null })
      .where('company_id', '=', companyId)
      .where('id', '=', post.id)
      .execute()
  }
  await tellScheduled(tenant, post.id, { published: refused === undefined, hours: next.hours })
  crashPoint('blog-publishing.told')
  return true
}

/** The sentence of a refusal. It comes before anything is stored. */
const whyNot = async (work: () => Promise<void>): Promise<string | undefined> => {
  try {
    await work()
    return undefined
  } catch (error) {
    if (error instanceof UserError) return error.message
    throw error
  }
}
