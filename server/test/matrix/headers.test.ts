import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { buildApp } from '#server/app/build-app.ts'
import { servePage } from '#server/kit/headers.ts'
import { startTestApp } from '../app.ts'
import { probeRoutes } from '../probe.ts'
import { bearer, sendRaw } from './world.ts'

const base = await startTestApp()
const ada = await base.signIn({ can: ['products_list', 'master_products_edit'] })
const folder = await mkdtemp(join(tmpdir(), 'web-'))
await mkdir(join(folder, 'assets'))
const PAGE = `<!doctype html><html><head><meta property="csp-nonce" nonce="__CSP_NONCE__" content="__CSP_NONCE__"><meta name="app-host" content="">
<meta name="demo" content=""><script type="module" src="/assets/app-1a2b3c4d.js"></script></head><body></body></html>`
await writeFile(join(folder, 'index.html'), PAGE)
await writeFile(join(folder, 'assets', 'app-1a2b3c4d.js'), 'export const lead = 1\n'.repeat(500))
const packed = { br: brotliCompressSync('as the build packed it'), gzip: gzipSync('as the build packed it') }
await writeFile(join(folder, 'assets', 'page-5e6f7a8b.js'), 'export const page = 1\n'.repeat(500))
await writeFile(join(folder, 'assets', 'page-5e6f7a8b.js.br'), packed.br)
await writeFile(join(folder, 'assets', 'page-5e6f7a8b.js.gz'), packed.gzip)
await writeFile(join(folder, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
const { services } = base
const app = await buildApp(
  {
    ...services,
    config: {
      ...services.config,
      publicUrl: 'https://leads.firm.example',
      globalApiUrl: 'https://app.firm.example/api',
      demo: true,
    },
  },
  { routes: probeRoutes, webFolder: folder },
)
app.get('/framed', { config: { page: 'own' } }, async (_request, reply) =>
  servePage(reply, { nonce: 'n', framedBy: ['https://shop.example'] }).send('<p>Form'),
)
await app.ready()

afterAll(async () => {
  await app.close()
  await base.stop()
  await rm(folder, { recursive: true })
})

const browser = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' }
const policyOf = (headers: Record<string, any>) =>
  Object.fromEntries(
    String(headers['content-security-policy'])
      .split('; ')
      .map((part) => [part.split(' ')[0], part.split(' ').slice(1)]),
  )

test('R6: the page runs no inline script, takes styles by a nonce of its own, and stands in no frame', async () => {
  const pages = [
    await sendRaw(app, 'GET', '/', { headers: browser }),
    await sendRaw(app, 'GET', '/marketing/leads', { headers: browser }),
  ]
  const nonces = pages.map(({ text }) => /nonce="([^"]+)"/.exec(text)?.[1])

  expect(nonces[0]).not.toBe(nonces[1])
  for (const [at, { headers, text }] of pages.entries()) {
    const policy = policyOf(headers)
    expect(policy['script-src']).toEqual(["'self'"])
    expect(policy['style-src']).toEqual(["'self'", `'nonce-${nonces[at]}'`])
    for (const name of ['object-src', 'base-uri', 'frame-ancestors', 'script-src-attr'])
      expect(policy[name]).toEqual(["'none'"])
    expect(policy['connect-src']).toEqual(["'self'", 'https://app.firm.example'])
    expect(String(headers['content-security-policy'])).not.toMatch(/unsafe|\*/)
    expect(headers).toMatchObject({
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'cross-origin-opener-policy': 'same-origin',
      'cache-control': 'no-store',
      vary: 'Accept',
    })
    expect(String(headers['strict-transport-security'])).toMatch(/max-age=\d{8}/)
    expect(text).not.toContain('__CSP_NONCE__')
  }
})

test('the page carries what the configuration says', async () => {
  const { text } = await sendRaw(app, 'GET', '/', { headers: browser })

  expect(text).toContain('<meta name="app-host" content="https://app.firm.example">')
  expect(text).toContain('<meta name="demo" content="on">')
})

test('a page that others may frame says who', async () => {
  const { headers } = await sendRaw(app, 'GET', '/framed', { headers: browser })

  expect(policyOf(headers)['frame-ancestors']).toEqual(['https://shop.example'])
  expect(headers['x-frame-options']).toBe(undefined)
})

test('JSON is stored nowhere, run nowhere and framed nowhere', async () => {
  for (const sent of [
    await sendRaw(app, 'GET', '/probe/products', { headers: bearer(ada) }),
    await sendRaw(app, 'GET', '/probe/products'),
    await sendRaw(app, 'POST', '/nowhere'),
  ])
    expect(sent.headers).toMatchObject({
      'content-security-policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    })
})

test('no other site is let in', async () => {
  for (const origin of ['https://evil.example', 'null', 'https://leads.firm.example']) {
    const sent = await sendRaw(app, 'GET', '/probe/products', { headers: { ...bearer(ada), origin } })
    const asked = await sendRaw(app, 'OPTIONS', '/probe/products', {
      headers: { origin, 'access-control-request-method': 'POST' },
    })
    expect(
      Object.keys({ ...sent.headers, ...asked.headers }).filter((name) => name.startsWith('access-control')),
    ).toEqual([])
    expect(asked.status).toBe(405)
  }
})

test('a file with a hash in its name is kept for ever, another one for minutes, and each goes out compressed', async () => {
  const script = await app.inject({ url: '/assets/app-1a2b3c4d.js', headers: { 'accept-encoding': 'gzip' } })
  const icon = await sendRaw(app, 'GET', '/favicon.svg')

  expect(script.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  expect(script.headers['content-type']).toMatch(/javascript/)
  expect(script.headers['content-encoding']).toBe('gzip')
  expect(gunzipSync(script.rawPayload).toString()).toContain('lead = 1')
  expect(icon.headers['cache-control']).toBe('public, max-age=300')
})

test('a file that the build has packed goes out as it lies there, in the best form that the browser reads', async () => {
  const url = '/assets/page-5e6f7a8b.js'
  const asked = async (accepted: string) => {
    const { headers, rawPayload } = await app.inject({ url, headers: { 'accept-encoding': accepted } })
    expect(headers).toMatchObject({ 'cache-control': 'public, max-age=31536000, immutable' })
    expect(headers['content-type']).toMatch(/javascript/)
    expect(headers.vary).toMatch(/accept-encoding/i)
    return { encoding: headers['content-encoding'], bytes: rawPayload }
  }
  expect(await asked('gzip, deflate, br, zstd')).toEqual({ encoding: 'br', bytes: packed.br })
  expect(await asked('gzip')).toEqual({ encoding: 'gzip', bytes: packed.gzip })
  expect((await asked('identity')).bytes.toString()).toBe('export const page = 1\n'.repeat(500))
})

test('who has a file already is told that it is the same, in each of its forms', async () => {
  for (const url of ['/assets/page-5e6f7a8b.js', '/favicon.svg'])
    for (const accepted of ['br', 'gzip', 'identity', 'br;q=0']) {
      const headers = { 'accept-encoding': accepted }
      const first = await app.inject({ url, headers })
      const tag = String(first.headers.etag)
      const again = await app.inject({ url, headers: { ...headers, 'if-none-match': `"other", ${tag}` } })
      const head = await app.inject({ method: 'HEAD', url, headers })

      expect([first.statusCode, again.statusCode, again.body, head.statusCode, head.body]).toEqual([
        200,
        304,
        '',
        200,
        '',
      ])
      expect(again.headers['cache-control']).toBe(first.headers['cache-control'])
      expect([head.headers['content-length'], head.headers.etag]).toEqual([first.headers['content-length'], tag])
    }
})

test('a file is read once, however many ask for it; those of a newer build are found without a new start', async () => {
  const newer = join(folder, 'newer')
  await mkdir(join(newer, 'assets'), { recursive: true })
  const script = (name: string) => join(newer, 'assets', name)
  await writeFile(script('old-11111111.js'), 'old')
  const running = await buildApp(services, { routes: probeRoutes, webFolder: newer })
  const asked = async (name: string) => (await sendRaw(running, 'GET', `/assets/${name}`)).text
  const before = await asked('old-11111111.js')
  await writeFile(script('old-11111111.js'), 'never read again')
  const again = await Promise.all(Array.from({ length: 50 }, () => asked('old-11111111.js')))
  const missing = await sendRaw(running, 'GET', '/assets/new-22222222.js')
  await rm(script('old-11111111.js'))
  await writeFile(script('new-22222222.js'), 'new')
  await expect.poll(() => asked('new-22222222.js'), { interval: 50 }).toBe('new')
  const gone = await sendRaw(running, 'GET', '/assets/old-11111111.js')
  await running.close()

  expect([before, new Set(again)]).toEqual(['old', new Set(['old'])])
  expect([missing.status, JSON.parse(missing.text).code, gone.status]).toEqual([404, 'not_found', 404])
})

test('what is no file of the web app is not to be had', async () => {
  for (const url of [
    '/index.html',
    '/assets/',
    '/assets/../index.html',
    '/assets/%2e%2e/index.html',
    '/assets/..%2f..%2fpackage.json',
    '/package.json',
    '/.env',
    '/assets/app.js',
    '/assets/page-5e6f7a8b.js.br',
  ])
    expect([url, (await sendRaw(app, 'GET', url)).status]).toEqual([url, 404])
})

test('without a built page a browser is told so in a sentence, and calls go on', async () => {
  const bare = await buildApp(services, { routes: probeRoutes, webFolder: join(folder, 'nothing') })
  const page = await sendRaw(bare, 'GET', '/', { headers: browser })
  const call = await sendRaw(bare, 'GET', '/probe/products', { headers: bearer(ada) })
  await bare.close()

  expect([page.status, page.headers['retry-after'], call.status]).toEqual([503, '5', 200])
  expect(page.text).toMatch(/being built/)
})
