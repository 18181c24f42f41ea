import type { Pool } from 'pg'
import { LIMITS, openPool } from '#server/db/connect.ts'
import { openIdentity, type Identity } from '#server/db/identity/door.ts'
import { openTenants, type Tenants } from '#server/db/tenant.ts'
import type { Auth } from '#server/kit/auth.ts'
import { openTokens, type Tokens } from '#server/kit/tokens.ts'
import { openConfiguredAuth } from '#server/outside/parent.ts'
import type { Config } from './config.ts'

/** What the features are given to work with. */
export interface Services {
  config: Config
  tenants: Tenants
  identity: Identity
  tokens: Tokens
  auth: Auth
  /** For requests; jobs have their own. */
  pool: Pool
  /** For the due-worker, so that it never waits behind requests. */
  workPool: Pool
  /** False where search has to go without its index; see `ensureFastSearch`. */
  fastSearch: boolean
  /** Tells this process's due-worker that a company has work waiting. */
  wake(): void
  /** What `wake` calls; set by whoever starts the worker. */
  onWake(listener: () => void): void
  close(): Promise<void>
}

/**
 * Opens everything on a migrated database; `loginUrl` is that of the role leadroom_login. `patience` is how long a
 * request waits for a connection, in milliseconds.
 */
export const openServices = (
  config: Config,
  loginUrl: string,
  fastSearch: boolean,
  patience: number = LIMITS.connect,
): Services => {
  const pool = openPool(loginUrl, { connectionTimeoutMillis: patience })
  const workPool = openPool(loginUrl, { max: 4, connectionTimeoutMillis: 10_000, application_name: 'leadroom work' })
  let listener = () => {}
  const wake = () => listener()
  const identity = openIdentity(pool)
  const tokens = openTokens(config.secret)

  return {
    config,
    tenants: openTenants(pool, wake),
    identity,
    tokens,
    auth: openConfiguredAuth(config, tokens, identity),
    pool,
    workPool,
    fastSearch,
    wake,
    onWake: (next) => void (listener = next),
    close: async () => void (await Promise.all([pool.end(), workPool.end()])),
  }
}
