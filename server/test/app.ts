import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { AREAS, type Area } from '#contract/areas.ts'
import type { Endpoint, Input, Reply } from '#contract/kit/endpoint.ts'
import { fromReply, toRequest } from '#contract/kit/request.ts'
import { NO_HISTORY } from '#contract/kit/history.ts'
import type { PermissionKey } from '#contract/kit/permissions.ts'
import { buildApp } from '#server/app/build-app.ts'
import { readConfig } from '#server/app/config.ts'
import { openServices, type FetchWays } from '#server/app/services.ts'
import { migrate } from '#server/db/migrate.ts'
import { createDatabase, createTemplate, databaseUrl, dropDatabase } from './database.ts'

/** On a crowded machine a test waits; that people are not made to is tested where it is meant (crash, matrix). */
export const PATIENCE = { statement: 60_000, lock: 20_000, connect: 20_000, transaction: 120_000, late: 60_000 }

/** Writes that say they leave no history. */
const SILENT = Object.entries<Area>(AREAS).flatMap(([area, { calls }]) =>
  Object.entries(calls).flatMap(([verb, { effect, did }]) =>
    effect === 'write' && did === NO_HISTORY ? [`${area}.${verb}`] : [],
  ),
)

export interface SignIn {
  can?: readonly PermissionKey[]
  /** Joins this person's company instead of a new one. */
  colleagueOf?: TestPerson
  name?: string
  timeZone?: string
}

export interface TestPerson {
  id: number
  companyId: number
  token: string
  /** The answer, or an error whose message is `status sentence`. */
  call<E extends Endpoint>(endpoint: E, input: Input<E>, headers?: Record<string, string>): Promise<Reply<E>>
  /** The bare answer, whatever its status. */
  send(method: string, url: string, body?: unknown, headers?: Record<string, string>): Promise<Sent>
}
export interface Sent {
  status: number
  headers: Record<string, unknown>
  json: any
  text: string
}

export type TestApp = Awaited<ReturnType<typeof startTestApp>>

/** What stands between the server and its database. */
interface Between {
  url: string
  stop(): Promise<void>
}

