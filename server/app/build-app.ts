import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import Fastify, { LogController, type FastifyInstance } from 'fastify'
import { carriedLimits } from '#server/db/connect.ts'
import { serveVendorPage } from '#server/catalogue/vendor-intake/page.ts'
import { serveContactPage } from '#server/content/contact-form/page.ts'
import { serveNewsletterPages } from '#server/content/subscribing/page.ts'
import { serveSite } from '#server/content/site/serve.ts'
import { serveLeadForms } from '#server/leads/intake/serve.ts'
import { answerBrokenRequest, answerError, answerUnknown } from '#server/kit/border.ts'
import { CONNECTION_LIMITS, openConnections } from '#server/kit/connections.ts'
import { serveDocs } from '#server/kit/docs.ts'
import { protectAnswers } from '#server/kit/headers.ts'
import { serveHealth } from '#server/kit/health.ts'
import type { Route } from '#server/kit/implement.ts'
import { MOST_BODY, protectServer } from '#server/kit/limits.ts'
import { LOAD_LIMITS, shedLoad, type LoadLimits } from '#server/kit/load.ts'
import { logAnswers, logOptions, RequestLog, type LogStream } from '#server/kit/logs.ts'
import { capConnections, capRequests } from '#server/kit/per-address.ts'
import { openReady } from '#server/kit/ready.ts'
import { register } from '#server/kit/register.ts'
import { openRepeats } from '#server/kit/repeats.ts'
import { serializersWhenNeeded } from '#server/kit/serializers.ts'
import { serveWebApp } from '#server/kit/static.ts'
import type { Looks } from '#server/kit/stream.ts'
import { apiDescription } from './api-examples.ts'
import type { Config } from './config.ts'
import { features } from './features.ts'
import type { Services } from './services.ts'

interface Options {
  routes?: readonly Route[]
  /** What vite built. */
  webFolder?: string
  /** Takes the log's lines in place of standard output. */
  logTo?: LogStream
  /** When load is shed, where that is to be sooner than usual. */
  load?: Partial<LoadLimits>
  /** When the rights of an open stream are looked at, where that is to be sooner than usual. */
  looks?: Partial<Looks>
}

/** The whole server on its services, ready to listen. */
export const buildApp = async (
  services: Services,
  { routes = features(services), webFolder = WEB_FOLDER, logTo, load, looks }: Options = {},
): Promise<FastifyInstance> => {
  const { config, tenants, identity, auth, limits, live, pool, fastSearch } = services
  const connections = openConnections()
  const ready = openReady()
  const app = Fastify({
    serverFactory: (handle) => connections.makeServer(ready.before(handle)),
    bodyLimit: MOST_BODY,
    logger: logOptions(config.logLevel, logTo),
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    childLoggerFactory: (logger, bindings, options) => new RequestLog(() => logger.child(bindings, options)),
    // Ids are ours alone: one that a client chose could forge a trace.
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    trustProxy: (_address: string, hop: number) => hop < config.trustProxy,
    routerOptions: { caseSensitive: true, ignoreTrailingSlash: false, ignoreDuplicateSlashes: false },
    // What was accepted is answered, on closing too.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    schemaController: { compilersFactory: { buildSerializer: serializersWhenNeeded } },
    frameworkErrors: answerError,
    clientErrorHandler: answerBrokenRequest,
  })

  app.setErrorHandler(answerError)
  answerUnknown(app)
  const log = logAnswers(app)
  const always = protectAnswers(app, { https: config.publicUrl.startsWith('https:') })
  shedLoad(app, { ...LOAD_LIMITS, late: limits.late, ...load })
  const perAddress = config.connectionsPerAddress || CONNECTION_LIMITS.connections
  if (config.trustProxy === 0) capConnections(app.server, perAddress)
  const holds = config.trustProxy === 0 ? undefined : capRequests(app, perAddress)
  protectServer(app)
  await app.register(compress, { encodings: ['br', 'gzip'], globalDecompression: false })
  await app.register(cookie)
  const description = apiDescription(config.publicUrl)
  await serveDocs(app, { publicUrl: config.publicUrl, description }, config.production ? auth.callerOfToken : undefined)
  serveWebApp(app, { folder: webFolder, meta: pageMeta(config), connectTo: outsideOrigins(config) })
  serveHealth(app, {
    connectionString: pool.options.connectionString ?? '',
    pooled: carriedLimits(pool) !== undefined,
    fastSearch,
    alsoFetched: config.fetchAlso.map(({ written }) => written),
  })
  serveLeadForms(app, services)
  serveVendorPage(app, services)
  serveContactPage(app, services)
  await serveNewsletterPages(app, services)
  ready.begin(app, { always, hops: config.trustProxy, holds, log }, serveSite(app, services))
  const rights = { auth, onRights: live.onRights, looks }
  register(app, tenants, rights, openRepeats(identity, config.secret), routes)
  return app
}

const WEB_FOLDER = fileURLToPath(new URL('../../dist/', import.meta.url))

/** What the page has to know before its first call. */
const pageMeta = ({ demo, globalApiUrl, permissionsApiKey, smtpUrl }: Config) => ({
  // A parent app of one's own signs people in at its own host; else the page works it out from the address.
  'app-host': globalApiUrl === undefined ? '' : new URL(globalApiUrl).origin,
  demo: demo ? 'on' : 'off',
  mail: smtpUrl === undefined ? 'off' : 'on',
  'permissions-key': permissionsApiKey,
})

const outsideOrigins = ({ permissionsUrl, globalApiUrl, hrApiUrl, location }: Config) => [
  ...new Set(
    [permissionsUrl, globalApiUrl, hrApiUrl, location?.url].flatMap((url) =>
      url === undefined ? [] : [new URL(url).origin],
    ),
  ),
]
