import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Type, type TObject, type TSchema } from 'typebox'
import { Failure, type Endpoint, type SentFile } from '#contract/kit/endpoint.ts'
import type { Tenants } from '#server/db/tenant.ts'
import { checkTabCompany, keysOf, mayCall, type SessionCaller } from './auth.ts'
import { bodyLimitOf, jsonLimitOf } from './body-limit.ts'
import { answerError, failureOf } from './border.ts'
import { openCoalescing, type Coalesce } from './coalesce.ts'
import { UserError } from './errors.ts'
import { forbidden } from './forbidden.ts'
import { isForm, SentForm, takeForms } from './form.ts'
import { openFoundFiles } from './found-files.ts'
import { idempotencyKey, madeChangeSet, once } from './idempotency.ts'
import type { Route } from './implement.ts'
import { inputReader } from './input.ts'
import { routeLimits } from './limits.ts'
import { PARTS, readParts, takeParts } from './multipart.ts'
import { withPlainNulls } from './nullable.ts'
import type { Repeatable, Repeats } from './repeats.ts'
import { streamAnswerer, type StreamTools } from './stream.ts'
import { serveFile, type FileAnswer } from './serve-file.ts'

/**
 * Puts the routes on the server. For each request, in this order: who is it, is the tab in the right company, may
 * they, is the input right; only then is a transaction opened and the handler entered.
 */
export const register = (
  app: FastifyInstance,
  tenants: Tenants,
  rights: StreamTools,
  repeats: Repeats,
  routes: readonly Route[],
) => {
  const { authenticate } = rights.auth
  const streams = streamAnswerer(app, rights)
  const coalesce = openCoalescing(MOMENT)
  const foundFile = openFoundFiles()

  const add = (server: FastifyInstance, route: Route) => {
    const { endpoint, name } = route
    const readInput = inputReader(endpoint)
    const pages = route.kind === 'open' ? route.pages : undefined
    server.route({
      ...routeLimits(endpoint),
      method: endpoint.method,
      url: endpoint.path,
      schema: documentation(endpoint, name),
      config: { endpoint, name, ...(endpoint.form && { jsonLimit: jsonLimitOf(endpoint) }) },
      ...(endpoint.stream || endpoint.file ? { compress: false as const } : {}),
      // The input is read below, by the contract: Fastify's own check would come before the caller is known.
      validatorCompiler: () => (value) => ({ value }),
      ...(pages && {
        errorHandler: (error, request, reply) =>
          isForm(request)
            ? pages.refused({ request, reply }, failureOf(error, request, reply))
            : answerError(error, request, reply),
      }),
      ...(endpoint.multipart === undefined
        ? {}
        : {
            // Up to 14 MiB are read for people who are signed in alone.
            preValidation: async (request, reply) => {
              if (endpoint.permission !== 'public') await authenticate(request)
              await readParts(request, reply, endpoint)
            },
          }),
      handler: async (request, reply) => {
        const caller = endpoint.permission === 'public' ? undefined : await authenticate(request)
        if (caller && route.kind !== 'open') checkTabCompany(request, caller)
        const repeatable = await repeats(route, request, caller)
        if (caller && !repeatable?.isAnswered) await checkMay(tenants, caller, endpoint)
        const input = readInput({
          params: Object(request.params),
          query: new URLSearchParams(request.url.split('?').slice(1).join('?')),
          body: request.body,
        })
        if (route.kind === 'stream') return streams(route, found(caller), input, request, reply)
        if (route.kind === 'file')
          return serveFile(request, reply, await fileOnce(tenants, foundFile, coalesce, route, found(caller), input))
        if (route.kind === 'coalesced') return inTenantTogether(tenants, coalesce, route, reply, found(caller), input)
        const answer =
          route.kind === 'open'
            ? await inNoCompany(repeatable, input, () => route.handle({ ...input, caller, request, reply }))
            : await inTenant(tenants, await ready(route, found(caller), input), request, reply, found(caller), input)
        if (reply.sent) return reply
        if (pages && request.body instanceof SentForm) return pages.done({ request, reply }, answer)
        // An open route of a file answers what is to be served.
        if (isFile(answer)) return serveFile(request, reply, answer)
        if (endpoint.status !== undefined) void reply.code(endpoint.status)
        return onTheWire(endpoint, answer)
      },
    })
  }

  const inParts = routes.filter(({ endpoint }) => endpoint.multipart !== undefined)
  const inForms = routes.filter(({ endpoint }) => endpoint.form)
  for (const route of routes) if (!inParts.includes(route) && !inForms.includes(route)) add(app, route)
  void app.register(async (server) => {
    takeForms(server)
    for (const route of inForms) add(server, route)
  })
  if (inParts.length > 0)
    void app.register(async (server) => {
      await takeParts(server)
      for (const route of inParts) add(server, route)
    })
}