/** The server on a database of its own, cloned from a migrated template. */
export const startTestApp = async (
  env: Record<string, string> = {},
  startBetween?: (database: string) => Promise<Between>,
  fetchWays: FetchWays = {},
) => {
  const template = await createTemplate('leadroom_template', async (url) => void (await migrate(url)))
  const database = await createDatabase(template)
  const config = readConfig({
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    LEADROOM_SECRET: randomBytes(32).toString('base64url'),
    ...env,
  })
  const direct = databaseUrl(database, 'leadroom_login')
  const between = await startBetween?.(database)
  const services = openServices(config, between?.url ?? direct, true, PATIENCE, direct, fetchWays)
  /** Statements that the database refused as wrong, behind an answer where nobody is told. */
  const wrong: string[] = []
  services.news.on('lost', (error, name) => {
    if ('code' in error && String(error.code).startsWith('42')) wrong.push(`${name}: ${error.message}`)
  })
  const app = await buildApp(services)
  await app.ready()
  /** Past all locks: for arranging rows and for reading what was stored. */
  const owner = new pg.Pool({ connectionString: databaseUrl(database), max: 4 })
  let people = 0

  const send = async (
    method: string,
    url: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Sent> => {
    const { type, payload } = await payloadOf(body)
    const response = await app.inject({
      method: method as 'GET',
      url,
      headers: { ...(type === undefined ? {} : { 'content-type': type }), ...headers },
      ...(payload === undefined ? {} : { payload }),
    })
    const isJson = String(response.headers['content-type']).startsWith('application/json')
    return {
      status: response.statusCode,
      headers: response.headers,
      json: isJson ? response.json() : undefined,
      text: response.body,
    }
  }

  const call = async <E extends Endpoint>(
    endpoint: E,
    input: Input<E>,
    headers: Record<string, string> = {},
  ): Promise<Reply<E>> => {
    const { method, url, body, headers: ofBody } = toRequest(endpoint, input)
    const { status, json, text } = await send(method, url, body, { ...ofBody, ...headers })
    if (status >= 400) throw Object.assign(new Error(`${status} ${json?.message ?? text}`), { status, failure: json })
    return fromReply(endpoint, json) as Reply<E>
  }

  return {
    app,
    services,
    owner,
    database,
    send,
    call,

    /** A new person with these rights: in a new company, or a colleague's. */
    async signIn({ can = [], colleagueOf, name, timeZone = 'UTC' }: SignIn = {}): Promise<TestPerson> {
      const number = ++people
      const companyId: number =
        colleagueOf?.companyId ??
        (
          await owner.query('insert into identity.companies (name, domain) values ($1, $2) returning id', [
            `Company ${number}`,
            `company${number}.example`,
          ])
        ).rows[0].id
      const first = name ?? `Person ${number}`
      const { id } = (
        await owner.query(
          'insert into identity.people (email, first_name, time_zone) values ($1, $2, $3) returning id',
          [`person${number}@company.example`, first, timeZone],
        )
      ).rows[0]
      await asActor(owner, companyId, (client) =>
        client.query('insert into identity.memberships (company_id, id, permissions) values ($1, $2, $3)', [
          companyId,
          id,
          can,
        ]),
      )
      const session = (
        await owner.query('insert into identity.sessions (person_id, company_id) values ($1, $2) returning id', [
          id,
          companyId,
        ])
      ).rows[0]
      const token = await services.tokens.sign({ personId: id, companyId, sessionId: session.id })
      const bearer = { authorization: `Bearer ${token}` }
      return {
        id,
        companyId,
        token,
        call: (endpoint, input, headers = {}) => call(endpoint, input, { ...bearer, ...headers }),
        send: (method, url, body, headers = {}) => send(method, url, body, { ...bearer, ...headers }),
      }
    },

    /** Runs SQL past all locks, as the system, in a company's name. */
    sql: async (companyId: number, text: string, values: unknown[] = []) =>
      (await asActor(owner, companyId, (client) => client.query(text, values))).rows,

    /** The same, whose transaction stays open until `meanwhile` is over. */
    holding: (companyId: number, text: string, values: unknown[], meanwhile: () => Promise<unknown>) =>
      asActor(owner, companyId, async (client) => {
        await client.query(text, values)
        await meanwhile()
      }),

    async stop() {
      await app.close()
      const { rows: spoke } = await owner.query('select distinct act from changes where act = any($1)', [SILENT])
      const strays = await Promise.all(
        [services.pool, services.workPool, services.claimPool, services.jobPool].map(contextsLeftIn),
      )
      await services.close()
      await between?.stop()
      await owner.end()
      await dropDatabase(database)
      if (wrong.length > 0) throw new Error(`Could not be kept: ${wrong.join(', ')}`)
      if (spoke.length > 0) throw new Error(`Not silent in the history: ${spoke.map(({ act }) => act).join(', ')}`)
      if (strays.flat().length > 0) throw new Error(`T4: pooled connections belong to ${strays.flat().join(', ')}`)
    },
  }
}

const payloadOf = async (body: unknown) => {
  if (body === undefined) return {}
  if (body instanceof FormData) return inParts(body)
  const payload =
    body instanceof Uint8Array ? Buffer.from(body) : typeof body === 'string' ? body : JSON.stringify(body)
  return { type: 'application/json', payload }
}

/** A form as it goes over the wire, and the type that names what stands between its parts. */
export const inParts = async (form: FormData) => {
  const whole = new Response(form)
  return { type: whole.headers.get('content-type') ?? '', payload: Buffer.from(await whole.arrayBuffer()) }
}

/** The role and company that connections have kept though they are back in their pool; there may be none. */
const contextsLeftIn = async (pool: pg.Pool): Promise<string[]> => {
  const clients = await Promise.all(Array.from({ length: pool.idleCount }, () => pool.connect()))
  const answers = await Promise.all(
    clients.map((client) =>
      client
        .query(`select current_user as role, current_setting('leadroom.company', true) as company`)
        .finally(() => client.release()),
    ),
  )
  return answers.flatMap(({ rows: [{ role, company }] }) =>
    role !== 'leadroom_login' || company ? [`${role} of company ${company}`] : [],
  )
}

const asActor = async <T>(owner: pg.Pool, companyId: number, work: (client: pg.PoolClient) => Promise<T>) => {
  const client = await owner.connect()
  try {
    await client.query('begin')
    await client.query(
      `select set_config('leadroom.company', $1, true), set_config('leadroom.actor_kind', 'system', true),
        set_config('leadroom.channel', 'api', true), set_config('leadroom.act', 'test', true),
        set_config('leadroom.change_set', gen_random_uuid()::text, true)`,
      [String(companyId)],
    )
    const result = await work(client)
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}
