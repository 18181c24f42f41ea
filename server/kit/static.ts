import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { openBuildFiles } from './build-files.ts'
import { UserError } from './errors.ts'
import { makeNonce, servePage } from './headers.ts'

export interface WebOptions {
  /** What vite built. */
  folder: string
  /** Values for the page's `<meta name="…">`, by name. */
  meta: Readonly<Record<string, string>>
  /** Origins that the page calls beside our own. */
  connectTo: readonly string[]
}

/**
 * The web app's files, and its one page for everybody who opens an address in a browser: at a path that is also a
 * call, what the browser says it accepts decides.
 */
export const serveWebApp = (app: FastifyInstance, { folder, meta, connectTo }: WebOptions) => {
  serveBuildFiles(app, folder)
  const readPage = pageReader(join(folder, 'index.html'), meta)
  app.addHook('onRequest', (request, reply, done) => {
    if (!wantsPage(request)) return done()
    const page = readPage()
    const nonce = makeNonce()
    servePage(reply, { nonce, connectTo })
    if (page === undefined) void reply.code(503).header('retry-after', '5')
    void reply.send((page ?? NOT_BUILT).replaceAll('__CSP_NONCE__', nonce))
  })
}

/** The assets of whatever build is there, and the few files beside its page. */
const serveBuildFiles = (app: FastifyInstance, folder: string) => {
  const files = openBuildFiles(folder)
  const options = { schema: { hide: true }, config: { alwaysServed: true } }
  const serve = async (name: string, request: FastifyRequest, reply: FastifyReply) => {
    const accepted = ranksOf(request.headers['accept-encoding'])
    const file = await files.find(name, (packing) => rankIn(accepted, packing) > 0)
    if (!file) throw new UserError(404, 'There is nothing at this address.')
    void reply.type(file.type).headers({ etag: file.tag, 'cache-control': keptFor(name) })
    if (file.hasForms) void reply.header('vary', 'Accept-Encoding')
    if (file.packing) void reply.header('content-encoding', file.packing)
    return knows(request, file.tag) ? reply.code(304).send() : reply.send(file.bytes)
  }

  app.get<{ Params: { file: string } }>('/assets/:file', options, (request, reply) =>
    serve(`assets/${request.params.file}`, request, reply),
  )
  for (const name of files.names().filter((each) => !each.includes('/')))
    app.get(`/${name}`, options, (request, reply) => serve(name, request, reply))
}

const keptFor = (name: string) => (HASHED.test(name) ? 'public, max-age=31536000, immutable' : 'public, max-age=300')

const knows = (request: FastifyRequest, tag: string) =>
  (request.headers['if-none-match'] ?? '').split(',', 20).some((known) => known.trim() === tag)

const HASHED = /^assets\/[^/]+-[\w-]{8}\.\w+$/

/** Whether a browser opens the address, so that the page is the answer, whatever else lies there. */
export const wantsPage = (request: FastifyRequest) => {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false
  const { config, url } = request.routeOptions
  const { endpoint } = config
  // Files and the pages of others: a route that is there without being a call answers for itself, and so does a file that anybody may open.
  if (config.page === 'own' || (url !== undefined && endpoint === undefined)) return false
  if (endpoint?.file && endpoint.permission === 'public') return false
  return prefersHtml(request.headers.accept ?? '')
}

/** Browsers name text/html first when a person opens an address; `*\/*` and absence mean the call. */
const prefersHtml = (accept: string) => {
  const ranks = ranksOf(accept)
  const html = Math.max(rankIn(ranks, 'text/html'), rankIn(ranks, 'application/xhtml+xml'))
  return html > 0 && html >= rankIn(ranks, 'application/json')
}

type Ranks = readonly { name: string; rank: number }[]

/** What a header that weighs its values says of each: `br;q=0.5, gzip`. */
const ranksOf = (header: string | string[] = ''): Ranks =>
  String(header)
    .split(',', 20)
    .map((part) => {
      const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase())
      const quality = parameters.find((text) => text.startsWith('q='))
      return { name, rank: quality === undefined ? 1 : Number(quality.slice(2)) || 0 }
    })

const rankIn = (ranks: Ranks, name: string) => ranks.find((each) => each.name === name)?.rank ?? 0

/** The page with its settings filled in; read again when a newer build is there, undefined while there is none. */
const pageReader = (file: string, meta: WebOptions['meta']) => {
  let known: { modified: number; looked: number; page: string } | undefined
  return () => {
    if (known && known.looked + 1_000 > performance.now()) return known.page
    const modified = statSync(file, { throwIfNoEntry: false })?.mtimeMs
    if (modified === undefined) return undefined
    const page = known?.modified === modified ? known.page : withMeta(readFileSync(file, 'utf8'), meta)
    known = { modified, looked: performance.now(), page }
    return page
  }
}

const withMeta = (page: string, meta: WebOptions['meta']) =>
  Object.entries(meta).reduce((text, [name, value]) => {
    const tag = `<meta name="${name}" content="${escapeAttribute(value)}">`
    const placed = new RegExp(`<meta name="${name}"[^>]*>`)
    return placed.test(text) ? text.replace(placed, () => tag) : text.replace('</head>', () => `${tag}</head>`)
  }, page)

const escapeAttribute = (text: string) => text.replace(/[&"<>]/g, (character) => `&#${character.charCodeAt(0)};`)

const NOT_BUILT = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Leadroom</title>
<p>The web app is being built. Reload this page in a few seconds, or run <code>npm run build</code>.</p></html>`

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route answers browsers itself, with what it has. */
    page?: 'own'
    /** A page’s own form is sent to it, as browsers send forms. */
    takesForm?: true
  }
}
