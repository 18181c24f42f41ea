import { Socket } from 'node:net'
import { Pool, types, type PoolConfig } from 'pg'

types.setTypeParser(types.builtins.INT8, Number)
types.setTypeParser(types.builtins.NUMERIC, Number)
types.setTypeParser(types.builtins.DATE, (text) => text)
// Sessions run in UTC: `2026-03-12 08:17:45.123+00` becomes ISO 8601 with every digit kept.
types.setTypeParser(types.builtins.TIMESTAMPTZ, (text) => text.replace(' ', 'T').replace(/\+00$/, 'Z'))

/** Limits for everything that a person waits for, in milliseconds; jobs bring their own. */
export const LIMITS = {
  statement: 5_000,
  lock: 1_000,
  idleInTransaction: 10_000,
  connect: 1_000,
  silence: 3_000,
  transaction: 9_000,
  /** How late the process may come to what is due, again and again, before it sheds load. */
  late: 300,
}
export type RequestLimits = Readonly<Pick<typeof LIMITS, 'statement' | 'lock' | 'connect' | 'transaction' | 'late'>>

/**
 * A new connection knows no table and no plan, and its first call takes three times as long: it is kept for longer than people read,
 * and given up before what lies between forgets it (the load balancers of Azure do after four minutes without a word).
 */
const IDLE_KEPT = 180_000

export interface PoolOptions extends PoolConfig {
  /** Milliseconds after which a transaction is given up, however many statements it is made of. */
  transaction_timeout?: number
  /** A pooler stands between, which may give each transaction another connection. */
  pooled?: boolean
}

const carried = new WeakMap<Pool, Readonly<Record<string, string>>>()

/** The limits that go with each transaction, since behind a pooler no connection keeps them; undefined: the connection does. */
export const carriedLimits = (pool: Pool) => carried.get(pool)

const patience = new WeakMap<Pool, number>()

/** How long a transaction may take as a whole, in milliseconds; undefined: as long as its statements do. */
export const transactionLimit = (pool: Pool) => patience.get(pool)

const NONE_KEPT = {
  statement_timeout: false,
  lock_timeout: undefined,
  idle_in_transaction_session_timeout: undefined,
} as const

/**
 * A pool whose connections send without waiting for the answer to what went before, so that a whole
 * transaction can go out in one round trip. Cursors, COPY and streams want a pool without `pipeline`.
 */
export const openPool = (
  connectionString: string,
  { pooled = false, transaction_timeout, ...options }: PoolOptions = {},
) => {
  const kept = {
    statement_timeout: Number(options.statement_timeout) || LIMITS.statement,
    lock_timeout: options.lock_timeout ?? LIMITS.lock,
    idle_in_transaction_session_timeout: options.idle_in_transaction_session_timeout ?? LIMITS.idleInTransaction,
  }
  const pool = new Pool({
    connectionString,
    pipeline: true,
    stream: gatheringSocket,
    max: 10,
    connectionTimeoutMillis: LIMITS.connect,
    idleTimeoutMillis: IDLE_KEPT,
    // For a server that no longer says anything: it cannot keep its own limit, so the connection is given up.
    query_timeout: kept.statement_timeout + LIMITS.silence,
    keepAlive: true,
    application_name: 'leadroom',
    ...options,
    // A pooler refuses what it cannot promise for a connection.
    ...(pooled ? NONE_KEPT : kept),
  })
  if (pooled) carried.set(pool, Object.fromEntries(Object.entries(kept).map(([name, limit]) => [name, String(limit)])))
  if (transaction_timeout !== undefined) patience.set(pool, transaction_timeout)
  // A server that goes away ends idle connections; the next request opens new ones.
  pool.on('error', () => undefined)
  // A connection may end in the very moment it is handed out, before anybody listens: nobody may fall over that.
  pool.on('connect', (client) => void client.on('error', () => undefined))
  return pool
}

/** What is written in one turn leaves as one piece: neither we nor the database are woken for each query of a pipeline. */
const gatheringSocket = () => {
  const socket = new Socket()
  // Not what the socket says of itself: the driver holds it back for each query alone.
  let gathering = false
  const gather = (write: Socket['write']) =>
    new Proxy(write, {
      apply(target, _, args) {
        if (!gathering) {
          gathering = true
          socket.cork()
          process.nextTick(() => {
            gathering = false
            socket.uncork()
          })
        }
        return Reflect.apply(target, socket, args)
      },
    })
  // Connecting puts the usual one back.
  socket.once('connect', () => void (socket.write = gather(socket.write)))
  return socket
}
