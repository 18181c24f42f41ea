import type { FastifyInstance } from 'fastify'
import { openPool } from '#server/db/connect.ts'
import { openIdentity } from '#server/db/identity/door.ts'
import { failingWork } from '#server/db/identity/due.ts'
import { openFresh } from './ttl-cache.ts'

export interface HealthOptions {
  /** Where the database is; health has a connection of its own, so that it never waits behind requests. */
  connectionString: string
  pooled: boolean
  fastSearch: boolean
  /** Networks that are not public, where addresses of tenants may lead. */
  alsoFetched: readonly string[]
}

const FRESH_MS = 1_000
const WORK_FRESH_MS = 30_000

/**
 * /health/live says that the process answers; /health/ready that it should get requests. However often it is asked,
 * the database is looked at once a second at most.
 */
export const serveHealth = (
  app: FastifyInstance,
  { connectionString, pooled, fastSearch, alsoFetched }: HealthOptions,
) => {
  const pool = openPool(connectionString, {
    pooled,
    max: 1,
    application_name: 'leadroom health',
    statement_timeout: 1_000,
  })
  let draining = false

  const databaseIsWell = openFresh(
    () =>
      pool.query('select 1').then(
        () => true,
        () => false,
      ),
    { freshMs: FRESH_MS },
  )

  /** How many pieces of waiting work have been tried in vain for a day; null where the database does not say. */
  const identity = openIdentity(pool)
  const failing = openFresh(async () => (await identity.read((db) => failingWork(db, 'all'))).length, {
    freshMs: WORK_FRESH_MS,
  })
  const failingNow = (status: string) => (status === 'ready' ? failing.get('all').catch(() => null) : null)

  const statusNow = async () => {
    if (draining) return 'draining'
    if (app.isShedding()) return 'shedding'
    return (await databaseIsWell.get('all')) ? 'ready' : 'database unavailable'
  }

  const options = {
    schema: { hide: true },
    config: { page: 'own', alwaysServed: true },
    logLevel: 'warn',
  } as const
  app.get('/health/live', options, async () => ({ status: 'live' }))
  app.get('/health/ready', options, async (_request, reply) => {
    const status = await statusNow()
    if (status !== 'ready') void reply.code(503).header('retry-after', '1')
    return {
      status,
      failing_work: await failingNow(status),
      search: fastSearch
        ? 'indexed'
        : 'without its index: the database allows no role that bypasses row-level security',
      ...(alsoFetched.length > 0 && { also_fetched: alsoFetched }),
    }
  })

  app.decorate('drain', () => void (draining = true))
  app.decorate('isDraining', () => draining)
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (draining) void reply.header('connection', 'close')
    done()
  })
  app.addHook('onClose', () => pool.end())
}

declare module 'fastify' {
  interface FastifyInstance {
    /** From now on not ready: answers are still given, and each closes its connection. */
    drain(): void
    isDraining(): boolean
  }
}
