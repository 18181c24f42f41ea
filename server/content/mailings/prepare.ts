import { sql } from 'kysely'
import type { Tenant, Tenants } from '#server/db/tenant.ts'
import { UserError } from '#server/kit/errors.ts'
import { lockPosts } from '#server/content/post/standing.ts'
import { USUAL_AUDIENCE } from './audience.ts'
import { blockersOf } from './checks.ts'
import { notifyNotPrepared, notifySenders } from './notified.ts'
import { hold } from './send.ts'
import type { MailConfig } from './services.ts'

/** The due kind of posts that went live and are to be mailed. */
export const PREPARE_DUE = 'mailings-prepare'

const ACTOR = { kind: 'system', channel: 'api', act: 'mailings.prepare' } as const

/** Prepares the mailings of posts that went live and were to be mailed then: each stays on hold until a person sends it. */
export const prepareDue = (config: MailConfig) => async (tenants: Tenants, companyId: number) => {
  while (await tenants.write(companyId, ACTOR, (tenant) => prepareNext(tenant, config)));
}

const prepareNext = async (tenant: Tenant, config: MailConfig): Promise<boolean> => {
  const { db, companyId } = tenant
  const { rows } = await sql<{ id: number }>`
    select id from blog_posts where company_id = ${companyId} and live and work = 'clean' and send_on_publish and archived_at is null and deleted_at is null
    order by published_at, id limit 1`.execute(db)
  const [next] = rows
  if (!next) return false
  const [post] = await lockPosts(tenant, [next.id])
  if (!post) return true
  await db
    .updateTable('blog_posts')
    .set({ send_on_publish: false })
    .where('company_id', '=', companyId)
    .where('id', '=', post.id)
    .execute()
  const [blocker] = await blockersOf(tenant, config, post)
  const prepared = blocker?.message ?? (await held(tenant, config, post))
  if (typeof prepared === 'string') await notifyNotPrepared(tenant, post.id, prepared)
  else await notifySenders(tenant, prepared, { became: 'prepared' })
  return true
}

/** Its id, or why there is none; that is known before anything is stored. */
const held = async (tenant: Tenant, config: MailConfig, post: Parameters<typeof hold>[2]): Promise<number | string> => {
  const mailing = { audience: USUAL_AUDIENCE, releasesAt: sql`'infinity'::timestamptz`, madeBy: null }
  try {
    return await hold(tenant, config, post, {}, mailing)
  } catch (error) {
    if (error instanceof UserError) return error.message
    throw error
  }
}
