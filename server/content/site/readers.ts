import { sql, type RawBuilder } from 'kysely'
import type { Tenant } from '#server/db/tenant.ts'
import { containing } from '#server/kit/page.ts'
import { imageRefs } from '#server/content/blog-images/library.ts'
import { blogAddress, hostedPath, ours, postAddress } from './addresses.ts'
import { atomFeed, rssFeed, type Feed, type FeedPost } from './feeds.ts'
import { blogPage } from './hosted.ts'
import { liveAuthor, readable, type StoredAuthor } from './load.ts'
import { authorJson, type PostSummary } from './post-json.ts'
import { liveSite, type StoredSite } from './sites.ts'
import { MOST_IN_SITEMAP, sitemap, sitemapIndex } from './sitemap.ts'

/** An answer before it is filled in; undefined: there is nothing. */
export type Made =
  | { status: 200; text: string; modified?: string }
  | { status: 301; location: string }
  | { status: 410 }
  | undefined

export interface Asked {
  tenant: Tenant
  site: StoredSite
  /** Which tags of feeds begin with it. */
  host: string
}

export interface PostsQuery {
  page?: number
  pageSize?: number
  category?: string
  author?: string
  search?: string
}

const USUAL_PAGE = 20
/** Of the hosted blog. */
const ON_A_PAGE = 10

export const posts = async ({ tenant }: Asked, query: PostsQuery): Promise<Made> => {
  const { page = 1, pageSize = USUAL_PAGE } = query
  const { data, total } = await summaries(tenant, filterOf(query), page, pageSize)
  return json({ data, pagination: { page, pageSize, total, totalPages: Math.ceil(total / pageSize) } })
}

/** A stored page by its address, or where its readers are to go. */
export const post = async (asked: Asked, slug: string, how: 'json' | 'html'): Promise<Made> => {
  const { db, companyId } = asked.tenant
  const { rows } = await sql<{ text: string; made_at: string }>`
    select ${sql.ref(`p.${how}`)} as text, p.made_at from blog_pages p join blog_posts b on b.company_id = p.company_id and b.id = p.post_id
    where p.company_id = ${companyId} and p.slug = ${slug} and ${readable('b')}`.execute(db)
  const [found] = rows
  if (found) return { status: 200, text: found.text, modified: found.made_at }
  return elsewhere(asked, slug, how)
}

/** An old address leads to its post; a post that was taken away for good is gone. */
const elsewhere = async ({ tenant }: Asked, slug: string, how: 'json' | 'html'): Promise<Made> => {
  const { rows } = await sql<{ to: string | null; gone: boolean }>`
    with meant as (
      select post_id as id, 0 as rank from blog_redirects
      where company_id = ${tenant.companyId} and from_path = ${slug} and deleted_at is null
      union all
      select id, 1 + row_number() over (order by deleted_at desc nulls first, id desc) from blog_posts
      where company_id = ${tenant.companyId} and slug = ${slug} and first_published_at is not null
    )
    select case when ${readable('p')} then p.slug else (select t.slug from blog_posts t
        where t.company_id = p.company_id and t.id = p.archive_target_id and p.archived_at is not null and ${readable('t')}) end as to,
      p.first_published_at is not null and (p.archived_at is not null or p.deleted_at is not null) as gone
    from meant m join blog_posts p on p.company_id = ${tenant.companyId} and p.id = m.id order by m.rank limit 1`.execute(
    tenant.db,
  )
  const [meant] = rows
  if (meant?.to && meant.to !== slug)
    return {
      status: 301,
      location: ours(hostedPath(`${how === 'json' ? 'posts' : 'blog'}/${meant.to}`)),
    }
  return meant?.gone ? { status: 410 } : undefined
}

export const categories = async ({ tenant: { db, companyId } }: Asked): Promise<Made> => {
  const { rows } = await sql<object>`
    select c.name, c.slug, c.description, count(*)::int as posts
    from blog_page_uses u join blog_categories c on c.company_id = u.company_id and c.id = u.used_id
    join blog_posts b on b.company_id = u.company_id and b.id = u.post_id
    where u.company_id = ${companyId} and u.entity = 'blog_categories' and c.deleted_at is null and ${readable('b')}
    group by c.id, c.name, c.slug, c.description, c.position order by c.position, c.name`.execute(db)
  return json({ data: rows })
}

export const authors = async ({ tenant }: Asked): Promise<Made> => json({ data: await publicAuthors(tenant) })

export const author = async ({ tenant }: Asked, slug: string): Promise<Made> => {
  const [found] = await publicAuthors(tenant, slug)
  return found && json(found)
}

/** Of posts that readers can open; no email goes out. */
const publicAuthors = async (tenant: Tenant, slug?: string) => {
  const { rows } = await sql<StoredAuthor & { posts: number }>`
    select a.id, a.name, a.slug, a.role, a.bio, a.links, a.photo_id, a.photo_alt, count(*)::int as posts
    from blog_page_uses u join blog_authors a on a.company_id = u.company_id and a.id = u.used_id
    join blog_posts b on b.company_id = u.company_id and b.id = u.post_id
    where u.company_id = ${tenant.companyId} and u.entity = 'blog_authors' and a.deleted_at is null and ${readable('b')}
      ${slug === undefined ? sql`` : sql`and a.slug = ${slug}`}
    group by a.company_id, a.id order by a.name, a.id`.execute(tenant.db)
  const images = await imageRefs(
    tenant,
    rows.flatMap(({ photo_id }) => photo_id ?? []),
  )
  return rows.map((row) => ({ ...authorJson(liveAuthor(row, images)), posts: row.posts }))
}

