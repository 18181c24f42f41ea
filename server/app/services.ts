import type { Pool } from 'pg'
import { anchorsIn, type KeepAnchor } from '#server/db/anchors.ts'
import { openClock, type Clock } from '#server/db/clock.ts'
import { LIMITS, openPool, type RequestLimits } from '#server/db/connect.ts'
import { openIdentity, type Identity } from '#server/db/identity/door.ts'
import { openShare } from '#server/db/share.ts'
import type { Anchor } from '#server/db/seal.ts'
import { openTenants, type OnLost, type OnStored, type Tenants } from '#server/db/tenant.ts'
import { openForms, type Forms } from '#server/leads/intake/forms.ts'
import type { Auth } from '#server/kit/auth.ts'
import { openLive, type Live } from '#server/platform/live/open.ts'
import { openLimit, type Limit } from '#server/kit/rate.ts'
import { deriveKey } from '#server/kit/secrets.ts'
import { openTokens, type Tokens } from '#server/kit/tokens.ts'
import { openConfiguredAuth } from '#server/outside/parent.ts'
import { AREAS } from './areas.ts'
import type { Config } from './config.ts'

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
  /** What the public forms' keys open. */
  forms: Forms
  /** How often one address may ask for any of them. */
  formsByAddress: Limit
  /** Tells watchers, here and on other nodes, what has been stored. */
  live: Live
  /** False where search has to go without its index; see `ensureFastSearch`. */
  fastSearch: boolean
  /** Tells this process's due-worker that a company has work waiting. */
  wake(): void
  /** Keeps the anchors of the sealed history outside the database. */
  keepAnchor: KeepAnchor
  /** Hears of every transaction that wrote: live screens follow it, and the history is sealed. */
  stored: OnStored
  /** Called with each company whose history has grown; set by whoever seals. */
  onGrown(listener: (companyId: number) => void): void
  /** Called when what a read has found out could not be kept; set by whoever logs. */
  onLost(listener: OnLost): void
  /** What `wake` calls; set by whoever starts the worker. */
  onWake(listener: () => void): void
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
    topics: Object.fromEntries(AREAS.flatMap((area) => Object.entries(area.live ?? {}))),
  })
  let listener = () => {}
  const wake = () => listener()
  let sealer: (companyId: number) => void = () => {}
  const stored: OnStored = (companyId, changeSet, topics) => {
    live.stored(companyId, changeSet, topics)
    sealer(companyId)
  }
  let lost: OnLost = () => {}
  const identity = openIdentity(pool, (companyId) => sealer(companyId))
  const clock = openClock(pool)
  const tokens = openTokens(config.secret, clock)

  // Half of them for one company at most: whoever asks for much makes others wait no longer.
  const share = openShare(pool.options.max / 2, limits.connect)
  const tenants = openTenants(pool, wake, share, stored, (error, name) => lost(error, name))

  return {
    config,
    tenants,
    identity,
    formsByAddress: openLimit({ most: config.intakePerMinute * 2, windowMs: 60_000 }),
    forms: openForms({ identity, tenants, formKey: formKeyOf(config) }),
    clock,
    tokens,
    auth: openConfiguredAuth(config, tokens, identity),
    limits,
    pool,
    workPool,
    claimPool,
    jobPool,
    live,
    fastSearch,
    wake,
    onWake: (next) => void (listener = next),
    keepAnchor: anchorsIn(config.anchorFile, logAnchor),
    stored,
    onLost: (next) => void (lost = next),
    onGrown: (next) => void (sealer = next),
    close: async () =>
      void (await Promise.all([live.close(), ...[pool, workPool, claimPool, jobPool].map((each) => each.end())])),
  }
}

/** A line of the log, whatever else the log leaves out: with no file it is the anchor. */
const logAnchor = (anchor: Anchor) =>
  void process.stdout.write(
    `${JSON.stringify({ level: 30, time: Date.now(), pid: process.pid, msg: 'sealed', anchor })}\n`,
  )

/** What the digests of forms' keys are made with. */
export const formKeyOf = ({ secret }: Pick<Config, 'secret'>) => deriveKey(secret, 'form-key')
