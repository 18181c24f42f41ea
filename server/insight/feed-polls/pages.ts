import { sql } from 'kysely'
import type { Tenant } from '#server/db/tenant.ts'
import { isFullerText } from '#server/insight/site-pages/read-page.ts'
import type { SitePages } from '#server/insight/site-pages/open.ts'
import { parser } from '#server/kit/parse-worker.ts'
import type { Fetched, FetchPublic } from '#server/outside/fetch-public.ts'
import { canonicalUrl } from './canonical-url.ts'
import type { ClaimedFeed } from './claim.ts'
import type { parse as cleanPage } from './content-task.ts'
import { keyOf, type KeyKind } from './identity.ts'
import type { FeedItem } from './read-feed.ts'
import type { parse as parseSitemap, SitemapPage } from './sitemap-task.ts'

/** How many pages of a site are read with one poll. */
const MOST_PAGES = 5
const FEW_WORDS = 200
const MOST_BYTES = 50 * 1024 * 1024
const MOST_ADDRESSES = 50_000

const readSitemap = parser.task<typeof parseSitemap>(new URL('./sitemap-task.ts', import.meta.url))
const cleaned = parser.task<typeof cleanPage>(new URL('./content-task.ts', import.meta.url))

type Paced = <T>(url: string, work: () => Promise<T>) => Promise<T>

/** All addresses of a sitemap and of those that it names; a text: why not. */
export const addressesOf = async (
  fetchPublic: FetchPublic,
  paced: Paced,
  { path_prefix }: ClaimedFeed,
  answer: Fetched,
): Promise<SitemapPage[] | 'unknown' | 'many_addresses' | 'slow'> => {
  const pages = new Map<string, SitemapPage>()
  const add = (found: readonly SitemapPage[]) => {
    for (const page of found) pages.set(canonicalUrl(page.url) ?? page.url, page)
  }
  const first = await readSitemap({ bytes: answer.bytes, contentType: answer.contentType, prefix: path_prefix })
  if (!first.ok) return 'slow'
  if (!first.value) return 'unknown'
  add(first.value.pages)
  let [more, left] = [first.value.more, MOST_BYTES - answer.bytes.length]
  for (const url of newsFirst(first.value.children)) {
    if (left <= 0) break
    const child = await paced(url, () => fetchPublic(url, { accept: 'sitemap', mostBytes: left }))
    if (!child.ok) return 'slow'
    left -= child.bytes.length
    const read = await readSitemap({ bytes: child.bytes, contentType: child.contentType, prefix: path_prefix })
    if (!read.ok) return 'slow'
    add(read.value?.pages ?? [])
    more ||= read.value?.more ?? false
  }
  return more || pages.size > MOST_ADDRESSES ? 'many_addresses' : [...pages.values()]
}

const newsFirst = (children: readonly string[]) =>
  children.toSorted((one, other) => Number(other.includes('news')) - Number(one.includes('news')))

const keyIn = (kind: KeyKind, url: string) => keyOf(kind, canonicalUrl(url) ?? url).key

/** Those of the addresses that neither a post nor an earlier reading of a sitemap has. */
export const unknownOf = async (
  { db, companyId }: Tenant,
  { competitor_id }: ClaimedFeed,
  urls: readonly string[],
): Promise<Set<string>> => {
  const { rows } = await sql<{ key: string }>`
    select encode(key, 'hex') as key from competitor_post_keys where company_id = ${companyId} and competitor_id = ${competitor_id}
      and key in (select decode(k, 'hex') from unnest(${urls.flatMap((url) => [keyIn('url', url), keyIn('alt', url)])}::text[]) k)`.execute(
    db,
  )
  const known = new Set(rows.map(({ key }) => key))
  return new Set(urls.filter((url) => !known.has(keyIn('url', url)) && !known.has(keyIn('alt', url))))
}

/** From now on these addresses are no news. */
export const rememberAddresses = async (
  { db, companyId }: Tenant,
  { competitor_id }: ClaimedFeed,
  urls: readonly string[],
): Promise<void> => {
  await sql`
    insert into competitor_post_keys (company_id, competitor_id, key, kind)
    select ${companyId}, ${competitor_id}, decode(k, 'hex'), 'alt' from unnest(${urls.map((url) => keyIn('alt', url))}::text[]) k
    on conflict do nothing`.execute(db)
}

/** The next new pages of a sitemap as posts: what cannot be read of one is told by its address. */
export const readPages = async (
  { readPage }: SitePages,
  paced: Paced,
  fresh: readonly SitemapPage[],
): Promise<{ items: FeedItem[]; read: string[] }> => {
  const some = fresh.slice(0, MOST_PAGES)
  const items: FeedItem[] = []
  for (const { url, title, published } of some) {
    const page = await paced(url, () => readPage(url))
    const article = page.ok ? page.article : undefined
    const content = await cleaned({
      url,
      title: title || article?.title || titleIn(url),
      author: article?.author ?? null,
      publishedRaw: published || (article?.publishedRaw ?? null),
      language: article?.language ?? null,
      html: article?.html ?? '',
    })
    if (content.ok) items.push({ ...content.value, title: content.value.title || titleIn(url) })
  }
  return { items, read: some.map(({ url }) => url) }
}

const titleIn = (url: string) => {
  const path = URL.parse(url)?.pathname.split('/').findLast(Boolean) ?? url
  return (
    path
      .replace(/\.\w{1,5}$/, '')
      .replaceAll(/[-_]{1,50}/g, ' ')
      .slice(0, 200) || url.slice(0, 200)
  )
}

/** Where a feed has the beginning of its new posts only, the whole text of some, if it is one with it. */
export const withFullTexts = async (
  { readPage }: SitePages,
  paced: Paced,
  { full_text }: ClaimedFeed,
  items: readonly FeedItem[],
  fresh: ReadonlySet<string>,
): Promise<FeedItem[]> => {
  const short = items.filter(
    ({ url, words, unchanged }) => fresh.has(url) && !unchanged && (full_text === 'on' || words < FEW_WORDS),
  )
  const full = new Map<FeedItem, FeedItem>()
  for (const item of short.slice(0, MOST_PAGES)) {
    const page = await paced(item.url, () => readPage(item.url))
    if (!page.ok || !isFullerText(`${item.title} ${item.text}`, page.article.text)) continue
    const content = await cleaned({ ...item, html: page.article.html })
    if (!content.ok || content.value.words <= item.words) continue
    const { html, text, excerpt, summary, words, signature, source } = content.value
    full.set(item, { ...item, html, text, excerpt, summary, words, signature, source })
  }
  return items.map((item) => full.get(item) ?? item)
}
