import { sql } from 'kysely'
import { POST_NOT_FOUND } from '#contract/content/post.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { conflict, UserError } from '#server/kit/errors.ts'
import { SAYING_FIELDS, type Saying } from './saying.ts'

/** A post as it stands: its pointers, and what is done with it. */
export interface Standing {
  id: number
  version: number
  slug: string
  title: string
  live: boolean
  work: 'draft' | 'in_review' | 'scheduled' | 'clean'
  status: 'draft' | 'in_review' | 'scheduled' | 'published' | 'archived'
  archived_at: string | null
  archive_target_id: number | null
  draft_version: number
  live_version: number | null
  publish_at: string | null
  publish_zone: string | null
  reviewed_version: number | null
  review_by: number | null
}

const COLUMNS =
  sql.raw(`id, version, slug, title, live, work, status, archived_at, archive_target_id, draft_version, live_version,
  publish_at, publish_zone, reviewed_version, review_by`)

/** Those of the posts that are there, locked in the order of their ids. */
export const lockPosts = async ({ db, companyId }: Tenant, ids: readonly number[]): Promise<Standing[]> => {
  const { rows } = await sql<Standing>`
    select ${COLUMNS} from blog_posts where company_id = ${companyId} and id = any (${ids}::bigint[]) and deleted_at is null
    order by id for no key update`.execute(db)
  return rows
}

export const postFound = <T>(post: T | undefined): T => {
  if (post === undefined) throw new UserError(404, POST_NOT_FOUND)
  return post
}

export const lockPost = async (tenant: Tenant, id: number) => postFound((await lockPosts(tenant, [id]))[0])

/** The same, where somebody who has not seen it as it is may do nothing to it. */
export const lockSeen = async (tenant: Tenant, id: number, seen: number | undefined) => {
  const post = await lockPost(tenant, id)
  if (seen !== undefined && seen !== post.version)
    throw conflict('This post has changed since you opened it. Look at it again.', { version: post.version })
  return post
}

export const peek = async ({ db, companyId }: Tenant, id: number): Promise<Standing> => {
  const { rows } = await sql<Standing>`
    select ${COLUMNS} from blog_posts where company_id = ${companyId} and id = ${id} and deleted_at is null`.execute(db)
  return postFound(rows[0])
}

// As JSON: the driver hands out lists of such numbers as texts.
const SAID = SAYING_FIELDS.map((field) => {
  if (field === 'author_ids') return 'to_jsonb(blog_authors_now(company_id, author_ids)) as author_ids'
  return field === 'category_ids' ? 'to_jsonb(blog_categories_now(company_id, category_ids)) as category_ids' : field
})

/** What a version says, with whoever took over from its authors in their place; 404 for a number that the post does not have. */
export const sayingOf = async ({ db, companyId }: Tenant, postId: number, number: number): Promise<Saying> => {
  const { rows } = await sql<Saying>`
    select ${sql.raw(SAID.join(', '))} from blog_versions
    where company_id = ${companyId} and post_id = ${postId} and number = ${number}`.execute(db)
  if (!rows[0]) throw new UserError(404, 'Version not found')
  return rows[0]
}
