import { hash } from 'node:crypto'
import { parseFeed, type AnyFeed } from 'feedsmith'
import { webAddress } from './canonical-url.ts'
import { cleanContent, cleanTitle } from './clean-content.ts'
import { parseDate } from './dates.ts'
import { decode } from './decode.ts'
import { signatureOf, wordsOf } from './min-hash.ts'

/** Of one document; the newest. */
const MOST_ITEMS = 500
const LIMITS = { title: 500, author: 200, raw: 200, guid: 2_000, language: 35 } as const

export interface FeedItem {
  guid: string | null
  url: string
  title: string
  author: string | null
  publishedRaw: string | null
  /** As it reads, whether that can be or not. */
  published: string | null
  language: string | null
  html: string
  text: string
  excerpt: string
  summary: string
  words: number
  signature: Uint8Array | null
  /** Of which the text is: what the feed says, or the page itself. */
  source: 'feed' | 'page'
  /** Of the item as the feed sends it. */
  digest: string
  /** It is as it was when it was read last: its text was not read again and is empty here. */
  unchanged: boolean
}

export interface ReadFeed {
  kind: 'rss' | 'atom' | 'rdf' | 'json'
  title: string
  /** The site that it is of. */
  home: string | null
  language: string | null
  /** How long it need not be read again, in minutes. */
  ttl: number | null
  items: FeedItem[]
  /** It ended in the middle. */
  repaired: boolean
}

/** It is no feed: a web page, or nothing that anybody knows. */
export interface Unreadable {
  kind: 'page' | 'unknown'
}

/** What a feed says, ready to be stored; it is to run in the parse worker. Items with these digests are known word for word. */
export const readFeed = ({
  bytes,
  contentType,
  url,
  digests = [],
}: {
  bytes: Uint8Array
  contentType: string | null
  url: string
  digests?: readonly string[]
}): ReadFeed | Unreadable => {
  const text = withoutReserved(withoutDoctype(decode(bytes, contentType)))
  const whole = attempt(text)
  const feed = whole ?? attempt(cutShort(text))
  if (!feed) return { kind: looksLikePage(text) ? 'page' : 'unknown' }
  return { ...contentOf(feed, url, new Set(digests)), repaired: !whole }
}

const attempt = (text: string | undefined): AnyFeed | undefined => {
  try {
    return text === undefined ? undefined : parseFeed(text)
  } catch {
    return undefined
  }
}

/** Nothing in it is needed, and entities that it would declare are none. */
const withoutDoctype = (text: string): string => {
  const from = text.slice(0, 10_000).search(/<!doctype\s/i)
  if (from < 0) return text
  const end = text.indexOf('>', from)
  const inner = text.indexOf('[', from)
  const to = inner >= 0 && inner < end ? text.indexOf('>', Math.max(inner, text.indexOf(']', inner))) : end
  return to < 0 || /^<!doctype\s{1,5}html/i.test(text.slice(from, from + 30))
    ? text
    : text.slice(0, from) + text.slice(to + 1)
}

/** Elements that the parser refuses a document for, since they are called as parts of the language are. */
const withoutReserved = (text: string) =>
  text.replaceAll(/<(\/?)(__proto__|constructor|prototype)(?=[\s/>])/g, '<$1x-$2')

/** Up to its last whole item, and closed; undefined: there is none. */
const cutShort = (text: string): string | undefined => {
  const ends = ['</item>', '</entry>', '</atom:entry>', '</rss:item>']
  const last = ends.map((end) => ({ end, at: text.lastIndexOf(end) })).toSorted((one, other) => other.at - one.at)[0]
  if (!last || last.at < 0) return undefined
  const root = /<(rss|rdf:RDF|(?:atom:)?feed)[\s>]/.exec(text.slice(0, 20_000))?.[1]
  if (root === undefined) return undefined
  return `${text.slice(0, last.at + last.end.length)}${root === 'rss' ? '</channel>' : ''}</${root}>`
}

const looksLikePage = (text: string) => /<(?:!doctype\s{1,5}html|html|head|body)[\s>]/i.test(text.slice(0, 5_000))

interface Found {
  guid?: string | undefined
  links: readonly (string | undefined)[]
  title?: string | undefined
  author?: string | undefined
  published?: string | undefined
  content?: string | undefined
  language?: string | undefined
  base?: string | undefined
}

const contentOf = (parsed: AnyFeed, url: string, known: ReadonlySet<string>): Omit<ReadFeed, 'repaired'> => {
  const { title, home, language, ttl, base, items } = foundIn(parsed, url)
  const place = webAddress(base, webAddress(home, url) ?? url) ?? url
  const dated = items.map((item) => ({ item, date: parseDate(item.published) }))
  const newest =
    dated.length <= MOST_ITEMS
      ? dated
      : dated.toSorted((one, other) => (other.date?.getTime() ?? 0) - (one.date?.getTime() ?? 0)).slice(0, MOST_ITEMS)
  return {
    kind: parsed.format,
    title: cleanTitle(title, LIMITS.title),
    home: webAddress(home, url) ?? null,
    language: languageOf(language),
    ttl: ttl !== undefined && Number.isFinite(ttl) && ttl > 0 ? ttl : null,
    items: newest.map(({ item, date }) => itemOf(item, date, { place, language: languageOf(language), known })),
  }
}

/** Another number where the text of an item comes to be read otherwise: then each is read once more. */
const READING = 1