/** All old addresses, for sites that are built beforehand. */
export const redirects = async ({ tenant, site }: Asked): Promise<Made> => {
  const { rows } = await sql<{ from: string; to: string }>`
    select r.from_path as from, p.slug as to from blog_redirects r
    join blog_posts p on p.company_id = r.company_id and p.id = r.post_id
    where r.company_id = ${tenant.companyId} and r.deleted_at is null and ${readable('p')}
    union
    select p.slug, t.slug from blog_posts p join blog_posts t on t.company_id = p.company_id and t.id = p.archive_target_id
    where p.company_id = ${tenant.companyId} and p.archived_at is not null and p.deleted_at is null and ${readable('t')}
    order by 1`.execute(tenant.db)
  return json({ data: rows.map(({ from, to }) => ({ from, to, url: postAddress(site, to) })) })
}

export const atom = async (asked: Asked): Promise<Made> => xml(atomFeed(await feedOf(asked, 'feed.atom')))
export const rss = async (asked: Asked): Promise<Made> => xml(rssFeed(await feedOf(asked, 'feed.rss')))

const feedOf = async ({ tenant, site: stored, host }: Asked, self: string): Promise<Feed> => {
  const site = await liveSite(tenant)
  const { rows } = await sql<{ post_no: number; json: string }>`
    select b.post_no, p.json from blog_pages p join blog_posts b on b.company_id = p.company_id and b.id = p.post_id
    where p.company_id = ${tenant.companyId} and ${readable('b')}
    order by p.published_at desc, p.post_id desc limit ${stored.feed_size}`.execute(tenant.db)
  return {
    title: site.name,
    locale: site.locale,
    publisher: site.publisher,
    feedId: stored.feed_id,
    host,
    blog: blogAddress(site),
    self: ours(hostedPath(self)),
    posts: rows.map(({ post_no, json }): FeedPost => ({ ...JSON.parse(json), post_no })),
  }
}

/** Of all posts that search engines may list; an index of several files where there are too many for one. */
export const siteMap = async ({ tenant, site }: Asked, { part }: { part?: number }): Promise<Made> => {
  const { rows } = await sql<{ summary: PostSummary }>`
    select p.summary from blog_pages p join blog_posts b on b.company_id = p.company_id and b.id = p.post_id
    where p.company_id = ${tenant.companyId} and not p.noindex and ${readable('b')}
    order by p.published_at, p.post_id`.execute(tenant.db)
  const all = rows.map(({ summary: { url, updated_at, image } }) => ({ url, updated_at, image: image?.url }))
  const parts = Math.max(1, Math.ceil(all.length / MOST_IN_SITEMAP))
  if ((part ?? 1) > parts) return undefined
  if (part === undefined && parts > 1)
    return xml(
      await sitemapIndex(
        Array.from({ length: parts }, (_, at) => ({
          url: `${ours(hostedPath('sitemap.xml'))}?part=${at + 1}`,
          lastmod: newest(all.slice(at * MOST_IN_SITEMAP, (at + 1) * MOST_IN_SITEMAP)),
        })),
      ),
    )
  const from = ((part ?? 1) - 1) * MOST_IN_SITEMAP
  const listed = all.slice(from, from + MOST_IN_SITEMAP)
  return xml(
    await sitemap(listed.length ? listed : [{ url: blogAddress(site), updated_at: undefined, image: undefined }]),
  )
}

const newest = (of: readonly { updated_at: string }[]) =>
  of.reduce((latest, { updated_at }) => (updated_at > latest ? updated_at : latest), '')

export const blog = async ({ tenant }: Asked, { page = 1 }: { page?: number }): Promise<Made> => {
  const { data, total } = await summaries(tenant, sql``, page, ON_A_PAGE)
  if (page > 1 && data.length === 0) return undefined
  const totalPages = Math.max(1, Math.ceil(total / ON_A_PAGE))
  return { status: 200, text: blogPage(await liveSite(tenant), { posts: data, page, totalPages }) }
}

const summaries = async ({ db, companyId }: Tenant, filter: RawBuilder<unknown>, page: number, pageSize: number) => {
  const from = sql`from blog_pages p join blog_posts b on b.company_id = p.company_id and b.id = p.post_id
    where p.company_id = ${companyId} and ${readable('b')} ${filter}`
  const { rows } = await sql<{ summary: PostSummary }>`
    select p.summary ${from} order by p.published_at desc, p.post_id desc limit ${pageSize} offset ${(page - 1) * pageSize}`.execute(
    db,
  )
  const { rows: counted } = await sql<{ total: number }>`select count(*)::int as total ${from}`.execute(db)
  return { data: rows.map(({ summary }) => summary), total: counted[0]?.total ?? 0 }
}

const filterOf = ({ category, author, search = '' }: PostsQuery) => {
  const words = search.trim().split(/\s+/).filter(Boolean)
  return sql.join(
    [
      ...(category === undefined ? [] : [uses('blog_categories', category)]),
      ...(author === undefined ? [] : [uses('blog_authors', author)]),
      ...words.map((word) => sql`and p.search_text like fold(${containing(word)})`),
    ],
    sql` `,
  )
}

const uses = (entity: 'blog_categories' | 'blog_authors', slug: string) => sql`
  and exists (select from blog_page_uses u join ${sql.table(entity)} e on e.company_id = u.company_id and e.id = u.used_id
    where u.company_id = p.company_id and u.post_id = p.post_id and u.entity = ${entity} and e.slug = ${slug} and e.deleted_at is null)`

const json = (value: object): Made => ({ status: 200, text: JSON.stringify(value) })
const xml = (text: string): Made => ({ status: 200, text })
