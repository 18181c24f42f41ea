import type { Fetched, Refused } from '#server/outside/fetch-public.ts'
import { canonicalUrl } from './canonical-url.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const BROKEN_FROM = 3
const GONE_FROM = 3
const LATE_LEAST_DAYS = 14
/** How long a feed leads elsewhere before its address is changed. */
const MOVED_AFTER = 7 * DAY

/** How a feed did until now, as far as the next poll needs it. */
export interface Health {
  url: string
  intervalMin: number
  failures: number
  goneTimes: number
  goneSince: Date | null
  cadenceHours: number | null
  lastNewAt: Date | null
  redirectUrl: string | null
  redirectSince: Date | null
}

export interface NextHealth {
  state: 'ok' | 'late' | 'failing' | 'broken' | 'moved' | 'gone'
  sentence: string
  nextAt: Date
  failures: number
  goneTimes: number
  goneSince: Date | null
  redirectUrl: string | null
  redirectSince: Date | null
  /** The address that the feed has from now on. */
  movesTo?: string
  /** Until when no feed of the same host is read. */
  hostRestsUntil?: Date
}

export interface Failure {
  code: string
  sentence: string
  status: number | null
  retryAfter: string | null
}

/** What a failing feed asks of people, by what it failed with. */
const ADVICE: Readonly<Record<string, string>> = {
  http_401: 'Ask its owner for a feed that is open, or use the sitemap.',
  http_403: 'Ask its owner, or use the sitemap.',
  http_404: 'Look for its feeds again.',
  http_410: 'Look for its feeds again, or remove this one.',
  http_429: 'It is read less often; nothing needs to be done.',
  refused_address: 'Enter the address of a public website.',
  own_address: 'Enter the address of another website.',
  bad_address: 'Correct the address.',
  dns: 'Check the address.',
  tls: 'Ask its owner to renew the certificate.',
  too_large: 'Use another feed of the site, or its sitemap.',
  page: 'Look for the feeds of the site and use one.',
  unknown: 'Look for the feeds of the site and use one.',
  many_addresses: 'Enter the path below which the posts are.',
}

/** After a poll that read the feed, or heard that it has not changed. */
export const afterSuccess = (
  health: Health,
  {
    now,
    random,
    redirects,
    url,
    cacheControl,
    ttlMin,
  }: Pick<Fetched, 'redirects' | 'url' | 'cacheControl'> & { now: Date; random: number; ttlMin: number | null },
): NextHealth => {
  const moved = permanentTarget(health, redirects, url)
  const since =
    moved === null ? null : health.redirectUrl === moved && health.redirectSince ? health.redirectSince : now
  const isSettled = moved !== null && since !== null && now.getTime() - since.getTime() >= MOVED_AFTER
  const movesTo = moved !== null && (isSettled || isSecured(health.url, moved)) ? moved : undefined
  const quiet = quietness(health, now)
  const base = {
    nextAt: new Date(now.getTime() + intervalOf(health, cacheControl, ttlMin) * (1 + random * 0.1)),
    failures: 0,
    goneTimes: 0,
    goneSince: null,
    redirectUrl: movesTo === undefined ? moved : null,
    redirectSince: movesTo === undefined ? since : null,
    ...(movesTo !== undefined && { movesTo }),
  }
  if (moved !== null && movesTo === undefined)
    return {
      ...base,
      state: 'moved',
      sentence: `The feed has moved to ${hostIn(moved)}. It is read there; nothing needs to be done.`,
    }
  return { ...base, ...quiet }
}

const quietness = ({ lastNewAt, cadenceHours }: Health, now: Date): Pick<NextHealth, 'state' | 'sentence'> => {
  if (!lastNewAt) return { state: 'ok', sentence: '' }
  const days = Math.floor((now.getTime() - lastNewAt.getTime()) / DAY)
  const usual = cadenceHours === null ? null : Math.max(1, Math.round(cadenceHours / 24))
  if (days < Math.max(LATE_LEAST_DAYS, 3 * (usual ?? 0))) return { state: 'ok', sentence: '' }
  return {
    state: 'late',
    sentence: `Nothing new for ${days} days${usual === null ? '' : `; before, something every ${usual === 1 ? 'day' : `${usual} days`}`}. Check whether the site has another feed.`,
  }
}

