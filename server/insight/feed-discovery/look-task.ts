import { Parser } from 'htmlparser2'
import type { FeedKind } from '#contract/insight/competitors.ts'
import { webAddress } from '#server/insight/feed-polls/canonical-url.ts'
import { cleanTitle } from '#server/insight/feed-polls/clean-content.ts'
import { readFeed, type ReadFeed } from '#server/insight/feed-polls/read-feed.ts'
import { textOfPage, type PageBytes } from '#server/insight/site-pages/page-text.ts'

// The task of a thread: what an address answers, a feed, a sitemap, or a page that names some.

export interface SeenFeed {
  is: 'feed'
  kind: FeedKind
  title: string
  /** The site that it is of. */
  home: string | null
  lastPostAt: string | null
  postsAMonth: number | null
}

export interface SeenSitemap {
  is: 'sitemap'
  addresses: number
}

export interface SeenPage {
  is: 'page'
  /** What the site calls itself. */
  name: string
  /** Feeds that its head names, then those that a link of it leads to. */
  named: string[]
  linked: string[]
}

export type Seen = SeenFeed | SeenSitemap | SeenPage | { is: 'unknown' }

const MONTH = 30 * 86_400_000
const DAY = 86_400_000
const MOST_NAMED = 10
const MOST_LINKED = 5
const MOST_ADDRESSES = 50_000
const TITLE = 200
const FEED_TYPES = ['application/rss+xml', 'application/atom+xml', 'application/feed+json', 'application/rdf+xml']
/** Where a link of a page leads to a feed. */
const FEED_PATH = /\/(?:feed|rss|atom)(?:\.xml)?\/?$|\.(?:rss|atom|rdf)$/i

export const parse = (page: PageBytes & { now: number }): Seen => {
  const text = textOfPage(page)
  if (isSitemap(text)) return { is: 'sitemap', addresses: addressesIn(text) }
  const feed = readFeed(page)
  if ('items' in feed) return seenFeed(feed, page.now)
  return feed.kind === 'page' ? seenPage(text, page.url) : { is: 'unknown' }
}

const isSitemap = (text: string) => /<(?:\w{1,20}:)?(?:urlset|sitemapindex)[\s>]/.test(text.slice(0, 5_000))

/** How many it names; the rest of one that is longer than allowed does not count. */
const addressesIn = (text: string) => {
  let count = 0
  const reader = new Parser(
    {
      onopentagname(name) {
        if (name === 'loc' || name.endsWith(':loc')) count += 1
        if (count >= MOST_ADDRESSES) reader.pause()
      },
    },
    { xmlMode: true },
  )
  reader.write(text)
  reader.end()
  return count
}

const seenFeed = (feed: ReadFeed, now: number): SeenFeed => {
  const times = feed.items
    .flatMap(({ published }) => (published === null ? [] : Date.parse(published)))
    .filter((time) => time > 0 && time < now + DAY)
    .sort((one, other) => other - one)
  const last = times[0]
  return {
    is: 'feed',
    kind: feed.kind,
    title: feed.title.slice(0, TITLE),
    home: feed.home,
    lastPostAt: last === undefined ? null : new Date(last).toISOString(),
    postsAMonth: aMonth(times, now),
  }
}

/** Of the last three months; of less, where the feed does not go back so far. */
const aMonth = (times: readonly number[], now: number) => {
  const [last, oldest] = [times[0], times.at(-1)]
  if (last === undefined || oldest === undefined) return null
  const from = Math.max(oldest, now - 3 * MONTH)
  const recent = times.filter((time) => time >= from)
  const months = Math.max(1, (now - from) / MONTH)
  return Math.round((recent.length / months) * 10) / 10
}

const seenPage = (html: string, url: string): SeenPage => {
  const named: string[] = []
  const linked: string[] = []
  let name = ''
  let title = ''
  let inTitle = false
  let base = url
  const add = (list: string[], most: number, href: string | undefined) => {
    const address = webAddress(href, base)
    if (address !== undefined && list.length < most && !list.includes(address)) list.push(address)
  }
  const reader = new Parser({
    onopentag(tag, { href, rel = '', type = '', property, name: meta, content = '' }) {
      if (tag === 'base') base = webAddress(href, url) ?? url
      if (tag === 'title') inTitle = title === ''
      if (tag === 'meta' && (property === 'og:site_name' || meta === 'application-name')) name ||= content
      const isFeed = FEED_TYPES.includes((type.split(';')[0] ?? '').trim().toLowerCase())
      if (tag === 'link' && isFeed && /\b(?:alternate|feed)\b/i.test(rel)) add(named, MOST_NAMED, href)
      if (tag === 'a' && FEED_PATH.test((href ?? '').split(/[?#]/, 1)[0] ?? '')) add(linked, MOST_LINKED, href)
    },
    ontext(text) {
      if (inTitle && title.length < TITLE) title += text
    },
    onclosetag(tag) {
      if (tag === 'title') inTitle = false
    },
  })
  reader.write(html)
  reader.end()
  return { is: 'page', name: cleanTitle(name || lastPart(title), TITLE), named, linked }
}

/** Titles end in the name of the site: “Home | Rival”. */
const lastPart = (title: string) => title.split(/\s[|–—·-]\s/).at(-1) ?? title