const itemOf = (
  found: Found,
  date: Date | undefined,
  { place, language, known }: { place: string; language: string | null; known: ReadonlySet<string> },
): FeedItem => {
  const base = webAddress(found.base, place) ?? place
  const url = found.links.map((link) => webAddress(link, base)).find((link) => link !== undefined) ?? place
  const title = cleanTitle(found.title, LIMITS.title)
  const digest = hash('sha1', [READING, place, language, ...partsOf(found)].join('\0'), 'base64url')
  const unchanged = title !== '' && known.has(digest)
  const content = unchanged ? NO_TEXT : textOf(found.content ?? '', url)
  return {
    guid: cleanTitle(found.guid, LIMITS.guid) || null,
    url,
    title: title || content.excerpt.slice(0, 120) || url.slice(0, LIMITS.title),
    author: cleanTitle(found.author, LIMITS.author) || null,
    publishedRaw: cleanTitle(found.published, LIMITS.raw) || null,
    published: date?.toISOString() ?? null,
    language: languageOf(found.language) ?? language,
    ...content,
    source: 'feed',
    digest,
    unchanged,
  }
}

/** All that it says; no part has a NUL in it. */
const partsOf = ({ links, guid, title, author, published, language, base, content }: Found) => [
  links.length,
  ...links,
  guid,
  title,
  author,
  published,
  language,
  base,
  content,
]

const NO_TEXT = { html: '', text: '', excerpt: '', summary: '', words: 0, signature: null }
const textOf = (sent: string, url: string) => {
  const content = cleanContent(sent, url)
  const words = wordsOf(content.text)
  return { ...content, words: words.length, signature: signatureOf(words) ?? null }
}

const languageOf = (sent: string | undefined) => {
  const language = sent?.trim().toLowerCase() ?? ''
  return language.length <= LIMITS.language && /^[a-z]{2,3}(?:[-_][a-z0-9]{1,8})*$/.test(language) ? language : null
}

const foundIn = (
  parsed: AnyFeed,
  url: string,
): {
  title: string | undefined
  home: string | undefined
  language: string | undefined
  ttl?: number | undefined
  base?: string | undefined
  items: readonly Found[]
} => {
  if (parsed.format === 'rss') {
    const { title, link, language, ttl, items = [], xml } = parsed.feed
    return {
      title,
      home: link,
      language: language ?? xml?.lang,
      ttl,
      base: xml?.base,
      items: items.map((item) => ({
        guid: item.guid?.value,
        links: [
          item.link,
          alternate(item.atom?.links),
          item.guid?.isPermaLink === false || !/^https?:/i.test(item.guid?.value ?? '') ? undefined : item.guid?.value,
          item.enclosures?.[0]?.url,
        ],
        title: item.title ?? item.dc?.titles?.[0],
        author: item.dc?.creators?.[0] ?? personIn(item.authors?.[0]?.name),
        published: item.pubDate ?? item.dc?.dates?.[0] ?? item.atom?.published ?? item.atom?.updated,
        content: item.content?.encoded ?? item.description,
        language: item.xml?.lang,
        base: item.xml?.base,
      })),
    }
  }
  if (parsed.format === 'atom') {
    const { title, links, authors, entries = [], xml } = parsed.feed
    return {
      title: title?.value,
      home: alternate(links),
      language: xml?.lang,
      base: xml?.base ?? url,
      items: entries.map((entry) => ({
        guid: entry.id,
        links: [alternate(entry.links), /^https?:/i.test(entry.id ?? '') ? entry.id : undefined],
        title: plainText(entry.title),
        author: entry.authors?.[0]?.name ?? authors?.[0]?.name,
        published: entry.published ?? entry.updated,
        content: asHtml(entry.content) ?? asHtml(entry.summary) ?? entry.media?.groups?.[0]?.description?.value,
        language: entry.xml?.lang,
        base: entry.xml?.base,
      })),
    }
  }
  if (parsed.format === 'rdf') {
    const { title, link, items = [], dc } = parsed.feed
    return {
      title,
      home: link,
      language: dc?.languages?.[0],
      items: items.map((item) => ({
        guid: item.rdf?.about,
        links: [item.link, item.rdf?.about],
        title: item.title,
        author: item.dc?.creators?.[0],
        published: item.dc?.dates?.[0],
        content: item.content?.encoded ?? item.description,
      })),
    }
  }
  const { title, home_page_url, language, authors, items = [] } = parsed.feed
  return {
    title,
    home: home_page_url,
    language,
    items: items.map((item) => ({
      guid: item.id,
      links: [item.url, item.external_url],
      title: item.title,
      author: item.authors?.[0]?.name ?? authors?.[0]?.name,
      published: item.date_published ?? item.date_modified,
      content: item.content_html ?? escaped(item.content_text) ?? item.summary,
      language: item.language,
    })),
  }
}

const alternate = (links: readonly { href?: string; rel?: string }[] | undefined) =>
  (links?.find(({ rel }) => rel === undefined || rel === 'alternate') ?? links?.find(({ rel }) => rel !== 'self'))?.href

/** RSS has authors as `name@firm.example (Name)`. */
const personIn = (author: string | undefined) => /\(([^()]{1,200})\)\s{0,5}$/.exec(author ?? '')?.[1] ?? author

const escaped = (text: string | undefined) => text?.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
const isMarkup = (type: string | undefined) => type === 'html' || type === 'xhtml' || type === 'text/html'
const plainText = (text: { value?: string; type?: string } | undefined) =>
  isMarkup(text?.type) ? text?.value : escaped(text?.value)
/** Many say nothing of it and send HTML. */
const asHtml = (text: { value?: string; type?: string } | undefined) =>
  text?.type === 'text' ? escaped(text.value) : text?.value
