import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Type, type TObject, type TSchema } from 'typebox'
import { Failure, type Endpoint } from '#contract/kit/endpoint.ts'
import type { Tenant, Tenants } from '#server/db/tenant.ts'
import { checkTabCompany, keysOf, mayCall, type Authenticate, type Caller } from './auth.ts'
import { UserError } from './errors.ts'
import { idempotencyKey, once } from './idempotency.ts'
import type { Route } from './implement.ts'
import { inputReader } from './input.ts'
import { routeLimits } from './limits.ts'

/**
 * Puts the routes on the server. For each request, in this order: who is it, is the tab in the right company, may
 * they, is the input right; only then is a transaction opened and the handler entered.
 */
export const register = (
  app: FastifyInstance,
  tenants: Tenants,
  authenticate: Authenticate,
  routes: readonly Route[],
) => {
  for (const route of routes) {
    const { endpoint, name } = route
    const readInput = inputReader(endpoint)
    const { rateLimit, ...limits } = routeLimits(endpoint)
    app.route({
      ...limits,
      method: endpoint.method,
      url: endpoint.path,
      schema: documentation(endpoint, name),
      config: { endpoint, name, rateLimit },
      // The input is read below, by the contract: Fastify's own check would come before the caller is known.
      validatorCompiler: () => (value) => ({ value }),
      handler: async (request, reply) => {
        const caller = endpoint.permission === 'public' ? undefined : await authenticate(request)
        if (caller && route.kind === 'tenant') checkTabCompany(request, caller)
        if (caller) await checkMay(tenants, caller, endpoint)
        const input = readInput({
          params: Object(request.params),
          query: new URLSearchParams(request.url.split('?').slice(1).join('?')),
          body: request.body,
        })
        const answer =
          route.kind === 'open'
            ? await route.handle({ ...input, caller, request, reply })
            : await inTenant(tenants, route, request, found(caller), input)
        if (reply.sent) return reply
        return onTheWire(endpoint, answer)
      },
    })
  }
}

const found = (caller: Caller | undefined): Caller => {
  if (!caller) throw new Error('A tenant route cannot be public')
  return caller
}

const checkMay = async (tenants: Tenants, caller: Caller, endpoint: Endpoint) => {
  if (caller.viewedAs !== null && endpoint.effect === 'write')
    throw new UserError(403, 'You are viewing as somebody else: nothing can be changed.', { code: 'view_only' })
  if (mayCall(caller, endpoint.permission)) return
  const needs = keysOf(endpoint.permission)
  const granters = await tenants.read(caller.companyId, whoMayGrant)
  const names = granters.map(({ name }) => name).join(', ')
  throw new UserError(403, `You need the permission ${needs.join(' or ')}.${names ? ` ${names} can grant it.` : ''}`, {
    code: 'forbidden',
    details: { needs, granted_by: granters },
  })
}

const whoMayGrant = ({ db }: Tenant) =>
  db
    .selectFrom('staff')
    .select(['id', 'name'])
    .where('status', '=', 'active')
    .where(({ eb, val, fn }) => eb(val('people_manage'), '=', fn.any('permissions')))
    .orderBy('name')
    .limit(5)
    .execute()

const inTenant = (
  tenants: Tenants,
  { endpoint, name, handle }: Extract<Route, { kind: 'tenant' }>,
  request: FastifyRequest,
  caller: Caller,
  input: object,
): Promise<object> => {
  if (endpoint.effect === 'read')
    return tenants.read(caller.companyId, (tenant) => handle({ ...input, tenant, caller }))

  const key = idempotencyKey(request.headers['idempotency-key'])
  const actor = {
    kind: 'person',
    id: caller.personId,
    channel: request.headers['x-company-id'] === undefined ? 'api' : 'screen',
    act: name,
    requestId: request.id,
  } as const
  return tenants.write(caller.companyId, actor, (tenant) => {
    const work = () => handle({ ...input, tenant, caller })
    return key === undefined
      ? work()
      : once(tenant, { scope: `person:${caller.personId}:${name}`, key, request: input }, work)
  })
}

/** `success` in front, and the page's number under the name that the request used for it. */
const onTheWire = (endpoint: Endpoint, answer: object) => {
  const pageName = endpoint.wire?.['page']
  const renamed =
    pageName !== undefined && 'pagination' in answer
      ? { ...answer, pagination: { ...Object(answer.pagination), [pageName]: Object(answer.pagination).page } }
      : answer
  return hasSuccess(endpoint.reply) ? { success: true, ...renamed } : renamed
}

const propertiesOf = (schema: TSchema): Record<string, TSchema> =>
  'properties' in schema ? Object(schema.properties) : {}
const hasSuccess = (reply: TSchema) => 'success' in propertiesOf(reply)

/** The schemas as the wire has them: they document the call and cut undeclared fields from the answer. */
const documentation = (endpoint: Endpoint, name: string) => {
  const [area = ''] = name.split('.')
  const keys = keysOf(endpoint.permission)
  return {
    operationId: name,
    tags: [area],
    summary: `${keys.length ? `Needs ${keys.join(' or ')}` : endpoint.permission === 'public' ? 'Public' : 'Needs a session'}.`,
    ...(endpoint.params ? { params: endpoint.params } : {}),
    ...(endpoint.query ? { querystring: renameKeys(endpoint.query, endpoint.wire ?? {}) } : {}),
    ...(endpoint.body ? { body: endpoint.body } : {}),
    ...(endpoint.permission === 'public' ? {} : { security: [{ bearer: [] }] }),
    response: { '2xx': wireReply(endpoint), '4xx': Failure, '5xx': Failure },
  }
}

const wireReply = ({ reply, wire }: Endpoint): TSchema => {
  const { pagination, ...rest } = propertiesOf(reply)
  const pageName = wire?.['page']
  if (!pagination || pageName === undefined) return reply
  return Type.Object({ ...rest, pagination: renameKeys(Type.Object(propertiesOf(pagination)), { page: pageName }) })
}

const renameKeys = (schema: TObject, wire: Readonly<Record<string, string>>) =>
  Type.Object(Object.fromEntries(Object.entries(schema.properties).map(([key, type]) => [wire[key] ?? key, type])))

declare module 'fastify' {
  interface FastifyContextConfig {
    endpoint?: Endpoint
    name?: string
  }
}
