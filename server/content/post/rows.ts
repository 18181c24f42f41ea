import { sql } from 'kysely'
import type { PostRow } from '#contract/content/post.ts'
import type { Tenant } from '#server/db/tenant.ts'
import type { PageOfIds } from '#server/platform/counted-lists/page.ts'
import { imageRefsIn } from '#server/content/blog-images/library.ts'

/** All that lists show of a post `p`, but for its picture. */
const columns = sql`
  p.id, p.post_no, p.title, p.slug, p.status, p.changes, p.image_id, p.faq_count, p.words, p.publish_at, p.published_at,
  p.updated_at, p.created_at, p.version,
  coalesce((select jsonb_agg(jsonb_build_object('id', a.id, 'name', a.name) order by pa.position)
    from blog_post_authors pa join blog_authors a on a.company_id = pa.company_id and a.id = pa.author_id
    where pa.company_id = p.company_id and pa.post_id = p.id and pa.draft), '[]') as authors,
  coalesce((select jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name) order by pc.position)
    from blog_post_categories pc join blog_categories c on c.company_id = pc.company_id and c.id = pc.category_id
    where pc.company_id = p.company_id and pc.post_id = p.id and pc.draft), '[]') as categories,
  (select jsonb_build_object('id', s.id, 'name', s.name) from staff s where s.id = p.updated_by) as updated_by,
  (select jsonb_build_object('id', s.id, 'name', s.name) from staff s where s.id = p.created_by) as created_by,
  (select jsonb_build_object('count', count(*) filter (where g.started_at is not null), 'last_at', max(g.started_at),
      'state', (array_agg(g.state order by m.edition desc))[1])
    from post_mailings m join mailings g on g.company_id = m.company_id and g.id = m.mailing_id
    where m.company_id = p.company_id and m.post_id = p.id) as updates_sent,
  jsonb_build_object('blocking', p.blocking, 'advice', p.advice) as findings,
  case when p.work = 'in_review' and p.archived_at is null then jsonb_build_object('at', p.review_at,
    'by', (select jsonb_build_object('id', s.id, 'name', s.name) from staff s where s.id = p.review_by)) end as review`

type Stored = Omit<PostRow, 'image'> & { image_id: number | null }

/** Posts as rows of the list, in the order of the ids. */
export const postRows = async (tenant: Tenant, ids: PageOfIds): Promise<PostRow[]> => {
  const { db, companyId } = tenant
  const from = sql`${ids} as wanted (id, place) join blog_posts p on p.company_id = ${companyId} and p.id = wanted.id`
  const [{ rows }, images] = await Promise.all([
    sql<Stored>`select ${columns} from ${from} order by wanted.place`.execute(db),
    imageRefsIn(tenant, sql`select p.image_id from ${from}`),
  ])
  return rows.map(({ image_id, ...row }) => ({ ...row, image: (image_id !== null && images.get(image_id)) || null }))
}
