import { globSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { buildApp } from '#server/app/build-app.ts'
import { UserError } from '#server/kit/errors.ts'
import type { Route } from '#server/kit/implement.ts'
import { all, nameOf } from './all.ts'
import { sample, sampleInput, schemaOf, type Schema } from './sample.ts'
import { bearer, sendInput, sendRaw, SHARED, startWorld } from './world.ts'

const world = await startWorld()
const { test: base, routes, loud } = world
const asAda = bearer(world.ada)

/** The same calls with other hands: what they answer is made up. */
const appAnswering = (answer: (endpoint: Endpoint) => unknown) =>
  buildApp(base.services, {
    routes: routes.map((route): Route => ({
      ...route,
      kind: 'open',
      handle: async () => answer(route.endpoint) as object,
    })),
  })

const telling = await appAnswering(({ reply }) =>
  withSecrets(schemaOf(reply), sample(schemaOf(reply), SHARED, '', true)),
)
let thrown: unknown
const failing = await appAnswering(() => {
  throw thrown
})

afterAll(async () => {
  await Promise.all([telling.close(), failing.close()])
  await world.stop()
})

/** The value with one field too many in every object that the contract describes. */
const withSecrets = (schema: Schema, value: any): any => {
  if (schema.anyOf) return withSecrets(schema.anyOf.find(({ type }) => type !== 'null') ?? {}, value)
  if (Array.isArray(value)) return value.map((each) => withSecrets(schema.items ?? {}, each))
  if (!schema.properties) return value
  const inner = Object.entries(value).map(([name, each]) => [name, withSecrets(schema.properties?.[name] ?? {}, each)])
  return { ...Object.fromEntries(inner), password_hash: 'planted-secret', deleted_by: 'planted-secret' }
}

test('G10: what the contract does not name is cut from every answer', () =>
  all(routes, async ({ endpoint }) => {
    const { status, text } = await sendInput(telling, endpoint, sampleInput(endpoint, SHARED), asAda)
    if (status !== (endpoint.status ?? 200)) return `${nameOf(endpoint)}: ${status} ${text}`
    return (text.includes('planted-secret') || text.includes('password_hash')) && `${nameOf(endpoint)}: ${text}`
  }))

const SECRET = 'select password_hash from leads where x = 42'
const FAILURES: [string, () => unknown][] = [
  ['an error', () => new Error(SECRET)],
  ['a type error', () => new TypeError(SECRET)],
  ['a text', () => SECRET],
  ['undefined', () => undefined],
  ['an error with a status', () => Object.assign(new Error(SECRET), { statusCode: 400 })],
  ['an error with a wrong status', () => Object.assign(new Error(SECRET), { statusCode: 200 })],
  [
    'a broken rule of the database',
    () => Object.assign(new Error(SECRET), { code: '23514', detail: SECRET, table: 'leads' }),
  ],
  ['a missing column', () => Object.assign(new Error(SECRET), { code: '42703', position: '8' })],
  ['an error with a cause', () => new Error('outer', { cause: new Error(SECRET) })],
  ['several errors', () => new AggregateError([new Error(SECRET)], SECRET)],
]

test.each(FAILURES)('G10: %s shows a sentence and the id of the request, and nothing of itself', (_, make) => {
  thrown = make()
  return all(routes, async ({ endpoint }) => {
    const { status, text } = await sendInput(failing, endpoint, sampleInput(endpoint, SHARED), asAda)
    const answer = JSON.parse(text)
    const fine =
      status >= 400 &&
      answer.success === false &&
      /^[A-Z].*[.!]$/.test(answer.message) &&
      /^[0-9a-f-]{36}$/.test(answer.request_id)
    return (
      (!fine || /password_hash|leads where|node_modules|\.ts:/.test(text)) && `${nameOf(endpoint)}: ${status} ${text}`
    )
  })
})

test('G10: an error on the way in or out is answered like any other', async () => {
  for (const sent of [
    await sendRaw(loud, 'GET', '/%zz'),
    await sendRaw(loud, 'GET', `/${'x'.repeat(8_000)}`),
    await sendRaw(loud, 'GET', '/nowhere'),
    await sendRaw(loud, 'POST', '/probe/products', { body: '{' }),
    await sendRaw(loud, 'POST', '/probe/products', { headers: { 'content-type': 'text/plain' }, body: 'x' }),
    await sendRaw(await broken(), 'GET', '/probe/products', { headers: asAda }),
  ]) {
    const answer = JSON.parse(sent.text)
    expect(Object.keys(answer).toSorted()).toEqual(['code', 'message', 'request_id', 'success'])
    expect(sent.headers['x-content-type-options']).toBe('nosniff')
    expect(sent.headers['cache-control']).toBe('no-store')
  }
})

/** An answer that its own contract cannot express. */
const broken = () => appAnswering(() => ({ data: Symbol('no JSON'), pagination: 7 }))

test('G10: a refusal says what it means to say', async () => {
  thrown = new UserError(409, 'This domain is restricted already')
  const sent = await sendRaw(failing, 'GET', '/probe/products', { headers: asAda })

  expect(sent.status).toBe(409)
  expect(JSON.parse(sent.text)).toMatchObject({
    success: false,
    message: 'This domain is restricted already',
    code: 'conflict',
  })
})

test('G12: every route of the server is a call of the contract, or one of these', () => {
  const ours = [
    /^\/docs(\/|$)/,
    /^\/health\/(live|ready)$/,
    // The built web app.
    /^\/assets\//,
    /^\/[\w.-]+\.(svg|ico|png|webmanifest|txt|json|woff2)$/,
    // The form for other sites: its page, its script, and what browsers ask before sending it.
    /^\/intake\/(:form_key\/(enquiry|registration|contact-us|newsletter)|form-script\.js|vendor\/:token|vendor-(style\.css|script\.js))$/,
    // Behind the links of mails to subscribers.
    /^\/newsletter\/(confirm|unsubscribe)\/:token$/,
    // The blog as readers get it: as data, feeds and pages; and a post that somebody was sent a link to.
    /^\/site\/:site_key\/(posts(\/:slug)?|categories|authors(\/:slug)?|redirects|feed\.(atom|rss)|sitemap\.xml|blog(\/:slug)?)$/,
    /^(\/site\/(style\.css|:site_key\/preview\/:token)|\/preview\/:token)$/,
  ]
  const documented = new Set(routes.map(({ endpoint }) => nameOf(endpoint)))
  const untested = loud.routeTable.filter(
    ({ method, url }) =>
      method !== 'HEAD' && !documented.has(`${method} ${url}`) && !ours.some((each) => each.test(url)),
  )

  expect(untested.map(({ method, url }) => `${method} ${url}`)).toEqual([])
})

test('G12: every endpoint of the contract has its route', async () => {
  const names = new Set(routes.map(({ endpoint }) => nameOf(endpoint)))
  const missing: string[] = []
  for (const file of globSync('contract/*/*.ts', { exclude: ['**/*.test.ts'] })) {
    const module: Record<string, Record<string, Endpoint>> = await import(`../../../${file}`)
    for (const contract of Object.values(module))
      for (const endpoint of Object.values(contract ?? {}))
        if (isEndpoint(endpoint) && !names.has(nameOf(endpoint))) missing.push(`${file}: ${nameOf(endpoint)}`)
  }

  expect(missing).toEqual([])
})

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'permission' in value

test('G12: no two endpoints answer at one address', () => {
  const names = routes.map(({ endpoint: { method, path } }) => `${method} ${path.replace(/:\w+/g, ':')}`)

  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
})

test('the description of the calls is OpenAPI 3.1, names every call with what it does and needs, and holds no secret', async () => {
  const { text } = await sendRaw(loud, 'GET', '/docs/json')
  const { openapi, paths, components } = JSON.parse(text)

  expect(openapi).toBe('3.1.0')
  expect(components.securitySchemes.bearer).toMatchObject({ type: 'http', scheme: 'bearer' })
  await all(routes, async ({ endpoint: { method, path, permission, summary } }) => {
    const call = paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
    if (!call || summary === '' || call.summary !== summary) return `${method} ${path} is not described`
    return (
      permission !== 'public' &&
      JSON.stringify(call.security) !== '[{"bearer":[]}]' &&
      `${method} ${path}: ${JSON.stringify(call.security)}`
    )
  })
  const { secret } = base.services.config
  expect(text.includes(secret) || text.includes('postgresql:')).toBe(false)
})

test('the description is long: one address is given it so often in a minute and no more, a neighbour goes on', async () => {
  const from = async (remoteAddress: string) => {
    const { statusCode, headers } = await loud.inject({ url: '/docs/json', remoteAddress })
    return [statusCode, headers['retry-after'] !== undefined]
  }
  const answers: unknown[] = []
  for (let at = 0; at < 125; at++) answers.push(await from('192.0.2.50'))

  expect(answers.slice(0, 120)).toEqual(Array.from({ length: 120 }, () => [200, false]))
  expect(answers.slice(120)).toEqual(Array.from({ length: 5 }, () => [429, true]))
  expect(await from('192.0.2.51')).toEqual([200, false])
})

test('the pages of the description run nothing inline and call nothing', async () => {
  const page = await sendRaw(loud, 'GET', '/docs/', { headers: { accept: 'text/html' } })
  const start = await sendRaw(loud, 'GET', '/docs/static/swagger-initializer.js')

  expect(page.status).toBe(200)
  expect(page.headers['content-security-policy']).toMatch(
    /script-src 'self';.*object-src 'none'; base-uri 'none'.*frame-ancestors 'none'/,
  )
  expect(page.text).not.toMatch(/<script(?![^>]*\bsrc=)[^>]*>/)
  expect(start.text).toMatch(/"supportedSubmitMethods":\s*\[\]/)
})
