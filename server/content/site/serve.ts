import { readFileSync } from 'node:fs'
import type { IncomingHttpHeaders } from 'node:http'
import { LRUCache } from 'lru-cache'
import { Type, type Static, type TObject } from 'typebox'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { companyOfSite } from '#server/db/identity/site-keys.ts'
import type { Identity } from '#server/db/identity/door.ts'
import type { Tenants } from '#server/db/tenant.ts'
import { addressBlock } from '#server/kit/address.ts'
import { queryReader } from '#server/kit/input.ts'
import { pageStyle } from '#server/kit/plain-page.ts'
import { limited, openLimit } from '#server/kit/rate.ts'
import { keyedDigest } from '#server/kit/secrets.ts'
import type { FindReady, Ready } from '#server/kit/ready.ts'
import { FRESH_MS, openFresh } from '#server/kit/ttl-cache.ts'
import type { Live } from '#server/platform/live/open.ts'
import { fillIn } from './addresses.ts'
import { isKnown, isWorthPacking, openAnswers, packingFor, tagOf, type Answer, type Packing } from './answers.ts'
import { noPage, STYLE_PATH } from './hosted.ts'
import { PAGES_TOPIC } from './pages.ts'
import { openPreview } from './preview.ts'
import * as readers from './readers.ts'
import type { Asked, Made } from './readers.ts'
import { siteKeysOf, storedSite, type OpenSite } from './sites.ts'

export interface SiteServices {
  tenants: Tenants
  identity: Identity
  live: Pick<Live, 'follow'>
  config: { secret: string; publicUrl: string }
}

const Slug = Type.String({ minLength: 1, maxLength: 100 })
const Page = Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 }))
const NOTHING = Type.Object({})
const POSTS = Type.Object({
  page: Page,
  pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 50 })),
  category: Type.Optional(Slug),
  author: Type.Optional(Slug),
  search: Type.Optional(Type.String({ maxLength: 200 })),
})

const TYPES = {
  json: 'application/json; charset=utf-8',
  html: 'text/html; charset=utf-8',
  atom: 'application/atom+xml; charset=utf-8',
  rss: 'application/rss+xml; charset=utf-8',
  xml: 'application/xml; charset=utf-8',
} as const
type Kind = keyof typeof TYPES

/** How often one address may ask for what is not in memory, or by a key that nobody has, in a minute. */
const ASKS_PER_MINUTE = 1_200
const LONGEST_KEY = 64
/** Addresses whose answers are found without being routed. */
const MOST_READY = 10_000
const CACHED = 'public, max-age=60, stale-while-revalidate=600, stale-if-error=86400'
/** Of our pages: nothing but their style and pictures. */
export const PAGE_POLICY =
  "default-src 'none'; img-src 'self'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** What readers get of the companies’ blogs: for their own web sites, and as plain pages. */
