import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type QueryResult,
  type RawBuilder,
} from 'kysely'
import type { Pool, PoolClient } from 'pg'
import { carriedLimits, transactionLimit } from './connect.ts'
import { crashPoint } from './crash.ts'
import type { Tables } from './tables.ts'

/** Transaction-local settings: the role, the company, who acts and why. */
export type Settings = Readonly<Record<string, string>>

/** The transaction failed at its very end and nobody knows whether it was stored. */
export class OutcomeUnknown extends Error {}

/**
 * Runs `work` in one transaction with the settings in force. `begin`, the settings and the first queries of
 * `work` go out together. A read does not wait for its commit. `work` may call `finish` when it has asked for all that it wants,
 * before the answers are there: the commit goes out with it, and whatever is asked for later is refused.
 */
export const inTransaction = async <T>(
  pool: Pool,
  kind: keyof typeof BEGIN,
  settings: Settings,
  work: (db: Kysely<Tables>, finish: () => void) => Promise<T>,
): Promise<T> => {
  const limits = carriedLimits(pool)
  if (kind !== 'read') crashPoint('write.before_begin')
  const client = await pool.connect()
  let broken: Error | undefined
  const onError = (error: Error) => (broken = error)
  client.on('error', onError)
  // Whatever is asked of it then fails; before PostgreSQL 17 the server has no such limit.
  const limit = transactionLimit(pool)
  const overdue = limit === undefined ? undefined : setTimeout(() => client.connection.stream.destroy(), limit)
  const release = (error?: Error) => {
    clearTimeout(overdue)
    client.off('error', onError)
    client.release(error ?? broken)
  }

  let finished: Promise<void> | undefined
  const finish = () => {
    finished ??= commit(client)
    finished.catch(() => undefined)
  }
  const connection = bind(client, limits === undefined, () => finished !== undefined)

  const started = Promise.all([
    client.query(BEGIN[kind]),
    client.query(setSettings({ ...limits, ...settings }, limits === undefined)),
  ])
  try {
    const [result] = await Promise.all([work(connection, finish), started])
    if (kind !== 'read') crashPoint('write.before_commit')
    const committed = finished ?? commit(client)
    if (kind !== 'read') {
      await committed
      crashPoint('write.after_commit')
    }
    void committed.then(() => release(), release)
    return result
  } catch (error) {
    await started.catch(() => undefined)
    // A commit that is under way decides: only where its answer was lost does nobody know what became of it.
    const outcome = await finished?.catch((lost: Error) => lost)
    const unknown = [error, outcome].find((reason) => reason instanceof OutcomeUnknown)
    if (unknown) release(unknown)
    else if (finished) release()
    else await client.query('rollback').then(() => release(), release)
    throw unknown ?? error
  }
}

// One snapshot for all queries of a read: a page and its total agree.
const BEGIN = {
  read: 'begin isolation level repeatable read read only',
  write: 'begin',
  writeInOneSnapshot: 'begin isolation level repeatable read',
}

const setSettings = (settings: Settings, remembers: boolean) => {
  const names = Object.keys(settings)
  const text = `select ${names.map((name, at) => `set_config('${name}', $${at + 1}, true)`).join(', ')}`
  return { text, values: Object.values(settings), ...(remembers && { name: settingsNamed(text) }) }
}

const commit = async (client: PoolClient) => {
  const { command } = await client.query('commit').catch((error: Error) => {
    throw new OutcomeUnknown('The connection was lost while the transaction was committed', { cause: error })
  })
  // PostgreSQL answers the commit of a failed transaction with a rollback, and without an error.
  if (command !== 'COMMIT') throw new Error('The transaction was rolled back: a query in it had failed')
}

const dialect: Dialect = {
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => new DummyDriver(),
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
}
const driver = dialect.createDriver()
/** Builds and compiles; it has no connection of its own. */
const compiler = new Kysely<Tables>({ dialect })

/**
 * A query that each connection plans once, under the name, and then again and again as it is: for one whose plan takes
 * longer than its run, whatever its values. Its text has to be the same each time.
 */
export const planned = <Row>(name: string, query: CompiledQuery<Row>): CompiledQuery<Row> => {
  const named: CompiledQuery<Row> & Named = { ...query, name }
  return named
}
/** A planned query of which only values change: it is also put together once. `build` is given what stands for each value. */
export const template = <Values extends object, Row>(name: string, build: (values: Values) => RawBuilder<Row>) => {
  const places: Values = new Proxy(Object.create(null), { get: (_, key) => new Place(key) })
  let query: CompiledQuery<Row> | undefined
  return (values: Values): CompiledQuery<Row> => {
    query ??= planned(name, build(places).compile(compiler))
    return {
      ...query,
      parameters: query.parameters.map((value) => (value instanceof Place ? Reflect.get(values, value.key) : value)),
    }
  }
}
class Place {
  readonly key: string | symbol
  constructor(key: string | symbol) {
    this.key = key
  }
}

/** Runs a statement that is planned once by each connection, under its name: either it has one text, or a name for each of its shapes. */
export const runPlanned = async <Row>(
  db: Kysely<Tables>,
  name: string | Shapes,
  builder: RawBuilder<Row>,
): Promise<Row[]> => {
  const query = builder.compile(db)
  const known = typeof name === 'string' ? name : name(query.sql)
  return (await db.executeQuery(known === undefined ? query : planned(known, query))).rows
}

type Shapes = (text: string) => string | undefined

/**
 * The names of one statement that has another text for each of many shapes. So many shapes, those that come first, are planned once;
 * the others are planned each time, so that no connection keeps plans without end.
 */
export const shapesOf = (statement: string, most = 50): Shapes => {
  const names = new Map<string, string>()
  return (text) => {
    if (!names.has(text) && names.size < most) names.set(text, `${statement} ${names.size + 1}`)
    return names.get(text)
  }
}
const settingsNamed = shapesOf('settings')

interface Named extends CompiledQuery {
  name?: string
}

/**
 * Kysely over one client: queries go out at once, in order, without waiting for one another. `remembers`: what has been
 * planned stays on the connection. Once the commit has gone out, a query would be outside of the transaction.
 */
const bind = (client: PoolClient, remembers: boolean, isFinished: () => boolean): Kysely<Tables> => {
  let failed: { reason: unknown } | undefined
  const connection: DatabaseConnection = {
    async executeQuery<R>({ sql, parameters, name }: Named): Promise<QueryResult<R>> {
      if (isFinished()) throw new Error('The transaction was already finished when another query came')
      const query = { text: sql, values: [...parameters], ...(remembers && name !== undefined && { name }) }
      const { rows, rowCount } = await client.query(query).catch((error: unknown) => {
        // Queries that went out behind a failed one only say that it failed: what it said is the reason.
        failed ??= { reason: error }
        throw failed.reason
      })
      return { rows, ...(rowCount === null ? {} : { numAffectedRows: BigInt(rowCount) }) }
    },
    streamQuery() {
      throw new Error('A pipelined connection cannot stream')
    },
  }
  const executor = compiler.getExecutor().withConnectionProvider({ provideConnection: (use) => use(connection) })
  return new Kysely<Tables>({ config: { dialect }, dialect, driver, executor })
}
