import { sql } from 'kysely'
import type { Post, PostVersion, StoredFaqItem } from '#contract/content/post.ts'
import type { PostDocument } from '#contract/content/document.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { UserError } from '#server/kit/errors.ts'
import { idsOf } from '#server/platform/counted-lists/page.ts'
import { publicAddress } from '#server/content/site/sites.ts'
import { imagesOf } from './pictures.ts'
import { postRows } from './rows.ts'
import { postFound } from './standing.ts'
import { htmlOf } from './text.ts'

interface Said {
  document: PostDocument
  excerpt: string
  image_alt: string
  image_decorative: boolean
  image_caption: string
  faq_items: StoredFaqItem[]
  seo_title: string
  seo_description: string
  og_image_id: number | null
  canonical_url: string | null
  noindex: boolean
  characters: number
  reading_minutes: number
  outline: Post['outline']
}

const SAID = sql`v.document, v.excerpt, v.image_alt, v.image_decorative, v.image_caption, v.faq as faq_items, v.seo_title,
  v.seo_description, v.og_image_id, v.canonical_url, v.noindex, v.characters, v.reading_minutes, v.outline`

/** What only the version says that is shown in place of the draft. */
const OF_VERSION = sql`v.title, v.slug, v.words, v.image_id, jsonb_array_length(v.faq) as faq_count,
  (select coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'name', a.name) order by n.place), '[]')
    from unnest(blog_authors_now(v.company_id, v.author_ids)) with ordinality n (id, place) join blog_authors a on a.company_id = v.company_id and a.id = n.id) as authors,
  (select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name) order by n.place), '[]')
    from unnest(blog_categories_now(v.company_id, v.category_ids)) with ordinality n (id, place) join blog_categories c on c.company_id = v.company_id and c.id = n.id)
    as categories`

type OfVersion = Pick<Post, 'title' | 'slug' | 'words' | 'faq_count' | 'authors' | 'categories'> & {
  image_id: number
}
type OfPost = Pick<
  Post,
  | 'draft_version'
  | 'live_version'
  | 'first_published_at'
  | 'publish_zone'
  | 'send_on_publish'
  | 'archived_at'
  | 'archive_target'
  | 'review'
  | 'others'
>

const person = (id: string) =>
  sql`(select jsonb_build_object('id', s.id, 'name', s.name) from staff s where s.id = ${sql.ref(id)})`

/** A post with its text: its draft, or what readers see. `caller` is who else works on it. */
export const postDetails = async (
  tenant: Tenant,
  caller: { personId: number },
  id: number,
  { live = false } = {},
): Promise<Post> => {
  const { db, companyId } = tenant
  const { rows } = await sql<Said & OfVersion & OfPost>`
    select ${SAID}, ${OF_VERSION}, p.draft_version, p.live_version, p.first_published_at, p.publish_zone, p.send_on_publish, p.archived_at,
      (select jsonb_build_object('id', t.id, 'title', t.title) from blog_posts t
        where t.company_id = p.company_id and t.id = p.archive_target_id) as archive_target,
      case when p.review_at is not null then jsonb_build_object('by', ${person('p.review_by')}, 'note', p.review_note, 'at', p.review_at,
        'approved', coalesce(p.reviewed_version = p.draft_version, false)) end as review,
      coalesce((select jsonb_agg(jsonb_build_object('id', s.id, 'name', s.name, 'since', w.updated_at) order by w.updated_at desc)
        from blog_working_copies w join staff s on s.id = w.person_id
        where w.company_id = p.company_id and w.post_id = p.id and w.person_id <> ${caller.personId}
          and w.updated_at > now() - interval '15 minutes'), '[]') as others
    from blog_posts p
    join blog_versions v on v.company_id = p.company_id and v.post_id = p.id
      and v.number = ${live ? sql`case when p.live then p.live_version end` : sql`p.draft_version`}
    where p.company_id = ${companyId} and p.id = ${id} and p.deleted_at is null`.execute(db)
  const said = postFound(rows[0])
  const [row] = await postRows(tenant, idsOf([id]))
  const found = postFound(row)
  return { ...found, url: await publicAddress(tenant, found.slug), ...(await shown(tenant, said)) }
}

/** With pictures and HTML in place of what stands for them. */
const shown = async <T extends Said & { image_id: number }>(tenant: Tenant, stored: T) => {
  const { image_id, og_image_id, ...said } = stored
  const images = await imagesOf(tenant, [image_id, og_image_id])
  return {
    ...said,
    image: images.get(image_id) ?? null,
    og_image: images.get(og_image_id) ?? null,
    content: await htmlOf(tenant, said.document),
  }
}

type VersionRow = Pick<
  PostVersion,
  'number' | 'kind' | 'from_version' | 'note' | 'made_by' | 'made_at' | 'is_draft' | 'is_live' | 'published_at'
>

/** When readers got a version `v` last, as the history of its post tells; an undo, which only takes back, is none. */
export const PUBLISHED_AT = sql`(select max(c.at) from changes c
  where c.company_id = v.company_id and c.root = 'blog_posts' and c.root_id = v.post_id and c.entity = 'blog_posts'
    and c.channel <> 'undo' and c.fields -> 'live_version' ->> 1 = v.number::text)`

/** What lists of versions show of a version `v` of a post `p`. */
export const VERSION_ROW = sql`v.number, v.kind, v.from_version, v.note, ${person('v.made_by')} as made_by, v.made_at,
  v.number = p.draft_version as is_draft, coalesce(p.live and v.number = p.live_version, false) as is_live,
  ${PUBLISHED_AT} as published_at`

export const versionDetails = async (tenant: Tenant, id: number, number: number): Promise<PostVersion> => {
  const { rows } = await sql<Said & OfVersion & VersionRow>`
    select ${SAID}, ${OF_VERSION}, ${VERSION_ROW} from blog_versions v join blog_posts p on p.company_id = v.company_id and p.id = v.post_id
    where v.company_id = ${tenant.companyId} and v.post_id = ${id} and v.number = ${number} and p.deleted_at is null`.execute(
    tenant.db,
  )
  if (!rows[0]) throw new UserError(404, 'Version not found')
  const { faq_count: _, ...version } = await shown(tenant, rows[0])
  return version
}