/** Milliseconds that whoever asks for the same as somebody else waits for theirs to end; more where several are slow. */
const MOMENT = 10

const found = (caller: SessionCaller | undefined): SessionCaller => {
  if (!caller) throw new Error('Only an open route can be public')
  return caller
}

const checkMay = async (tenants: Tenants, caller: SessionCaller, endpoint: Endpoint) => {
  if (caller.viewedAs !== null && endpoint.effect === 'write')
    throw new UserError(403, 'You are viewing as someone else, so you can’t change anything.', { code: 'view_only' })
  if (caller.viewedAs !== null && endpoint.download)
    throw new UserError(403, 'You are viewing as someone else, so you can’t download anything.', { code: 'view_only' })
  if (mayCall(caller, endpoint.permission)) return
  throw await tenants.read(caller.companyId, (tenant) => forbidden(tenant, keysOf(endpoint.permission)))
}

const inNoCompany = (repeatable: Repeatable | undefined, input: object, work: () => Promise<object>) =>
  repeatable ? repeatable.once(input, work) : work()

const isFile = (answer: object): answer is FileAnswer => 'read' in Object(answer)

type TenantRoute = Extract<Route, { kind: 'tenant' }>

/** What takes longer than a transaction may stay open is done before it begins. */
const ready = async (
  route: TenantRoute | Extract<Route, { kind: 'prepared' }>,
  caller: SessionCaller,
  input: object,
): Promise<TenantRoute> => {
  if (route.kind === 'tenant') return route
  const { endpoint, name, handle } = route
  const write = await handle.prepare({ ...input, caller })
  return { kind: 'tenant', endpoint, name, handle: ({ tenant }) => write(tenant) }
}

const inTenant = async (
  tenants: Tenants,
  { endpoint, name, handle }: TenantRoute,
  request: FastifyRequest,
  reply: FastifyReply,
  caller: SessionCaller,
  input: object,
): Promise<object> => {
  if (endpoint.effect === 'read')
    return tenants.read(caller.companyId, (tenant) => handle({ ...input, tenant, caller }))

  // A part of a file is the same however often it arrives, and too large to be remembered.
  const key = endpoint.bytes ? undefined : idempotencyKey(request.headers['idempotency-key'])
  const actor = {
    kind: 'person',
    id: caller.personId,
    channel: request.headers['x-company-id'] === undefined ? 'api' : 'screen',
    act: name,
    requestId: request.id,
  } as const
  const { answer, changeSet } = await tenants.write(caller.companyId, actor, async (tenant) => {
    const work = () => handle({ ...input, tenant, caller })
    return key === undefined
      ? { answer: await work(), changeSet: await madeChangeSet(tenant) }
      : once(tenant, { scope: `person:${caller.personId}:${name}`, key, request: withDigest(input) }, work)
  })
  // What the call did can be undone by this name, whatever it was.
  if (changeSet !== undefined) void reply.header('x-change-set', changeSet)
  return answer
}

/** What an input says, with the digest of a file in place of its bytes. */
const withDigest = ({ file, ...input }: { file?: SentFile | undefined }) =>
  file ? { ...input, file: { name: file.name, sha256: createHash('sha256').update(file.bytes).digest('hex') } } : input

