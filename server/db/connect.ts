import { Pool, types, type PoolConfig } from 'pg'

types.setTypeParser(types.builtins.INT8, Number)
types.setTypeParser(types.builtins.NUMERIC, Number)
types.setTypeParser(types.builtins.DATE, (text) => text)
// Sessions run in UTC: `2026-03-12 08:17:45.123+00` becomes ISO 8601 with every digit kept.
types.setTypeParser(types.builtins.TIMESTAMPTZ, (text) => text.replace(' ', 'T').replace(/\+00$/, 'Z'))

/** Limits for everything that a person waits for; jobs bring their own. */
export const LIMITS = { statement: 5_000, lock: 1_000, idleInTransaction: 10_000, connect: 1_000, silence: 3_000 }

/**
 * A pool whose connections send without waiting for the answer to what went before, so that a whole
 * transaction can go out in one round trip. Cursors, COPY and streams want a pool without `pipeline`.
 */
export const openPool = (connectionString: string, options: PoolConfig = {}) => {
  const pool = new Pool({
    connectionString,
    pipeline: true,
    max: 10,
    connectionTimeoutMillis: LIMITS.connect,
    statement_timeout: LIMITS.statement,
    // For a server that no longer says anything: it cannot keep its own limit, so the connection is given up.
    query_timeout: (Number(options.statement_timeout) || LIMITS.statement) + LIMITS.silence,
    lock_timeout: LIMITS.lock,
    idle_in_transaction_session_timeout: LIMITS.idleInTransaction,
    keepAlive: true,
    application_name: 'leadroom',
    ...options,
  })
  // A server that goes away ends idle connections; the next request opens new ones.
  pool.on('error', () => undefined)
  // A connection may end in the very moment it is handed out, before anybody listens: nobody may fall over that.
  pool.on('connect', (client) => void client.on('error', () => undefined))
  return pool
}
