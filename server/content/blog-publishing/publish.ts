import { sql } from 'kysely'
import type { Tenant } from '#server/db/tenant.ts'
import { crashPoint } from '#server/db/crash.ts'
import { UserError } from '#server/kit/errors.ts'
import { claimSlug } from '#server/content/post/slugs.ts'
import type { Saying } from '#server/content/post/saying.ts'
import type { Standing } from '#server/content/post/standing.ts'
import { PREPARE_DUE } from '#server/content/mailings/prepare.ts'
import { refreshPage } from '#server/content/site/pages.ts'
import { findingsOf } from '#server/content/post/findings.ts'

/** Makes the draft what readers see; `saying` is that draft, and `by` who does it: nobody, where it was scheduled. */
export const publishPost = async (tenant: Tenant, post: Standing, saying: Saying, by: number | undefined) => {
  const { db, companyId } = tenant
  if (post.slug !== saying.slug) {
    await claimSlug(tenant, saying.slug, post.id, false)
    if (post.live) await redirectTo(tenant, post.id, post.slug, saying.slug)
  }
  crashPoint('blog-publishing.redirected')
  const { send_on_publish } = await db
    .updateTable('blog_posts')
    .set({
      live: true,
      live_version: post.draft_version,
      slug: saying.slug,
      work: 'clean',
      publish_at: null,
      publish_zone: null,
      published_at: sql`now()`,
      first_published_at: sql`coalesce(first_published_at, now())`,
      ...(by === undefined ? {} : { updated_by: by }),
    })
    .where('company_id', '=', companyId)
    .where('id', '=', post.id)
    .returning('send_on_publish')
    .executeTakeFirstOrThrow()
  crashPoint('blog-publishing.published')
  await refreshPage(tenant, post.id)
  crashPoint('blog-publishing.drawn')
  if (send_on_publish) await tenant.due(PREPARE_DUE)
}

/** Readers of the old address are sent on; one that becomes the post’s own again is none any more. */
export const redirectTo = async ({ db, companyId }: Tenant, postId: number, from: string, to: string) => {
  await sql`
    update blog_redirects set deleted_at = now()
    where company_id = ${companyId} and from_path = any (${[from, to]}::text[]) and deleted_at is null`.execute(db)
  await db
    .insertInto('blog_redirects')
    .values({ company_id: companyId, from_path: from, post_id: postId, made_by: 'address' })
    .execute()
}

const NUMBERS = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine']

/** 409 naming all that has to be mended first. */
export const checkReady = async (tenant: Tenant, post: Standing, saying: Saying) => {
  const { blocking } = await findingsOf(tenant, post.id, saying)
  if (blocking.length === 0) return
  const count = `${NUMBERS[blocking.length] ?? blocking.length} ${blocking.length === 1 ? 'thing' : 'things'}`
  throw new UserError(
    409,
    `${count} to mend before it can be published: ${blocking.map(({ message }) => message).join(' · ')}`,
    {
      code: 'not_ready',
      errors: blocking.map(({ field, message }) => ({ field: field ?? 'document', message })),
      details: { findings: blocking },
    },
  )
}
