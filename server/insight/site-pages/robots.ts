import { LRUCache } from 'lru-cache'
import { parser } from '#server/kit/parse-worker.ts'
import type { FetchPublic } from '#server/outside/fetch-public.ts'
import type { parse } from './robots-task.ts'

/** Our name in a robots.txt. */
const NAME = 'Leadroom'
const DAY = 86_400_000
const FAILED_FOR = 600_000
/** As much as RFC 9309 wants to be read. */
const MOST_BYTES = 512 * 1024
/** Of all texts that are remembered. */
const MOST_KEPT = 8 * 1024 * 1024
const FORBIDS_ALL = 'User-agent: *\nDisallow: /\n'

export interface Robots {
  /** Whether the site lets us read these pages and sitemaps; feeds that a person named are not asked for. */
  allows(url: string, signal?: AbortSignal): Promise<boolean>
  /** The sitemaps that the site names. */
  sitemaps(url: string, signal?: AbortSignal): Promise<string[]>
}

const askThread = parser.task<typeof parse>(new URL('./robots-task.ts', import.meta.url))

/** The robots.txt of each site, by RFC 9309, for a day. */
export const openRobots = (fetchPublic: FetchPublic): Robots => {
  const known = new LRUCache<string, string>({
    max: 5_000,
    maxSize: MOST_KEPT,
    sizeCalculation: (text, origin) => text.length + origin.length + 1,
  })

  const textOf = async (origin: string, signal: AbortSignal | undefined) => {
    const remembered = known.get(origin)
    if (remembered !== undefined) return remembered
    const answer = await fetchPublic(`${origin}/robots.txt`, {
      accept: 'robots',
      mostBytes: MOST_BYTES,
      ...(signal && { signal }),
    })
    if (answer.ok) return keep(origin, new TextDecoder().decode(answer.bytes), DAY)
    // The site says that it has none.
    if (answer.status !== null && answer.status >= 400 && answer.status < 500 && answer.status !== 429)
      return keep(origin, '', DAY)
    if (answer.code === 'too_many_redirects' || answer.code === 'wrong_kind') return keep(origin, '', DAY)
    // One that we cannot read may forbid anything.
    if (answer.status !== null && answer.status >= 500) return keep(origin, FORBIDS_ALL, DAY)
    return answer.code === 'busy' || signal?.aborted ? FORBIDS_ALL : keep(origin, FORBIDS_ALL, FAILED_FOR)
  }
  const keep = (origin: string, text: string, ttl: number) => {
    known.set(origin, text, { ttl })
    return text
  }
  const say = async (url: string, signal: AbortSignal | undefined) => {
    const { origin } = new URL(url)
    const text = await textOf(origin, signal)
    const said = await askThread({ address: `${origin}/robots.txt`, text, name: NAME, urls: [url] })
    return said.ok ? said.value : { allowed: [false], sitemaps: [] }
  }

  return {
    allows: async (url, signal) => (await say(url, signal)).allowed[0] ?? false,
    sitemaps: async (url, signal) => (await say(url, signal)).sitemaps,
  }
}
