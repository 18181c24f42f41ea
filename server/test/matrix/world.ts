import { randomInt } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { toSearch } from '#contract/kit/request.ts'
import { PERMISSION_KEYS, type PermissionKey } from '#contract/kit/permissions.ts'
import { buildApp } from '#server/app/build-app.ts'
import { features } from '#server/app/features.ts'
import type { Services } from '#server/app/services.ts'
import type { Identity } from '#server/db/identity/door.ts'
import type { Tenants } from '#server/db/tenant.ts'
import type { Route } from '#server/kit/implement.ts'
import { startTestApp, type TestPerson } from '../app.ts'
import { probeRoutes } from '../probe.ts'
import { fillEveryTable } from './rows.ts'
import type { Sample } from './sample.ts'

/** An id that both companies have a row of, in every table; one that only B has; one that nobody has. */
export const SHARED = 660_001
export const FOREIGN = 770_001
export const UNKNOWN = 770_002

export interface Sent {
  status: number
  text: string
  headers: Record<string, any>
}

export type World = Awaited<ReturnType<typeof startWorld>>

/** Company A with Ada, who may do everything there, and company B with Bob: rows with the same ids in every table. */
export const startWorld = async () => {
  const test = await startTestApp()
  const ada = await test.signIn({ can: PERMISSION_KEYS, name: 'Ada' })
  const bob = await test.signIn({ can: PERMISSION_KEYS, name: 'Bob' })
  for (const id of [SHARED, FOREIGN]) {
    await test.owner.query(
      `insert into identity.people (id, email, first_name) overriding system value values ($1, $2, $3)`,
      [id, `person${id}@b.example`, id === SHARED ? 'Works for both' : 'canary-b person'],
    )
    for (const companyId of id === SHARED ? [ada.companyId, bob.companyId] : [bob.companyId])
      await test.sql(companyId, 'insert into identity.memberships (company_id, id) values ($1, $2)', [companyId, id])
  }
  const unfilled = await fillEveryTable(test, [
    { companyId: ada.companyId, id: SHARED, personId: SHARED, canary: 'canary-a' },
    { companyId: bob.companyId, id: SHARED, personId: SHARED, canary: 'canary-b' },
    { companyId: bob.companyId, id: FOREIGN, personId: FOREIGN, canary: 'canary-b' },
  ])

  const entered: { name: string; input: Sample }[] = []
  const watched = (services: Services): Route[] =>
    [...features(services), ...probeRoutes].map((route) =>
      watch(route, (input) => void entered.push({ name: route.name, input })),
    )
  /** Everything happens, and at the end nothing did: so one call never changes what the next one finds. */
  const quietServices: Services = {
    ...test.services,
    tenants: withoutTrace(test.services.tenants),
    identity: withoutTrace(test.services.identity),
  }
  const routes = watched(test.services)
  const log: string[] = []
  const options = { logTo: { write: (line: string) => void log.push(line) } }
  const loud = await buildApp(logging(test.services), { routes, ...options })
  const quiet = await buildApp(logging(quietServices), { routes: watched(quietServices), ...options })
  await Promise.all([loud.ready(), quiet.ready()])

  return {
    test,
    ada,
    bob,
    loud,
    quiet,
    routes,
    endpoints: routes.map(({ endpoint }) => endpoint),
    unfilled,
    log,
    /** What went wrong inside since the last look. */
    takeErrors: () => {
      const lines: any[] = log.splice(0).map((line) => JSON.parse(line))
      return lines
        .flatMap(({ err }) => (err ? [`${err.message} ${String(err.stack).split('\n').slice(0, 3).join(' ')}`] : []))
        .join('\n')
    },
    /** Which handlers were reached since the last look, with what. */
    takeEntered: () => entered.splice(0),
    async grant(person: TestPerson, keys: readonly PermissionKey[]) {
      await test.sql(
        person.companyId,
        'update identity.memberships set permissions = $3 where company_id = $1 and id = $2',
        [person.companyId, person.id, keys],
      )
      test.services.auth.forgetAll()
    },
    /** Gives Ada and Bob back what a call may have taken from them: their sessions, places and rights. */
    async restore() {
      for (const { id, companyId } of [ada, bob]) {
        await test.owner.query(
          'update identity.sessions set revoked_at = null, revoked_why = null, viewed_as = null, company_id = $2 where person_id = $1',
          [id, companyId],
        )
        await test.sql(
          companyId,
          `update identity.memberships set status = 'active', permissions = $3 where company_id = $1 and id = $2`,
          [companyId, id, PERMISSION_KEYS],
        )
      }
      test.services.auth.forgetAll()
    },
    async stop() {
      await Promise.all([loud.close(), quiet.close()])
      await test.stop()
    },
  }
}

