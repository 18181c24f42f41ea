import { sql } from 'kysely'
import type { Static } from 'typebox'
import type { Redirect } from '#contract/content/blog-publishing.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { conflict, found } from '#server/kit/errors.ts'
import { page, type PageQuery } from '#server/kit/page.ts'
import { checkedSlug, claimSlug } from '#server/content/post/slugs.ts'
import { lockPost } from '#server/content/post/standing.ts'

type Row = Static<typeof Redirect>

const redirects = ({ db, companyId }: Tenant) =>
  db
    .selectFrom('blog_redirects as r')
    .innerJoin('blog_posts as p', (join) =>
      join.onRef('p.company_id', '=', 'r.company_id').onRef('p.id', '=', 'r.post_id'),
    )
    .where('r.company_id', '=', companyId)
    .where('r.deleted_at', 'is', null)
    .where('p.deleted_at', 'is', null)
    .select([
      'r.id',
      'r.from_path',
      sql<Row['post']>`jsonb_build_object('id', p.id, 'title', p.title, 'slug', p.slug)`.as('post'),
      sql<Row['made_by']>`r.made_by`.as('made_by'),
      'r.created_at',
    ])

export const redirectList = (tenant: Tenant, query: PageQuery) =>
  page(redirects(tenant), query, { searchIn: ['r.from_path', 'p.title'], newestBy: 'r.id' })

export const addRedirect = async (
  tenant: Tenant,
  { from_path, post_id }: { from_path: string; post_id: number },
): Promise<Row> => {
  const from = checkedSlug(from_path)
  const post = await lockPost(tenant, post_id)
  if (post.slug === from)
    throw conflict('This is the address of the post itself.', { field: 'from_path' }, 'slug_taken')
  await claimSlug(tenant, from, undefined, false)
  const { id } = await tenant.db
    .insertInto('blog_redirects')
    .values({ company_id: tenant.companyId, from_path: from, post_id, made_by: 'person' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return found('Redirect', await redirects(tenant).where('r.id', '=', id).executeTakeFirst())
}

export const removeRedirect = async ({ db, companyId }: Tenant, id: number) =>
  found(
    'Redirect',
    await db
      .updateTable('blog_redirects')
      .set({ deleted_at: sql`now()` })
      .where('company_id', '=', companyId)
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .returning('id')
      .executeTakeFirst(),
  )
