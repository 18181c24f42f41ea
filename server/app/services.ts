import { EventEmitter } from 'node:events'
import type { Pool } from 'pg'
import { anchorsIn, type KeepAnchor } from '#server/db/anchors.ts'
import { openClock, type Clock } from '#server/db/clock.ts'
import { LIMITS, openPool, type RequestLimits } from '#server/db/connect.ts'
import { openIdentity, type Identity } from '#server/db/identity/door.ts'
import { openShare } from '#server/db/share.ts'
import type { Anchor } from '#server/db/seal.ts'
import { openTenants, type OnStored, type Tenants } from '#server/db/tenant.ts'
import { openIntake, type Intake } from '#server/leads/intake/open.ts'
import type { Auth } from '#server/kit/auth.ts'
import { made } from '#server/platform/feature.ts'
import { openLive, type Live } from '#server/platform/live/open.ts'
import { openPictures, type Pictures } from '#server/platform/pictures/open.ts'
import { openTokens, type Tokens } from '#server/kit/tokens.ts'
import { openFetchPublic, type FetchLine, type FetchOptions, type FetchPublic } from '#server/outside/fetch-public.ts'
import { openConfiguredAuth } from '#server/outside/parent.ts'
import { AREAS } from './areas.ts'
import type { Config } from './config.ts'
import { notificationRules } from './notification-rules.ts'

/** What happens in this process that others wait for, whoever these are. */
export type News = EventEmitter<{
  /** A company has work waiting. */
  work: []
  /** The history of a company has grown. */
  grown: [companyId: number]
  /** An address that somebody named was fetched, or refused. */
  fetched: [line: FetchLine]
  /** What a read has found out could not be kept. */
  lost: [error: Error, name: string]
}>

/** What the features are given to work with. */
export interface Services {
  config: Config
  tenants: Tenants
  identity: Identity
  /** The time by the database. */
  clock: Clock
  tokens: Tokens
  auth: Auth
  /** Those of requests. */
  limits: RequestLimits
  /** For requests; jobs have their own. */
  pool: Pool
  /** For the work behind the requests, so that it never waits for them. */
  workPool: Pool
  /** For what says who does it and that they live: it must not wait behind the work, so it goes past any pooler. */
  claimPool: Pool
  /** For jobs, whose statements may take longer than anybody would wait. */
  jobPool: Pool
  /** What stands behind the public forms. */
  intake: Intake
  /** Tells watchers, here and on other nodes, what has been stored. */
  live: Live
  /** Reads pictures in a process of its own, and says where they are to be had. */
  pictures: Pictures
  /** The one way to addresses that tenants or strangers name. */
  fetchPublic: FetchPublic
  /** False where search has to go without its index; see `ensureFastSearch`. */
  fastSearch: boolean
  /** Keeps the anchors of the sealed history outside the database. */
  keepAnchor: KeepAnchor
  /** Hears of every transaction that wrote: live screens follow it, and the history is sealed. */
  stored: OnStored
  news: News
  close(): Promise<void>
}

const WORK_LIMITS = { connectionTimeoutMillis: 10_000 }

/** A chunk of a job may wait longer for a lock or an answer than a person does. */
const JOB_LIMITS = { statement_timeout: 60_000, lock_timeout: 5_000, connectionTimeoutMillis: 10_000 }

/**
 * Opens everything on a migrated database; `loginUrl` is that of the role leadroom_login. `limits` are those of
 * a request; `directUrl` leads past any pooler.
 */
export const openServices = (
  config: Config,
  loginUrl: string,
  fastSearch: boolean,
  limits: RequestLimits = LIMITS,
  directUrl: string = loginUrl,
  ways: FetchWays = {},
): Services => {
  const pooled = directUrl !== loginUrl || !config.databaseListen
  const pool = openPool(loginUrl, {
    pooled,
    connectionTimeoutMillis: limits.connect,
    statement_timeout: limits.statement,
    lock_timeout: limits.lock,
    transaction_timeout: limits.transaction,
  })
  const workPool = openPool(loginUrl, { pooled, ...WORK_LIMITS, max: 10, application_name: 'leadroom work' })
  const claimPool = openPool(directUrl, { pooled, ...WORK_LIMITS, max: 4, application_name: 'leadroom claims' })
  const jobPool = openPool(loginUrl, { pooled, ...JOB_LIMITS, max: 8, application_name: 'leadroom jobs' })
  const live = openLive({
    pool: openPool(loginUrl, {
      pooled,
      max: 3,
      connectionTimeoutMillis: 10_000,
      application_name: 'leadroom live reads',
    }),
    directUrl: config.databaseListen ? directUrl : undefined,
    topics: Object.fromEntries(AREAS.flatMap((area) => Object.entries(made(area.live, notificationRules()) ?? {}))),
  })
  const news: News = new EventEmitter()
  const grown = (companyId: number) => void news.emit('grown', companyId)
  const stored: OnStored = (companyId, changeSet, topics) => {
    live.stored(companyId, changeSet, topics)
    grown(companyId)
  }
  const identity = openIdentity(pool, grown)
  const clock = openClock(pool)
  const tokens = openTokens(config.secret, clock)
  const pictures = openPictures(config.secret, clock, config.picturesQuotaMb)

  // Half of them for one company at most: whoever asks for much makes others wait no longer.
  const share = openShare(pool.options.max / 2, limits.connect)
  const tenants = openTenants(
    pool,
    () => news.emit('work'),
    share,
    stored,
    (error, name) => void news.emit('lost', error, name),
  )

  return {
    config,
    tenants,
    identity,
    intake: openIntake(config, { identity, tenants }),
    clock,
    tokens,
    auth: openConfiguredAuth(config, tokens, identity),
    limits,
    pool,
    workPool,
    claimPool,
    jobPool,
    live,
    pictures,
    fetchPublic: openFetchPublic({
      agent: `Leadroom/1 (+${config.publicUrl}; feed reader)`,
      also: config.fetchAlso,
      ours: ownDomains(config),
      log: (line) => void news.emit('fetched', line),
      ...ways,
    }),
    fastSearch,
    keepAnchor: anchorsIn(config.anchorFile, logAnchor),
    stored,
    news,
    async close() {
      pictures.close()
      await Promise.all([live.close(), ...[pool, workPool, claimPool, jobPool].map((each) => each.end())])
    },
  }
}

/** How names are looked up and connections are made, where that is not to be the usual way. */
export type FetchWays = Pick<FetchOptions, 'resolve' | 'dial' | 'certificates' | 'limits'>

const ownDomains = ({ baseDomains, publicUrl }: Config) => {
  const { hostname } = new URL(publicUrl)
  return /\.[a-z]/.test(hostname) ? [...baseDomains, hostname] : baseDomains
}

/** A line of the log, whatever else the log leaves out: with no file it is the anchor. */
const logAnchor = (anchor: Anchor) =>
  void process.stdout.write(
    `${JSON.stringify({ level: 30, time: Date.now(), pid: process.pid, msg: 'sealed', anchor })}\n`,
  )
