import { sql } from 'kysely'
import type { ImageRef } from '#contract/content/image-ref.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { factsOf } from '#server/content/document/facts.ts'
import { render, type Shown } from '#server/content/document/render.ts'
import { imageRefs } from '#server/content/blog-images/library.ts'
import { absoluteImage, hostedPath, postAddress } from './addresses.ts'
import type { LiveAuthor, LivePost, LiveSite, Neighbour } from './live-post.ts'
import type { Saying } from '#server/content/post/saying.ts'

interface StoredPost {
  id: number
  post_no: number
  slug: string
  first_published_at: string | null
  published_at: string | null
}

type StoredVersion = Omit<Saying, 'slug'> & { words: number; reading_minutes: number }

/** What a page shows beside its post, by the tables of it. */
export type Uses = Readonly<
  Record<'blog_authors' | 'blog_categories' | 'blog_images' | 'blog_posts' | 'products', readonly number[]>
>

/** One version of a post with all that it shows; undefined: there is no such version. */
export const loadPost = async (
  tenant: Tenant,
  site: LiveSite,
  post: StoredPost,
  number: number,
): Promise<{ live: LivePost; uses: Uses } | undefined> => {
  const version = await versionOf(tenant, post.id, number)
  if (!version) return undefined
  const facts = factsOf(version.document)
  const linked = facts.links.flatMap(({ post_id }) => post_id ?? [])
  const authors = await authorsOf(tenant, version.author_ids)
  const categories = await categoriesOf(tenant, version.category_ids)
  const photos = authors.flatMap(({ photo_id }) => photo_id ?? [])
  const imageIds = [...new Set([version.image_id, version.og_image_id ?? [], facts.image_ids, photos].flat())]
  const images = await imageRefs(tenant, imageIds)
  const slugs = await slugsOf(tenant, linked)
  const products = await productsOf(tenant, facts.product_ids)
  const cover = images.get(version.image_id)
  const image = cover
    ? {
        ...cover,
        alt: version.image_alt,
        decorative: version.image_decorative,
        caption: version.image_caption,
      }
    : null

  const shown = (picture: Shown['picture'], address: (slug: string) => string): Shown => ({
    picture,
    product: (id) => products.get(id),
    postUrl: (id) => {
      const slug = slugs.get(id)
      return slug === undefined ? undefined : address(slug)
    },
    faq: version.faq,
  })
  const absolute = (id: number) => {
    const ref = images.get(id)
    return ref && absoluteImage(ref)
  }
  const { title, excerpt, faq, words, reading_minutes, seo_title, seo_description, canonical_url, noindex } = version
  const now = new Date().toISOString()
  const live: LivePost = {
    post_no: post.post_no,
    slug: post.slug,
    title,
    excerpt,
    html: render(
      version.document,
      shown(absolute, (slug) => postAddress(site, slug)),
    ),
    hosted: render(
      version.document,
      shown(
        (id) => images.get(id),
        (slug) => hostedPath(`blog/${slug}`),
      ),
    ),
    faq,
    authors: authors.map((author) => liveAuthor(author, images)),
    categories: categories.map(({ name, slug }) => ({ name, slug })),
    image,
    published_at: post.first_published_at ?? now,
    updated_at: post.published_at ?? now,
    words,
    reading_minutes,
    outline: facts.outline,
    seo: {
      title: seo_title,
      description: seo_description,
      canonical_url,
      noindex,
      image: (version.og_image_id === null ? null : images.get(version.og_image_id)) ?? image,
    },
    ...(await besides(tenant, post)),
  }
  const uses: Uses = {
    blog_authors: [...new Set([...version.author_ids, ...authors.map(({ id }) => id)])],
    blog_categories: [...new Set([...version.category_ids, ...categories.map(({ id }) => id)])],
    blog_images: imageIds,
    blog_posts: [...new Set(linked)],
    products: facts.product_ids,
  }
  return { live, uses }
}

const versionOf = async ({ db, companyId }: Tenant, postId: number, number: number) => {
  const { rows } = await sql<StoredVersion>`
    select title, document, excerpt, image_id, image_alt, image_decorative, image_caption, to_json(author_ids) as author_ids,
      to_json(category_ids) as category_ids, faq, seo_title, seo_description, og_image_id, canonical_url, noindex, words,
      reading_minutes
    from blog_versions where company_id = ${companyId} and post_id = ${postId} and number = ${number}`.execute(db)
  return rows[0]
}