export const serveSite = (app: FastifyInstance, services: SiteServices): FindReady => {
  const { tenants, identity, live, config } = services
  const { digest, publicUrl } = siteKeysOf(config)
  const host = new URL(publicUrl).hostname
  const answers = openAnswers()
  const byAddress = openLimit(ASKS_PER_MINUTE)
  /** Answers by the whole address that was asked for, while what is known of the site is fresh and nobody has told of a change. */
  const ready = new LRUCache<string, ReadyPlace>({ maxSize: MOST_READY, sizeCalculation: () => 1 })
  let following: Promise<void> | undefined

  const sites = openFresh(async (key): Promise<OpenSite | undefined> => {
    following ??= live.follow(PAGES_TOPIC, (companyId) => {
      answers.forget(companyId)
      ready.clear()
    })
    await following
    const until = performance.now() + FRESH_MS
    const place = await companyOfSite(identity, keyedDigest(digest, key))
    const site = place && (await tenants.read(place.companyId, (tenant) => storedSite(tenant)))
    return place && site?.status === 'on' ? { companyId: place.companyId, key, site, until } : undefined
  })
  const siteOf = async (request: FastifyRequest<ByKey>, reply: FastifyReply) => {
    const key = request.params.site_key
    const site = key.length <= LONGEST_KEY ? await sites.get(key) : undefined
    if (!site) limited(byAddress, addressBlock(request.ip), reply)
    return site
  }

  const serve = <Query extends TObject>(
    path: string,
    kind: Kind,
    schema: Query,
    make: (asked: Asked, query: Static<Query>, slug: string) => Promise<Made>,
  ) => {
    const read = queryReader(schema)
    app.get<ByKey>(`/site/:site_key/${path}`, ROUTE, async (request, reply) => {
      const open = await siteOf(request, reply)
      const query = read(new URLSearchParams(request.url.split('?').slice(1).join('?')))
      if (!open) return nothing(reply, kind)
      const { slug = '' } = request.params
      const address = `${open.key} ${path} ${slug} ${JSON.stringify(query)}`
      const name = answers.nameOf(open.companyId, address)
      const place = { route: `/site/:site_key/${path}`, kind, name, open }
      const known = answers.get(name)
      if (known) {
        if (!request.url.includes('?')) ready.set(request.url, place)
        return answer(request, reply, place, known)
      }
      allow(request, reply, open)
      limited(byAddress, addressBlock(request.ip), reply)
      const made = await tenants.read(open.companyId, (tenant) => make({ tenant, site: open.site, host }, query, slug))
      if (!made) return nothing(reply, kind)
      const fresh = answerOf(made, kind, (text) => fillIn(text, { publicUrl, key: open.key }))
      // Whoever searches asks for something else each time.
      if (!('search' in query)) answers.put(name, fresh)
      return answer(request, reply, place, fresh)
    })
    app.options<ByKey>(`/site/:site_key/${path}`, ROUTE, async (request, reply) => {
      const open = await siteOf(request, reply)
      if (open) allow(request, reply, open)
      return reply.code(204).send()
    })
  }

  const answer = async (request: FastifyRequest, reply: FastifyReply, place: ReadyPlace, it: Answer) => {
    const packing = packingFor(request.headers)
    const packed = packing && (await answers.packed(place.name, it, packing))
    const { status, headers, body } = sentOf(request.headers, place, it, packed && packing)
    return reply.code(status).headers(headers).send(body)
  }

  const find: FindReady = (url, headers) => {
    const place = ready.get(url)
    if (!place || performance.now() > place.open.until) return undefined
    const it = answers.get(place.name)
    const packing = it && isWorthPacking(it) ? packingFor(headers) : undefined
    return it && (!packing || it.packed[packing]) ? sentOf(headers, place, it, packing) : undefined
  }

  serve('posts', 'json', POSTS, (asked, query) => readers.posts(asked, query))
  serve('posts/:slug', 'json', NOTHING, (asked, _, slug) => readers.post(asked, slug, 'json'))
  serve('categories', 'json', NOTHING, (asked) => readers.categories(asked))
  serve('authors', 'json', NOTHING, (asked) => readers.authors(asked))
  serve('authors/:slug', 'json', NOTHING, (asked, _, slug) => readers.author(asked, slug))
  serve('redirects', 'json', NOTHING, (asked) => readers.redirects(asked))
  serve('feed.atom', 'atom', NOTHING, (asked) => readers.atom(asked))
  serve('feed.rss', 'rss', NOTHING, (asked) => readers.rss(asked))
  serve('sitemap.xml', 'xml', Type.Object({ part: Page }), (asked, query) => readers.siteMap(asked, query))
  serve('blog', 'html', Type.Object({ page: Page }), (asked, query) => readers.blog(asked, query))
  serve('blog/:slug', 'html', NOTHING, (asked, _, slug) => readers.post(asked, slug, 'html'))

  const preview = openPreview(services)
  const answerPreview = async (
    request: FastifyRequest<{ Params: { token: string } }>,
    reply: FastifyReply,
    kind: 'html' | 'json',
    open?: OpenSite,
  ) => {
    void reply.headers({
      'cache-control': 'no-store',
      vary: 'Origin, Accept',
      'x-robots-tag': 'noindex, noarchive',
      'referrer-policy': 'no-referrer',
    })
    const { token } = request.params
    const found = await preview(token, kind, open, (error) => request.log.warn({ err: error }))
    if (!found) return nothing(reply, kind)
    if ('location' in found) return reply.code(302).header('location', found.location).send()
    if (kind === 'html') void reply.header('content-security-policy', PAGE_POLICY)
    return reply.type(TYPES[kind]).send(found.text)
  }
  app.get<{ Params: { token: string } }>('/preview/:token', ROUTE, async (request, reply) => {
    limited(byAddress, addressBlock(request.ip), reply)
    return answerPreview(request, reply, 'html')
  })
  app.get<ByKey & { Params: { token: string } }>('/site/:site_key/preview/:token', ROUTE, async (request, reply) => {
    limited(byAddress, addressBlock(request.ip), reply)
    const open = await siteOf(request, reply)
    const kind = prefersPage(request) ? 'html' : 'json'
    if (!open) return nothing(reply.header('cache-control', 'no-store'), kind)
    allow(request, reply, open)
    return answerPreview(request, reply, kind, open)
  })

  const style = pageStyle(readFileSync(new URL('./style.css', import.meta.url), 'utf8'))
  app.get(STYLE_PATH, { config: { page: 'own' } }, async (_request, reply) =>
    reply.type('text/css; charset=utf-8').header('cache-control', 'public, max-age=300').send(style),
  )
  return find
}