const logging = (services: Services): Services => ({ ...services, config: { ...services.config, logLevel: 'info' } })

const watch = (route: Route, note: (input: Sample) => void): Route => {
  const noting =
    <R extends object, A>(handle: (request: R) => A) =>
    (request: R & Sample) => {
      note({ params: request.params, query: request.query, body: request.body })
      return handle(request)
    }
  if (route.kind === 'tenant') return { ...route, handle: noting(route.handle) }
  if (route.kind === 'open') return { ...route, handle: noting(route.handle) }
  if (route.kind === 'prepared') return { ...route, handle: { prepare: noting(route.handle.prepare) } }
  if (route.kind === 'file') return { ...route, handle: { asked: noting(route.handle.asked) } }
  if (route.kind === 'coalesced') return { ...route, handle: { asked: noting(route.handle.asked) } }
  return {
    ...route,
    // Of what would not end by itself, the beginning.
    async *handle(request: Parameters<typeof route.handle>[0]) {
      note(Object(request))
      for await (const event of route.handle(request)) return void (yield event)
    },
  }
}

class Undo extends Error {}

const withoutTrace = <D extends Tenants | Identity>(door: D): D => ({
  ...door,
  write: async (...parts: any[]) => {
    const at = parts.findIndex((part) => typeof part === 'function')
    const work = parts[at]
    let result: unknown
    parts[at] = async (inner: unknown) => {
      result = await work(inner)
      throw new Undo()
    }
    await (door.write as any)(...parts).catch((error: unknown) => {
      if (!(error instanceof Undo)) throw error
    })
    return result
  },
})

export const bearer = ({ token }: { token: string }) => ({ authorization: `Bearer ${token}` })

/** Sends an input to an endpoint as it stands, valid or not. Every call comes from an address of its own. */
export const sendInput = (
  app: FastifyInstance,
  endpoint: Endpoint,
  input: Sample,
  headers: Record<string, string> = {},
) => {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(String(input.params?.[name])))
  const search = toSearch(input.query, endpoint.wire)
  const { headers: ofBody, ...body } = bodyFor(endpoint, input)
  return sendRaw(app, endpoint.method, search ? `${path}?${search}` : path, {
    headers: { ...ofBody, ...headers },
    ...body,
  })
}

/** The body that the endpoint takes, if any, with what its kind needs in the head. */
export const bodyFor = ({ body, bytes }: Endpoint, input: Sample) => {
  if (bytes) return { headers: { 'content-type': 'application/octet-stream' }, body: Buffer.from('Name;Mail\n') }
  return { headers: {}, ...(body ? { body: JSON.stringify(input.body ?? {}) } : {}) }
}

export const sendRaw = async (
  app: FastifyInstance,
  method: string,
  url: string,
  { headers = {}, body }: { headers?: Record<string, string>; body?: string | Buffer } = {},
): Promise<Sent> => {
  const response = await app.inject({
    method: method as 'GET',
    url,
    remoteAddress: `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`,
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { payload: body }),
  })
  return { status: response.statusCode, text: response.body, headers: response.headers }
}

/** An answer without what differs from one call to the next. */
export const stable = ({ status, text }: Sent) => {
  const told = text
    .replace(/"request_id":"[^"]*"/, '')
    .replace(new RegExp(`\\b(${FOREIGN}|${UNKNOWN})\\b`, 'g'), '#')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'time')
    .replace(/"key":"[\w-]{43}"/g, '"key":"new"')
    // Within the addresses of the web site.
    .replace(/\/site\/[\w-]+\//g, '/site/new/')
    .replace(/\/preview\/[\w-]{43}/g, '/preview/new')
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'uuid')
    // It names whichever transactions are just under way.
    .replace(/"seen":"[\d:,]+"/, '"seen":"now"')
  return `${status} ${status < 300 ? told.replace(/\d+/g, '#') : told}`
}