/** One answer, and one text of it, for everybody of the company who asks for the same. */
const inTenantTogether = async (
  tenants: Tenants,
  coalesce: Coalesce,
  { endpoint, name, handle }: Extract<Route, { kind: 'coalesced' }>,
  reply: FastifyReply,
  caller: SessionCaller,
  input: object,
): Promise<string | ArrayBuffer | Buffer> => {
  const { about, answer } = handle.asked({ ...input, caller })
  void reply.type('application/json; charset=utf-8')
  return coalesce(`${caller.companyId} ${name} ${about}`, async () =>
    reply.serialize(onTheWire(endpoint, await tenants.read(caller.companyId, answer))),
  )
}

/** Looks the file up once for all who request it; its bytes are sent to each. */
const fileOnce = async (
  tenants: Tenants,
  foundFile: ReturnType<typeof openFoundFiles>,
  coalesce: Coalesce,
  { name, handle }: Extract<Route, { kind: 'file' }>,
  caller: SessionCaller,
  input: object,
) => {
  const { about, answer } = handle.asked({ ...input, caller })
  const key = `${caller.companyId} ${name} ${about}`
  return foundFile(key, () => coalesce(key, () => tenants.read(caller.companyId, answer)))
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
    summary: endpoint.summary,
    description: `${keys.length ? `Needs ${keys.join(' or ')}` : endpoint.permission === 'public' ? 'Public' : 'Needs a session'}.${bodyNote(endpoint)}${historyNote(endpoint)}`,
    ...(endpoint.params ? { params: endpoint.params } : {}),
    ...(endpoint.query ? { querystring: renameKeys(endpoint.query, endpoint.wire ?? {}) } : {}),
    ...(endpoint.body ? { body: documentedBody(endpoint.body, endpoint) } : {}),
    ...(endpoint.bytes
      ? {
          body: Type.String({ format: 'binary' }),
          consumes: [endpoint.bytes === true ? 'application/octet-stream' : endpoint.bytes],
        }
      : {}),
    ...(endpoint.permission === 'public' ? {} : { security: [{ bearer: [] }] }),
    response: { '2xx': documentedReply(endpoint), '4xx': Failure, '5xx': Failure },
  }
}

const documentedReply = (endpoint: Endpoint) =>
  endpoint.file
    ? { description: 'The file', content: { 'application/octet-stream': { schema: endpoint.reply } } }
    : withPlainNulls(wireReply(endpoint))

const documentedBody = (body: TObject, { multipart: file, form }: Endpoint) => {
  if (form)
    return { content: { 'application/json': { schema: body }, 'application/x-www-form-urlencoded': { schema: body } } }
  if (file === undefined) return body
  const parts = Type.Object({ ...body.properties, [file]: Type.Optional(Type.String({ format: 'binary' })) })
  return { content: { 'application/json': { schema: body }, 'multipart/form-data': { schema: parts } } }
}

const bodyNote = (endpoint: Endpoint) =>
  endpoint.body || endpoint.bytes
    ? ` Its body has at most ${jsonLimitOf(endpoint) / 1024} KiB.${partsNote(endpoint)}${formNote(endpoint)}`
    : ''

const formNote = (endpoint: Endpoint) =>
  endpoint.form
    ? ` A page without a script may send it as a form of at most ${bodyLimitOf(endpoint) / 1024} KiB, whose inputs are called as the values are (\`products.0.quantity\`), and gets a page as the answer.`
    : ''

const partsNote = ({ multipart }: Endpoint) =>
  multipart === undefined
    ? ''
    : ` It may come in parts, with a file of at most ${PARTS.fileBytes / 1024 ** 2} MB in the part \`${multipart}\`; lists and objects are JSON there.`

const historyNote = ({ did }: Endpoint) => (did ? ` The history shows it as "${did}".` : '')

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
    /** How many bytes of JSON it takes, where it takes longer forms. */
    jsonLimit?: number
  }
}