interface ReadyPlace {
  route: string
  kind: Kind
  name: string
  open: OpenSite
}

/** An answer as it is sent to who asks with these headers. */
const sentOf = (
  { origin, ...headers }: IncomingHttpHeaders,
  { route, kind, open }: ReadyPlace,
  it: Answer,
  packing: Packing | undefined,
): Ready => {
  const tag = packing ? it.tag.replace(/"$/, `-${packing}"`) : it.tag
  const isSent = it.status !== 200 || !isKnown(headers, tag, it)
  const allowed = allowedTo(origin, open)
  const asked = `${packing} ${isSent} ${allowed && origin}`
  const known = it.sent.get(asked)
  if (known) return known
  const made: Ready = {
    route,
    status: isSent ? it.status : 304,
    headers: {
      etag: tag,
      'cache-control': CACHED,
      vary: 'Origin, Accept-Encoding',
      'cross-origin-resource-policy': 'cross-origin',
      ...(it.modified && { 'last-modified': it.modified }),
      ...(it.location && { location: it.location }),
      ...(kind === 'html' && { 'content-security-policy': PAGE_POLICY }),
      ...allowed,
      ...(isSent && { 'content-type': it.type, ...(packing && { 'content-encoding': packing }) }),
    },
    ...(isSent && { body: (packing && it.packed[packing]) ?? it.body }),
  }
  it.sent.set(asked, made)
  return made
}

interface ByKey {
  Params: { site_key: string; slug?: string }
}

const ROUTE = { config: { page: 'own' as const }, compress: false as const, schema: { hide: true } }

const answerOf = (made: NonNullable<Made>, kind: Kind, fill: (text: string) => string): Answer => {
  const location = made.status === 301 ? fill(made.location) : undefined
  const text = made.status === 200 ? fill(made.text) : said(made.status, kind, location)
  const body = Buffer.from(text)
  const isData = made.status !== 200 && kind !== 'html'
  return {
    status: made.status,
    type: TYPES[isData ? 'json' : kind],
    body,
    tag: tagOf(body),
    modified: made.status === 200 && made.modified ? new Date(made.modified).toUTCString() : undefined,
    location,
    packed: {},
    sent: new Map(),
  }
}

/** What is said in place of a post. */
const said = (status: 301 | 410, kind: Kind, location = '') => {
  if (status === 301)
    return kind === 'html'
      ? noPage('This post has moved', 'It has a new address.')
      : JSON.stringify({ redirect: location })
  return kind === 'html'
    ? noPage('This post is gone', 'It was taken off this blog.')
    : failure('This post was taken off.', 'gone')
}

const failure = (message: string, code: string) => JSON.stringify({ success: false, message, code })

/** Whatever is wrong with an address, its answer is the same to the byte. */
const nothing = (reply: FastifyReply, kind: Kind) => {
  void reply.code(404)
  if (kind !== 'html') return reply.type(TYPES.json).send(failure('There is nothing at this address.', 'not_found'))
  void reply.header('content-security-policy', PAGE_POLICY)
  return reply.type(TYPES.html).send(noPage('Nothing is here', 'Check the address, or go to the blog’s first page.'))
}

/** Pages of the origins that the site lists may read it. */
const allowedTo = (origin: string | undefined, { site }: OpenSite) =>
  origin !== undefined && site.allowed_origins.includes(origin)
    ? {
        'access-control-allow-origin': origin,
        'access-control-allow-methods': 'GET',
        'access-control-allow-headers': 'if-none-match',
        'access-control-expose-headers': 'etag',
        'access-control-max-age': '600',
      }
    : undefined

const allow = ({ headers: { origin } }: FastifyRequest, reply: FastifyReply, open: OpenSite) =>
  void reply.headers(allowedTo(origin, open) ?? {})

const prefersPage = ({ headers: { accept = '' } }: FastifyRequest) => accept.includes('text/html')
