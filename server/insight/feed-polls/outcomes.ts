import { crashPoint } from '#server/db/crash.ts'
import type { Tenants } from '#server/db/tenant.ts'
import type { Fetched } from '#server/outside/fetch-public.ts'
import type { ClaimedFeed } from './claim.ts'
import { UNDERSTAND_DUE } from './due.ts'
import { afterFailure, afterSuccess, type Failure, type Health } from './health.ts'
import { rememberAddresses } from './pages.ts'
import type { ReadFeed } from './read-feed.ts'
import { moveFeed, restHost, settle, type Document, type Poll } from './settle.ts'
import { storeItems } from './store-items.ts'

export const POLLS = { kind: 'system', channel: 'api', act: 'feed-polls.move' } as const

/** Stores what became of a poll, all of it in one transaction. */
export const storeOutcomes = ({ now, random }: { now: () => Date; random: () => number }) => {
  const fail = (
    tenants: Tenants,
    companyId: number,
    feed: ClaimedFeed,
    failure: Failure,
    poll: Pick<Poll, 'status' | 'bytes' | 'ms'>,
  ) =>
    tenants.write(companyId, POLLS, async (tenant) => {
      const next = afterFailure(healthOf(feed), failure, now(), random())
      const stored = await settle(tenant, feed, next, {
        ...poll,
        outcome: 'failed',
        sentence: next.sentence,
        new: 0,
        changed: 0,
      })
      if (!stored) return
      if (next.movesTo !== undefined) await moveFeed(tenant, feed.feed_id, next.movesTo)
      if (next.hostRestsUntil) await restHost(tenant, feed.url, next.hostRestsUntil)
      if (next.state === 'broken') await tenant.due(UNDERSTAND_DUE)
    })

  const succeed = (
    tenants: Tenants,
    companyId: number,
    feed: ClaimedFeed,
    answer: Fetched,
    poll: Poll,
    { document, read, addresses = [], again }: Findings = {},
  ) => {
    crashPoint('feed-polls.fetched')
    return tenants.write(companyId, POLLS, async (tenant) => {
      const health = healthOf(feed)
      let told = document
      const next = afterSuccess(
        {
          ...health,
          cadenceHours: document?.cadenceHours ?? health.cadenceHours,
          lastNewAt: document?.lastNewAt ? new Date(document.lastNewAt) : health.lastNewAt,
        },
        { ...answer, now: now(), random: random(), ttlMin: read?.ttl ?? null },
      )
      if (again !== undefined) next.nextAt = new Date(Math.min(next.nextAt.getTime(), now().getTime() + again))
      if (addresses.length > 0) await rememberAddresses(tenant, feed, addresses)
      if (read) {
        const stored = await storeItems(tenant, feed, read, now())
        if (!stored) throw new LostFeed()
        if (document) told = { ...document, itemDigests: stored.digests }
        poll.new = stored.added
        poll.changed = stored.changed
        if (poll.outcome === 'new' && stored.added + stored.changed === 0) poll.outcome = 'unchanged'
        if (stored.added + stored.changed > 0) await tenant.due(UNDERSTAND_DUE)
        poll.sentence = read.repaired ? 'The feed ended in the middle; its whole items were read.' : ''
      }
      const settled = await settle(tenant, feed, next, poll, told)
      if (!settled && read) throw new LostFeed()
      if (settled && next.movesTo !== undefined) await moveFeed(tenant, feed.feed_id, next.movesTo)
      crashPoint('feed-polls.stored')
    })
  }

  return { fail, succeed }
}

interface Findings {
  document?: Document
  read?: Pick<ReadFeed, 'home' | 'items' | 'ttl' | 'repaired'>
  /** Of a sitemap: they are known from now on. */
  addresses?: readonly string[]
  /** It is read again so soon, in milliseconds. */
  again?: number
}

/** It was changed or removed while it was read: nothing is stored of it. */
export class LostFeed extends Error {}

const healthOf = (feed: ClaimedFeed): Health => ({
  url: feed.url,
  intervalMin: feed.interval_min,
  failures: feed.failures,
  goneTimes: feed.gone_times,
  goneSince: dateOf(feed.gone_since),
  cadenceHours: feed.cadence_hours,
  lastNewAt: dateOf(feed.last_new_at),
  redirectUrl: feed.redirect_url,
  redirectSince: dateOf(feed.redirect_since),
})
const dateOf = (text: string | null) => (text === null ? null : new Date(text))
