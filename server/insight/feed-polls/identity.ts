import { createHash } from 'node:crypto'
import { canonicalUrl } from './canonical-url.ts'
import { alikeness, titleAlikeness, wordsOf } from './min-hash.ts'
import type { FeedItem } from './read-feed.ts'

/** `alt`: a page that a sitemap names, whether it became a post or not. */
export type KeyKind = 'url' | 'guid' | 'day' | 'alt'
export interface PostKey {
  kind: KeyKind
  /** In hexadecimal. */
  key: string
}

/** A post of the competitor that an item of the document may be. */
export interface KnownPost {
  id: number
  title: string
  publishedRaw: string | null
  sortAt: number
  words: number
  signature: Uint8Array | null
}

export interface Known {
  /** Whose key it is; null: it is nobody’s, since it has stood for several. */
  keys: ReadonlyMap<string, number | null>
  posts: ReadonlyMap<number, KnownPost>
}

export interface Identified {
  item: FeedItem
  /** By what it is to be known from now on. */
  keys: PostKey[]
  /** Null: a post that is new. */
  postId: number | null
}

const DAYS_2 = 2 * 86_400_000
const MOVED = { title: 0.75, text: 0.9 }
const SAME_TEXT = 0.5

export const keyOf = (kind: KeyKind, value: string): PostKey => ({
  kind,
  key: createHash('sha256').update(`${kind} ${value}`).digest('hex').slice(0, 32),
})
/** As titles are compared whole. */
export const titleKey = (title: string) => wordsOf(title).join(' ')

interface Candidate {
  item: FeedItem
  url: PostKey | undefined
  guid: PostKey | undefined
}

/** By which keys the items of a document are known, and which keys stand for several of them. */
export const keysIn = (items: readonly FeedItem[], homes: readonly (string | null)[]) => {
  const home = new Set(homes.flatMap((each) => (each === null ? [] : (canonicalUrl(each) ?? []))))
  const whole = new Map<string, Candidate>()
  for (const item of items) {
    const address = canonicalUrl(item.url)
    const url = address === undefined || home.has(address) ? undefined : keyOf('url', address)
    const guid = item.guid === null ? undefined : keyOf('guid', item.guid)
    // The same item twice is one.
    const same = JSON.stringify([url?.key, guid?.key, item.title, url || guid ? '' : item.publishedRaw])
    if (!whole.has(same)) whole.set(same, { item, url, guid })
  }
  const candidates = [...whole.values()]
  const times = new Map<string, number>()
  for (const { url, guid } of candidates)
    for (const key of [url, guid]) if (key) times.set(key.key, (times.get(key.key) ?? 0) + 1)
  const several = (key: PostKey | undefined) => key !== undefined && (times.get(key.key) ?? 0) > 1
  const nobodys = new Map<string, PostKey>()
  for (const { url, guid } of candidates)
    for (const key of [url, guid]) if (key && several(key)) nobodys.set(key.key, key)
  return {
    nobodys: [...nobodys.values()],
    candidates: candidates.map(({ item, url, guid }) => ({
      item,
      url: several(url) ? undefined : url,
      guid: several(guid) ? undefined : guid,
      day: keyOf('day', `${titleKey(item.title)} ${item.published?.slice(0, 10) ?? ''}`),
    })),
  }
}