export interface StoredAuthor extends Omit<LiveAuthor, 'photo'> {
  id: number
  photo_id: number | null
  photo_alt: string
}

export const liveAuthor = (
  { name, slug, role, bio, links, photo_id, photo_alt }: StoredAuthor,
  images: ReadonlyMap<number, ImageRef>,
): LiveAuthor => {
  const photo = photo_id === null ? undefined : images.get(photo_id)
  return { name, slug, role, bio, links, photo: photo ? { ...photo, alt: photo_alt } : null }
}

/** In their order, each once; those who were deleted are who took over from them. */
const authorsOf = async ({ db, companyId }: Tenant, ids: readonly number[]) => {
  const { rows } = await sql<StoredAuthor>`
    with recursive led as (
      select w.place, a.id, a.deleted_at, a.replaced_by, 1 as steps from unnest(${ids}::bigint[]) with ordinality as w (id, place)
      join blog_authors a on a.company_id = ${companyId} and a.id = w.id
      union all
      select led.place, a.id, a.deleted_at, a.replaced_by, steps + 1 from led
      join blog_authors a on a.company_id = ${companyId} and a.id = led.replaced_by
      where led.deleted_at is not null and steps < 20
    )
    select a.id, a.name, a.slug, a.role, a.bio, a.links, a.photo_id, a.photo_alt
    from (select id, min(place) as place from led where deleted_at is null group by id) l
    join blog_authors a on a.company_id = ${companyId} and a.id = l.id order by l.place`.execute(db)
  return rows
}

const categoriesOf = async ({ db, companyId }: Tenant, ids: readonly number[]) => {
  const { rows } = await sql<{ id: number; name: string; slug: string }>`
    with recursive led as (
      select w.place, c.id, c.deleted_at, c.replaced_by, 1 as steps from unnest(${ids}::bigint[]) with ordinality as w (id, place)
      join blog_categories c on c.company_id = ${companyId} and c.id = w.id
      union all
      select led.place, c.id, c.deleted_at, c.replaced_by, steps + 1 from led
      join blog_categories c on c.company_id = ${companyId} and c.id = led.replaced_by
      where led.deleted_at is not null and steps < 20
    )
    select c.id, c.name, c.slug from (select id, min(place) as place from led where deleted_at is null group by id) l
    join blog_categories c on c.company_id = ${companyId} and c.id = l.id order by l.place`.execute(db)
  return rows
}

/** Of posts that readers can open. */
const slugsOf = async ({ db, companyId }: Tenant, ids: readonly number[]): Promise<Map<number, string>> => {
  const { rows } = await sql<{ id: number; slug: string }>`
    select id, slug from blog_posts where company_id = ${companyId} and id = any(${ids}::bigint[]) and ${readable('blog_posts')}`.execute(
    db,
  )
  return new Map(rows.map(({ id, slug }) => [id, slug]))
}

/** Whether readers can open a post, by the name of its table. */
export const readable = (of: string) =>
  sql<boolean>`(${sql.ref(`${of}.live`)} and ${sql.ref(`${of}.archived_at`)} is null and ${sql.ref(`${of}.deleted_at`)} is null)`

const productsOf = async ({ db, companyId }: Tenant, ids: readonly number[]) => {
  const { rows } = await sql<{ id: number; name: string; text: string }>`
    select id, name, concat_ws(' · ', code, brand) as text from products
    where company_id = ${companyId} and id = any(${ids}::bigint[]) and deleted_at is null and discoverable`.execute(db)
  return new Map(rows.map(({ id, name, text }) => [id, { name, text, url: null }]))
}

/** The posts that were first published just before it and just after it. */
const besides = async (
  { db, companyId }: Tenant,
  { id, first_published_at: at }: StoredPost,
): Promise<{ previous: Neighbour | null; next: Neighbour | null }> => {
  const { rows } = await sql<{ previous: Neighbour | null; next: Neighbour | null }>`
    select
      (select jsonb_build_object('title', p.summary -> 'title', 'slug', p.slug) from blog_pages p
        where p.company_id = ${companyId} and (p.published_at, p.post_id) < (${at}::timestamptz, ${id})
        order by p.published_at desc, p.post_id desc limit 1) as previous,
      (select jsonb_build_object('title', p.summary -> 'title', 'slug', p.slug) from blog_pages p
        where p.company_id = ${companyId} and (p.published_at, p.post_id) > (${at}::timestamptz, ${id})
        order by p.published_at, p.post_id limit 1) as next`.execute(db)
  return rows[0] ?? { previous: null, next: null }
}
