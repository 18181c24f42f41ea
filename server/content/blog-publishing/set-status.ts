import { sql, type UpdateObject } from 'kysely'
import type { PostAction } from '#contract/content/blog-publishing.ts'
import type { blogPublishing } from '#contract/content/blog-publishing.ts'
import type { BodyOf } from '#contract/kit/endpoint.ts'
import type { Tables } from '#server/db/tables.ts'
import type { Tenant } from '#server/db/tenant.ts'
import type { Caller } from '#server/kit/auth.ts'
import { badField } from '#server/kit/errors.ts'
import { lockPosts, sayingOf, type Standing } from '#server/content/post/standing.ts'
import { checkNotUnderway } from '#server/content/post/underway.ts'
import { refreshPage } from '#server/content/site/pages.ts'
import { tellAsked, tellReviewed } from './notified.ts'
import { checkReady, publishPost } from './publish.ts'
import { checkReview, hasWritten, reviewIsNeeded } from './review.ts'
import { checkStep } from './steps.ts'
import { instantOf } from './time.ts'

/** The due kind of posts that wait for their time. */
export const PUBLISH_DUE = 'blog-publish'

export type Step = Omit<BodyOf<typeof blogPublishing.setStatus>, 'version'>
type Writer = Pick<Caller, 'personId' | 'timeZone'>

/** Takes a locked post a step on. */
export const takeStep = async (tenant: Tenant, caller: Writer, post: Standing, step: Step): Promise<void> => {
  checkStep(post, step.action)
  if (HIDES.has(step.action)) await checkNotUnderway(tenant, post.id)
  await STEPS[step.action](tenant, caller, post, step)
  if (SEEN_BY_READERS.has(step.action)) await refreshPage(tenant, post.id)
}

const HIDES: ReadonlySet<PostAction> = new Set(['unpublish', 'archive'])
/** `publish` draws the page itself. */
const SEEN_BY_READERS: ReadonlySet<PostAction> = new Set(['unpublish', 'archive', 'unarchive'])

type Take = (tenant: Tenant, caller: Writer, post: Standing, step: Step) => Promise<void>

const set = async (
  { db, companyId }: Tenant,
  { personId }: Writer,
  { id }: Standing,
  values: UpdateObject<Tables, 'blog_posts'>,
) => {
  await db
    .updateTable('blog_posts')
    .set({ ...values, updated_by: personId })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute()
}

const UNSCHEDULED = { publish_at: null, publish_zone: null } as const
const reviewed = ({ personId }: Writer, note = '') => ({
  review_by: personId,
  review_note: note,
  review_at: sql<string>`now()`,
})

const STEPS: Readonly<Record<PostAction, Take>> = {
  async submit(tenant, caller, post, { note }) {
    await set(tenant, caller, post, { work: 'in_review', ...reviewed(caller, note) })
    await tellAsked(tenant, post)
  },
  async return(tenant, caller, post, { note = '' }) {
    if (note.trim() === '') throw badField('note', 'Say what should change')
    await set(tenant, caller, post, { work: 'draft', ...reviewed(caller, note) })
    await tellReviewed(tenant, post, false)
  },
  async approve(tenant, caller, post, { note }) {
    if (await hasWritten(tenant, post, caller.personId)) throw reviewIsNeeded()
    await set(tenant, caller, post, { work: 'draft', reviewed_version: post.draft_version, ...reviewed(caller, note) })
    await tellReviewed(tenant, post, true)
  },
  async schedule(tenant, caller, post, { publish_at, zone = caller.timeZone, send_on_publish }) {
    const at = await instantOf(tenant, publish_at, zone)
    await mayPublish(tenant, caller, post)
    await set(tenant, caller, post, {
      work: 'scheduled',
      publish_at: at,
      publish_zone: zone,
      ...(send_on_publish === undefined ? {} : { send_on_publish }),
    })
    await tenant.due(PUBLISH_DUE, at)
  },
  unschedule: (tenant, caller, post) => set(tenant, caller, post, { work: 'draft', ...UNSCHEDULED }),
  async publish(tenant, caller, post) {
    await publishPost(tenant, post, await mayPublish(tenant, caller, post), caller.personId)
  },
  unpublish: (tenant, caller, post) => set(tenant, caller, post, { live: false, work: 'draft', ...UNSCHEDULED }),
  async discard_changes(tenant, caller, post) {
    if (post.live_version === null) throw new Error('A live post has a live version')
    await set(tenant, caller, post, { draft_version: post.live_version, work: 'clean', ...UNSCHEDULED })
  },
  async archive(tenant, caller, post, { target_id = null }) {
    if (target_id !== null) await checkTarget(tenant, post, target_id)
    const work = post.work === 'scheduled' ? { work: 'draft', ...UNSCHEDULED } : {}
    await set(tenant, caller, post, { archived_at: sql`now()`, archive_target_id: target_id, ...work })
  },
  unarchive: (tenant, caller, post) => set(tenant, caller, post, { archived_at: null, archive_target_id: null }),
}

const mayPublish = async (tenant: Tenant, { personId }: Writer, post: Standing) => {
  await checkReview(tenant, post, personId)
  const saying = await sayingOf(tenant, post.id, post.draft_version)
  await checkReady(tenant, post, saying)
  return saying
}

/** Readers are sent to a post that they can read. */
const checkTarget = async (tenant: Tenant, post: Standing, id: number) => {
  const [target] = await lockPosts(tenant, [id])
  if (!target || target.id === post.id || !target.live || target.archived_at !== null)
    throw badField('target_id', 'Choose another post that is published')
}