/** Which post each item is: by its keys, else by what it says, else none yet. Each post is one item. */
export const identify = (
  { candidates, nobodys }: ReturnType<typeof keysIn>,
  known: Known,
): { items: Identified[]; nobodys: PostKey[] } => {
  const taken = new Set<number>()
  const spent = new Map(nobodys.map((key) => [key.key, key]))
  const places = new Map<(typeof candidates)[number], number | null>()
  const take = (candidate: (typeof candidates)[number], id: number) => {
    taken.add(id)
    places.set(candidate, id)
  }
  const usable = (key: PostKey | undefined) =>
    key && !spent.has(key.key) && known.keys.get(key.key) !== null ? key : undefined
  const ownerOf = (key: PostKey | undefined) => (key && usable(key) ? known.keys.get(key.key) : undefined) ?? undefined

  for (const candidate of candidates) {
    const owner = ownerOf(candidate.url)
    if (owner === undefined) continue
    // Two addresses of one post: it is there once.
    if (taken.has(owner)) places.set(candidate, SKIPPED)
    else take(candidate, owner)
  }
  for (const candidate of candidates) {
    const owner = places.has(candidate) ? undefined : ownerOf(candidate.guid)
    if (owner === undefined || !candidate.guid) continue
    // Some feeds have one guid for all that they ever say.
    if (taken.has(owner) || !isStill(candidate.item, known.posts.get(owner)))
      spent.set(candidate.guid.key, candidate.guid)
    else take(candidate, owner)
  }
  for (const candidate of candidates) {
    if (places.has(candidate) || usable(candidate.url) || usable(candidate.guid)) continue
    const owner = ownerOf(candidate.day)
    if (owner !== undefined && !taken.has(owner)) take(candidate, owner)
  }
  const free = () => [...known.posts.values()].filter(({ id }) => !taken.has(id))
  for (const candidate of candidates) {
    if (places.has(candidate)) continue
    const moved = free().find((post) => isMoved(candidate.item, post))
    if (moved) take(candidate, moved.id)
  }
  for (const [candidate, post] of migrated(candidates, places, free())) take(candidate, post.id)

  return {
    nobodys: [...spent.values()],
    items: candidates.flatMap((candidate) => {
      const place = places.get(candidate) ?? null
      if (place === SKIPPED) return []
      const own = [usable(candidate.url), usable(candidate.guid)].flatMap((key) => key ?? [])
      return [{ item: candidate.item, keys: own.length > 0 ? own : [candidate.day], postId: place }]
    }),
  }
}
const SKIPPED = -1

/** Something besides its guid is as it was. */
const isStill = (item: FeedItem, post: KnownPost | undefined) =>
  post === undefined ||
  (item.publishedRaw !== null && item.publishedRaw === post.publishedRaw) ||
  titleAlikeness(item.title, post.title) >= MOVED.title ||
  (item.signature !== null && post.signature !== null && alikeness(item.signature, post.signature) >= SAME_TEXT)

/** The same text at another address, of the same days. */
const isMoved = (item: FeedItem, post: KnownPost) => {
  const at = item.published === null ? undefined : Date.parse(item.published)
  if (at !== undefined && Math.abs(at - post.sortAt) > DAYS_2) return false
  if (item.signature && post.signature)
    return (
      alikeness(item.signature, post.signature) >= MOVED.text && titleAlikeness(item.title, post.title) >= MOVED.title
    )
  // Without a text there is only the title and the very time.
  return (
    !item.signature &&
    !post.signature &&
    item.publishedRaw !== null &&
    item.publishedRaw === post.publishedRaw &&
    titleKey(item.title) === titleKey(post.title)
  )
}

/** Where more than half of a document is new by its keys but has titles that are known, the site has moved as a whole. */
const migrated = <C extends { item: FeedItem }>(
  candidates: readonly C[],
  places: ReadonlyMap<C, number | null>,
  free: readonly KnownPost[],
): (readonly [C, KnownPost])[] => {
  const byTitle = Map.groupBy(free, ({ title }) => titleKey(title))
  const pairs: (readonly [C, KnownPost])[] = []
  for (const candidate of candidates) {
    if (places.has(candidate)) continue
    const posts = byTitle.get(titleKey(candidate.item.title))
    const { published } = candidate.item
    const nearest = posts?.toSorted((one, other) => distance(published, one) - distance(published, other))[0]
    if (!posts || !nearest) continue
    posts.splice(posts.indexOf(nearest), 1)
    pairs.push([candidate, nearest])
  }
  return pairs.length * 2 > candidates.length ? pairs : []
}
const distance = (published: string | null, { sortAt }: KnownPost) =>
  published === null ? 0 : Math.abs(Date.parse(published) - sortAt)
