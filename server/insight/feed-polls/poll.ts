import { createHash } from 'node:crypto'
import type { Tenants } from '#server/db/tenant.ts'
import type { Fetched, FetchPublic } from '#server/outside/fetch-public.ts'
import { sitePages } from '#server/insight/site-pages/open.ts'
import { parser } from '#server/kit/parse-worker.ts'
import { AT_ONCE, claimFeeds, noteNextDue, type ClaimedFeed } from './claim.ts'
import { FEEDS_DUE } from './due.ts'
import type { parse as parseFeedTask } from './feed-task.ts'
import { cadenceOf, failureOf, type Failure } from './health.ts'
import { LostFeed, POLLS, storeOutcomes } from './outcomes.ts'
import { openPaces } from './paces.ts'
import { addressesOf, readPages, unknownOf, withFullTexts } from './pages.ts'
import type { ReadFeed } from './read-feed.ts'
import { hostIn, type Document, type Poll } from './settle.ts'
import { TextNeeded } from './store-items.ts'

export interface Polling {
  fetchPublic: FetchPublic
  /** How long the requests to one host stay apart, in milliseconds. */
  apartMs?: number
  random?: () => number
  now?: () => Date
}

/** As long as a site says that nothing has changed, it is believed; then it is read once all the same. */
const BELIEVED_FOR = 7 * 86_400_000
const LARGEST_SITEMAP = 50 * 1024 * 1024

const readInThread = parser.task<typeof parseFeedTask>(new URL('./feed-task.ts', import.meta.url))

/** Reads the feeds of a company that are due, so many at a time; others have their turn in between. */
export const pollFeeds = ({ fetchPublic, apartMs = 1_000, random = Math.random, now = () => new Date() }: Polling) => {
  const pace = openPaces(apartMs)
  const paced = <T>(url: string, work: () => Promise<T>) => pace(hostIn(url), work)
  const sites = sitePages(fetchPublic)
  const { fail, succeed } = storeOutcomes({ now, random })

  const pollOne = async (tenants: Tenants, companyId: number, feed: ClaimedFeed) => {
    const began = performance.now()
    const lastFull = feed.last_full_at === null ? 0 : Date.parse(feed.last_full_at)
    const isBelieved = now().getTime() - lastFull < BELIEVED_FOR
    const answer = await paced(feed.url, () =>
      fetchPublic(feed.url, {
        ...(feed.kind === 'sitemap' ? { accept: 'sitemap', mostBytes: LARGEST_SITEMAP } : { accept: 'feed' }),
        headers: {
          ...(isBelieved && feed.etag !== null && { 'if-none-match': feed.etag }),
          ...(isBelieved && feed.last_modified !== null && { 'if-modified-since': feed.last_modified }),
        },
      }),
    )
    const ms = () => Math.round(performance.now() - began)
    if (!answer.ok)
      return fail(tenants, companyId, feed, failureOf(answer), { status: answer.status, bytes: 0, ms: ms() })
    const poll = { status: answer.status, bytes: answer.wireBytes, ms: ms(), sentence: '', new: 0, changed: 0 }
    if (answer.status === 304) return succeed(tenants, companyId, feed, answer, { ...poll, outcome: 'not_modified' })
    const digest = createHash('sha256').update(answer.bytes).digest()
    if (feed.digest !== null && digest.equals(feed.digest)) {
      const document = {
        ...conditionsOf(answer),
        digest,
        title: null,
        language: null,
        cadenceHours: null,
        lastNewAt: null,
      }
      return succeed(tenants, companyId, feed, answer, { ...poll, outcome: 'unchanged' }, { document })
    }
    if (feed.kind === 'sitemap') return readSitemap(tenants, companyId, feed, answer, { ...poll, digest })
    const read = (digests: readonly string[]) =>
      storeFeed(tenants, companyId, feed, answer, { poll, digest, digests, ms })
    return read(feed.item_digests).catch((error: unknown) => {
      if (error instanceof TextNeeded) return read([])
      throw error
    })
  }

  const storeFeed = async (
    tenants: Tenants,
    companyId: number,
    feed: ClaimedFeed,
    answer: Fetched,
    {
      poll,
      digest,
      digests,
      ms,
    }: { poll: Omit<Poll, 'outcome'>; digest: Uint8Array; digests: readonly string[]; ms: () => number },
  ) => {
    const read = await readInThread({ bytes: answer.bytes, contentType: answer.contentType, url: answer.url, digests })
    const failure = read.ok ? unreadable(read.value.kind) : UNREAD[read.why]
    if (!read.ok || failure || !('items' in read.value))
      return fail(tenants, companyId, feed, failure ?? UNREAD.failed, { ...poll, ms: ms() })
    const { items } = read.value
    const urls = items.map(({ url }) => url)
    const fresh =
      feed.full_text === 'off'
        ? new Set<string>()
        : await tenants.read(companyId, (tenant) => unknownOf(tenant, feed, urls))
    const whole = { ...read.value, items: await withFullTexts(sites, paced, feed, items, fresh) }
    const document = documentOf(read.value, answer, digest, now())
    return succeed(
      tenants,
      companyId,
      feed,
      answer,
      { ...poll, ms: ms(), outcome: feed.last_ok_at === null ? 'baseline' : 'new' },
      { document, read: whole },
    )
  }

  /** The addresses of the first reading were there before; later ones that nobody knows are posts. */
  const readSitemap = async (
    tenants: Tenants,
    companyId: number,
    feed: ClaimedFeed,
    answer: Fetched,
    { digest, ...poll }: Omit<Poll, 'outcome'> & { digest: Uint8Array },
  ) => {
    const addresses = await addressesOf(fetchPublic, paced, feed, answer)
    if (typeof addresses === 'string') return fail(tenants, companyId, feed, SITEMAP[addresses], poll)
    const unknown = await tenants.read(companyId, (tenant) =>
      unknownOf(
        tenant,
        feed,
        addresses.map(({ url }) => url),
      ),
    )
    const fresh = addresses.filter(({ url }) => unknown.has(url))
    const isFirst = feed.last_ok_at === null
    const { items, read } = isFirst
      ? { items: [], read: fresh.map(({ url }) => url) }
      : await readPages(sites, paced, fresh)
    const left = fresh.length - read.length
    const document = {
      ...documentOf({ title: '', language: null, items }, answer, digest, now()),
      // What is left is read with the next poll, whether the sitemap changes or not.
      ...(left > 0 && { digest: Buffer.alloc(32), etag: null, lastModified: null }),
      title: null,
    }
    return succeed(
      tenants,
      companyId,
      feed,
      answer,
      { ...poll, outcome: isFirst ? 'baseline' : 'new' },
      {
        document,
        read: { home: null, items, ttl: null, repaired: false },
        addresses: read,
        ...(left > 0 && { again: 10 * 60_000 }),
      },
    )
  }

  return async (tenants: Tenants, companyId: number): Promise<void> => {
    const claimed = await tenants.write(companyId, POLLS, claimFeeds)
    let turn = Promise.resolve<unknown>(undefined)
    // One transaction after the other: what one stores, the next one has to know.
    const inTurn: Tenants = {
      ...tenants,
      write: (...given) => {
        const mine = turn.then(() => tenants.write(...given))
        turn = mine.catch(() => undefined)
        return mine
      },
    }
    const outcomes = await Promise.allSettled(claimed.map((feed) => pollOne(inTurn, companyId, feed)))
    await tenants.write(companyId, POLLS, async (tenant) => {
      await noteNextDue(tenant)
      if (claimed.length === AT_ONCE) await tenant.due(FEEDS_DUE)
    })
    const failed = outcomes.find((outcome) => outcome.status === 'rejected' && !(outcome.reason instanceof LostFeed))
    if (failed?.status === 'rejected') throw failed.reason
  }
}

