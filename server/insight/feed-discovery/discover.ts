import type { FeedCandidate } from '#contract/insight/competitors.ts'
import { canonicalUrl, hostOf } from '#server/insight/feed-polls/canonical-url.ts'
import { sitePages, type SitePages } from '#server/insight/site-pages/open.ts'
import { badField } from '#server/kit/errors.ts'
import { parser } from '#server/kit/parse-worker.ts'
import type { Fetched, FetchPublic, Refused } from '#server/outside/fetch-public.ts'
import { Refusal } from '#server/outside/refusal.ts'
import type { Wanted } from '#server/outside/site-answer.ts'
import type { parse, Seen, SeenPage } from './look-task.ts'

export interface Discovered {
  site: string
  name: string
  feeds: FeedCandidate[]
  sentence: string
}

type FoundBy = FeedCandidate['found_by']
interface Place {
  url: string
  foundBy: FoundBy
  why: string
}
type Looked = { ok: true; url: string; seen: Seen } | (Refused & { seen?: undefined })

const MOST = 5
const ALL_MS = 9_500
/** Below a site’s address, and below that of the page that was typed. */
const USUAL = ['feed', 'rss.xml', 'atom.xml', 'feed.xml', 'index.xml', 'rss', 'feed.json']
const BELOW_BLOG = ['blog/feed', 'blog/rss.xml', 'news/feed']
/** The address itself is wrong, whatever the site does. */
const WRONG = ['bad_address', 'refused_address', 'own_address', 'bad_redirect']

const look = parser.task<typeof parse>(new URL('./look-task.ts', import.meta.url))

/** Looks for the feeds of a site: at the address that was typed, those the page names, the usual places, and the sitemap. */
export const openDiscovery = (fetchPublic: FetchPublic, now: () => Date = () => new Date()) => {
  const { robots } = sitePages(fetchPublic)

  return async (typed: string): Promise<Discovered> => {
    const signal = AbortSignal.timeout(ALL_MS)
    const at = async (url: string, accept: Wanted = 'feed'): Promise<Looked> => {
      const answer = await fetchPublic(url, { accept, signal })
      return answer.ok ? { ok: true, url: answer.url, seen: await seenIn(answer, now()) } : answer
    }
    // What is not there by then is left out, whatever else the thread that reads has to do.
    const over = new Promise<undefined>((resolve) =>
      signal.addEventListener('abort', () => resolve(undefined), { once: true }),
    )
    const first = (await Promise.race([firstLook(typed, at), over])) ?? late(typed)
    if (!first.ok && WRONG.includes(first.code)) throw badField('url', first.sentence)
    const site = new URL(first.url)
    const page = first.seen?.is === 'page' ? first.seen : undefined
    const found = new Map<string, FeedCandidate & { home: string | null }>()
    const add = (looked: Looked, { foundBy, why }: Omit<Place, 'url'>) => {
      if (!looked.ok || looked.seen.is !== 'feed') return
      const { home, kind, title, lastPostAt, postsAMonth } = looked.seen
      const key = canonicalUrl(looked.url) ?? looked.url
      if (found.has(key)) return
      found.set(key, {
        url: looked.url,
        kind,
        title: title || hostOf(new URL(looked.url)),
        last_post_at: lastPostAt,
        posts_a_month: postsAMonth,
        why,
        found_by: foundBy,
        home,
      })
    }
    const visit = (places: readonly Place[]) =>
      Promise.all(places.map(async (place) => add(await at(place.url), place)))
    const allowed = (places: readonly Place[]) => onlyAllowed(places, robots, signal)

    add(first, { foundBy: 'typed', why: 'The address itself' })
    // One that does not answer at all does not do so elsewhere.
    const answers = first.ok || first.status !== null
    const sitemap = answers ? sitemapOf(first, site, robots, at, signal) : undefined
    const search = async () => {
      if (page) await visit(placesOf(page))
      if (answers && found.size === 0) await visit(await allowed(usualPlaces(site)))
    }
    await Promise.race([search(), over])
    const feeds = ranked([...found.values()])
    const map = await Promise.race([sitemap, over])
    if (map && feeds.length < MOST) feeds.push(map)
    return {
      site: site.origin,
      name: page?.name || feeds[0]?.title || hostOf(site),
      feeds,
      sentence: sentenceOf(feeds, first),
    }
  }
}

export type Discover = ReturnType<typeof openDiscovery>

