import { sql } from 'kysely'
import { blogBulk } from '#contract/content/blog-bulk.ts'
import { POST_LIMITS } from '#contract/content/post.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { badField, UserError } from '#server/kit/errors.ts'
import type { Refused } from '#server/platform/bulk/act.ts'
import { bulkActsOf } from '#server/platform/bulk/jobs.ts'
import { POSTS, postThere } from '#server/content/blog-posts/list.ts'
import { deletePost } from '#server/content/blog-posts/remove.ts'
import { takeStep } from '#server/content/blog-publishing/set-status.ts'
import { wrongStep } from '#server/content/blog-publishing/steps.ts'
import type { Saying } from '#server/content/post/saying.ts'
import { lockPosts, sayingOf, type Standing } from '#server/content/post/standing.ts'
import { saveDraft } from '#server/content/post/store.ts'

const act = bulkActsOf<Standing, Standing, undefined>({
  ...POSTS,
  gone: 'This post no longer exists',
  lock: lockPosts,
  standings: async (tenant, ids) => (await lockPosts(tenant, ids)).map((post) => ({ ...post, rows: 1 })),
  names: async () => undefined,
})

const posts = (count: number) => `${count.toLocaleString('en')} ${count === 1 ? 'post' : 'posts'}`

/** Does it to one after the other; those that were refused, with the reason. It is said before anything is stored of a post. */
const oneByOne = async (rows: readonly Standing[], work: (post: Standing) => Promise<unknown>): Promise<Refused[]> => {
  const refused: Refused[] = []
  for (const post of rows)
    try {
      await work(post)
    } catch (error) {
      if (!(error instanceof UserError)) throw error
      refused.push({ id: post.id, message: error.message })
    }
  return refused
}

const STEPS = {
  publish: { title: 'Publish', outcome: 'published' },
  unpublish: { title: 'Unpublish', outcome: 'unpublished' },
  archive: { title: 'Archive', outcome: 'archived' },
} as const

/** A new version of each whose draft says it otherwise. */
const resave = (tenant: Tenant, by: number, change: (saying: Saying) => Partial<Saying>) => async (post: Standing) => {
  const saying = await sayingOf(tenant, post.id, post.draft_version)
  await saveDraft(tenant, post, { ...saying, ...change(saying) }, { kind: 'bulk', by }, { keepSchedule: true })
}

const held = async ({ db, companyId }: Tenant, table: 'blog_authors' | 'blog_categories', id: number) => {
  const { rows } = await sql<{ name: string }>`
    select name from ${sql.table(table)} where company_id = ${companyId} and id = ${id} and deleted_at is null for key share`.execute(
    db,
  )
  return rows[0]
}

export const blogBulkActs = {
  setStatus: act('blog-bulk.setStatus', blogBulk.setStatus, async (tenant, caller, { action }) => ({
    visible: postThere(),
    title: (count) => `${STEPS[action].title} ${posts(count)}`,
    outcome: STEPS[action].outcome,
    refusal: (post) => wrongStep(post, action),
    apply: (rows) => oneByOne(rows, (post) => takeStep(tenant, caller, post, { action })),
  })),

  setCategory: act('blog-bulk.setCategory', blogBulk.setCategory, async (tenant, caller, { category_id, change }) => {
    const category = await held(tenant, 'blog_categories', category_id)
    if (!category) throw badField('category_id', 'This category no longer exists. Choose another.')
    const changed = ({ category_ids }: Saying) => ({
      category_ids:
        change === 'remove'
          ? category_ids.filter((id) => id !== category_id)
          : [...new Set([...category_ids, category_id])].slice(0, POST_LIMITS.categories),
    })
    return {
      visible: postThere(),
      title: (count) =>
        change === 'add' ? `Add ${category.name} to ${posts(count)}` : `Remove ${category.name} from ${posts(count)}`,
      outcome: 'changed',
      refusal: () => undefined,
      apply: (rows) => oneByOne(rows, resave(tenant, caller.personId, changed)),
    }
  }),

  setAuthor: act('blog-bulk.setAuthor', blogBulk.setAuthor, async (tenant, caller, { author_id }) => {
    const author = await held(tenant, 'blog_authors', author_id)
    if (!author) throw badField('author_id', 'This author no longer exists. Choose another.')
    return {
      visible: postThere(),
      title: (count) => `Make ${author.name} the author of ${posts(count)}`,
      outcome: 'changed',
      refusal: () => undefined,
      apply: (rows) =>
        oneByOne(
          rows,
          resave(tenant, caller.personId, () => ({ author_ids: [author_id] })),
        ),
    }
  }),

  remove: act('blog-bulk.remove', blogBulk.remove, async (tenant) => ({
    visible: postThere(),
    title: (count) => `Delete ${posts(count)}`,
    outcome: 'deleted',
    refusal: () => undefined,
    apply: (rows) => oneByOne(rows, ({ id }) => deletePost(tenant, id)),
  })),
}