/** As often as it usually has something new, but neither more often than people or the site want, nor less than once a day. */
const intervalOf = ({ cadenceHours, intervalMin }: Health, cacheControl: string | null, ttlMin: number | null) => {
  const usual = cadenceHours === null ? intervalMin : (cadenceHours * 60) / 4
  const wanted = Math.min(Math.max(usual, intervalMin), 24 * 60)
  const maxAge = Number(/(?:^|[\s,])max-age\s{0,3}=\s{0,3}"?(\d{1,9})/i.exec(cacheControl ?? '')?.[1] ?? 0) / 60
  return Math.max(wanted, Math.min(Math.max(maxAge, ttlMin ?? 0), 24 * 60)) * MINUTE
}

/** The address that the feed leads to for good; null: none, or only for now. */
const permanentTarget = (health: Health, redirects: Fetched['redirects'], url: string) =>
  redirects.length > 0 && redirects.every(({ status }) => status === 301 || status === 308) && url !== health.url
    ? url
    : null

const isSecured = (from: string, to: string) =>
  from.startsWith('http:') && to.startsWith('https:') && canonicalUrl(from) === canonicalUrl(to)

/** After a poll that failed. No feed stops for ever: it is asked less often. */
export const afterFailure = (
  health: Health,
  { code, sentence, status, retryAfter }: Failure,
  now: Date,
  random: number,
): NextHealth => {
  const failures = health.failures + 1
  const isGone = status === 410
  const goneTimes = isGone ? health.goneTimes + 1 : 0
  const rest = Math.min(HOUR * 2 ** Math.min(failures, 10), DAY) * (0.9 + random * 0.2)
  const wanted = retryTime(retryAfter, now)
  const later = Math.max(goneTimes >= GONE_FROM ? 7 * DAY : rest, (wanted?.getTime() ?? 0) - now.getTime())
  const next = new Date(now.getTime() + later)
  const advice = ADVICE[code]
  // It has led elsewhere until it ended.
  const movesTo = (status === 404 || isGone) && health.redirectUrl !== null ? health.redirectUrl : undefined
  return {
    state: goneTimes >= GONE_FROM ? 'gone' : failures >= BROKEN_FROM ? 'broken' : 'failing',
    sentence: `${sentence}${advice === undefined ? '' : ` ${advice}`}`.slice(0, 500),
    nextAt: movesTo === undefined ? next : new Date(now.getTime() + MINUTE),
    failures,
    goneTimes,
    goneSince: isGone ? (health.goneSince ?? now) : null,
    redirectUrl: movesTo === undefined ? health.redirectUrl : null,
    redirectSince: movesTo === undefined ? health.redirectSince : null,
    ...(movesTo !== undefined && { movesTo }),
    ...(wanted && (status === 429 || status === 503) && { hostRestsUntil: wanted }),
  }
}

export const failureOf = ({ code, sentence, status, retryAfter }: Refused): Failure => ({
  code,
  sentence,
  status,
  retryAfter,
})

const LONGEST_REST = 7 * DAY

/** When a site wants to be asked again: at most a week from now; undefined: it says nothing that can be read. */
const retryTime = (retryAfter: string | null, now: Date): Date | undefined => {
  const text = retryAfter?.trim() ?? ''
  const at = /^\d{1,15}$/.test(text)
    ? now.getTime() + Number(text) * 1_000
    : /[a-z]/i.test(text)
      ? Date.parse(text)
      : NaN
  if (!Number.isFinite(at) || at <= now.getTime()) return undefined
  return new Date(Math.min(at, now.getTime() + LONGEST_REST))
}

const hostIn = (url: string) => URL.parse(url)?.hostname ?? url

/** The middle gap between the posts of a document, in hours; null: too few have dates. */
export const cadenceOf = (times: readonly number[]): number | null => {
  const sorted = times.toSorted((one, other) => one - other).slice(-30)
  const gaps = sorted.slice(1).map((time, at) => time - (sorted[at] ?? time))
  const middle = gaps.toSorted((one, other) => one - other)[Math.floor(gaps.length / 2)]
  return gaps.length < 3 || middle === undefined ? null : Math.max(1, Math.round(middle / HOUR))
}