const seenIn = async ({ bytes, contentType, url }: Fetched, now: Date): Promise<Seen> => {
  const said = await look({ bytes, contentType, url, now: now.getTime() })
  return said.ok ? said.value : { is: 'unknown' }
}

/** A site without a scheme is tried with https, then without. */
const firstLook = async (typed: string, at: (url: string) => Promise<Looked>) => {
  const written = typed.trim()
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(written)) return at(written)
  const secure = await at(`https://${written}`)
  if (secure.ok || !['tls', 'unreachable'].includes(secure.code)) return secure
  const plain = await at(`http://${written}`)
  return plain.ok ? plain : secure
}

const late = (url: string): Looked => {
  const { code, sentence } = new Refusal('timeout')
  return { ok: false, code, sentence, status: null, retryAfter: null, url: withScheme(url), redirects: [] }
}

const withScheme = (typed: string) => (URL.canParse(typed) ? typed : `https://${typed.trim()}`)

const placesOf = ({ named, linked }: SeenPage): Place[] => [
  ...named.map((url) => ({ url, foundBy: 'link' as const, why: 'Named by the site' })),
  ...linked
    .filter((url) => !named.includes(url))
    .map((url) => ({ url, foundBy: 'link' as const, why: 'Linked on the page' })),
]

const usualPlaces = (site: URL): Place[] => {
  const folder = site.pathname.replace(/\/$/, '')
  const below =
    folder === '' || folder.length > 200 ? [] : USUAL.slice(0, 3).map((path) => `${site.origin}${folder}/${path}`)
  return [...below, ...[...USUAL, ...BELOW_BLOG].map((path) => `${site.origin}/${path}`)].map((url) => ({
    url,
    foundBy: 'guess',
    why: 'Found at a common address',
  }))
}

const onlyAllowed = async (places: readonly Place[], robots: SitePages['robots'], signal: AbortSignal) => {
  const answers = await Promise.all(places.map(({ url }) => robots.allows(url, signal)))
  return places.filter((_, at) => answers[at])
}

/** The first sitemap that the site names or has at the usual place. */
const sitemapOf = async (
  first: Looked,
  site: URL,
  robots: SitePages['robots'],
  at: (url: string, accept: Wanted) => Promise<Looked>,
  signal: AbortSignal,
): Promise<FeedCandidate | undefined> => {
  if (first.ok && first.seen.is === 'sitemap')
    return candidateOf(first.url, first.seen.addresses, { foundBy: 'typed', why: 'The address itself' })
  const named = (await robots.sitemaps(site.href, signal)).slice(0, 3)
  const places: Place[] = [
    ...named.map((url) => ({ url, foundBy: 'robots' as const, why: 'Named by the site’s robots.txt' })),
    { url: `${site.origin}/sitemap.xml`, foundBy: 'guess', why: 'Found at a common address' },
  ]
  for (const place of places) {
    if (!URL.canParse(place.url) || !(await robots.allows(place.url, signal))) continue
    const looked = await at(place.url, 'sitemap')
    if (looked.ok && looked.seen.is === 'sitemap') return candidateOf(looked.url, looked.seen.addresses, place)
  }
  return undefined
}

const candidateOf = (url: string, addresses: number, { foundBy, why }: Omit<Place, 'url'>): FeedCandidate => ({
  url,
  kind: 'sitemap',
  title: `Sitemap with ${addresses} ${addresses === 1 ? 'address' : 'addresses'}`,
  last_post_at: null,
  posts_a_month: null,
  why,
  found_by: foundBy,
})

/** Feeds of comments last; within each, in the order in which they were found. */
const ranked = (feeds: readonly (FeedCandidate & { home: string | null })[]): FeedCandidate[] => {
  const isOfComments = ({ title, url }: FeedCandidate) => /\bcomments?\b/i.test(title) || /\/comments\//.test(url)
  return [...feeds]
    .sort((one, other) => Number(isOfComments(one)) - Number(isOfComments(other)))
    .slice(0, MOST)
    .map(({ home: _home, ...feed }) => feed)
}

const sentenceOf = (feeds: readonly FeedCandidate[], first: Looked) => {
  const count = feeds.filter(({ kind }) => kind !== 'sitemap').length
  if (count > 0) return count === 1 ? 'Found 1 feed.' : `Found ${count} feeds.`
  if (feeds.length > 0) return 'No feed was found. You can follow the sitemap instead.'
  return first.ok ? 'No feed and no sitemap were found, so this site can’t be followed.' : first.sentence
}