/** Word for word; what is too long to be stored is not asked for. */
const conditionsOf = ({ etag, lastModified }: Fetched) => ({
  etag: etag !== null && etag.length <= 1_000 ? etag : null,
  lastModified: lastModified !== null && lastModified.length <= 200 ? lastModified : null,
})

const documentOf = (
  { title, language, items }: Pick<ReadFeed, 'title' | 'language' | 'items'>,
  answer: Fetched,
  digest: Uint8Array,
  now: Date,
): Document => {
  const times = items.flatMap(({ published }) => {
    const time = published === null ? NaN : Date.parse(published)
    return time <= now.getTime() ? [time] : []
  })
  return {
    ...conditionsOf(answer),
    digest,
    title,
    language,
    cadenceHours: cadenceOf(times),
    lastNewAt: times.length > 0 ? new Date(Math.max(...times)).toISOString() : null,
  }
}

const failure = (code: string, sentence: string): Failure => ({ code, sentence, status: null, retryAfter: null })
const UNREAD = {
  slow: failure('slow', 'The feed takes too long to read.'),
  ended: failure('slow', 'The feed takes too much memory to read.'),
  busy: failure('busy', 'Too many feeds are being read. It is read again later.'),
  failed: failure('unknown', 'The feed cannot be read.'),
}
const SITEMAP = {
  unknown: failure('unknown', 'The address answers something that is not a sitemap.'),
  many_addresses: failure('many_addresses', 'The sitemap has more than 50,000 addresses.'),
  slow: failure('slow', 'One of the sitemaps could not be read.'),
}
const unreadable = (kind: string): Failure | undefined => {
  if (kind === 'page') return failure('page', 'The address answers a web page, not a feed.')
  return kind === 'unknown' ? failure('unknown', 'The address answers something that is not a feed.') : undefined
}
