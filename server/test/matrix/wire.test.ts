import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { everything } from '../../../scripts/scope.mjs'
import { raw } from '../raw.ts'
import { all, changed, inTurn, nameOf } from './all.ts'
import { digests } from './rows.ts'
import { isText, placeName, places, sampleInput, withValue } from './sample.ts'
import { bearer, bodyFor, sendInput, sendRaw, SHARED, stable, startWorld } from './world.ts'

// What a built-in turned into by a crafted body would show: nobody may write there.
Object.freeze(Object.prototype)

const world = await startWorld()
const { ada, loud, quiet, endpoints } = world
const asAda = bearer(ada)
const guarded = endpoints.filter(({ permission }) => permission !== 'public')
const withBody = endpoints.filter(({ body }) => body)
let port = 0

beforeAll(async () => {
  port = Number(new URL(await loud.listen({ host: '127.0.0.1', port: 0 })).port)
})
afterAll(() => world.stop())
beforeEach(async () => {
  await world.restore()
  world.takeEntered()
  world.takeErrors()
})

const urlOf = (endpoint: Endpoint) => {
  const { params = {} } = sampleInput(endpoint, SHARED)
  return endpoint.path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(String(params[name])))
}

test('G7: another spelling of the address is never another way in', () =>
  all(guarded, async (endpoint, at) => {
    const url = urlOf(endpoint)
    const spellings = [
      `/${url}`,
      url.endsWith('/') ? url.slice(0, -1) : `${url}/`,
      url.replace('/', '/%2e%2e/'),
      url.replace('/', '/./'),
      `${url}/..`,
      `/x/..${url}`,
      url.toUpperCase(),
      `${url};v=1`,
      `${url}%20`,
      `${url}%00`,
      `${url}.json`,
      `${url}#x`,
      `http://127.0.0.1${url}`,
    ]
    const body = bodyFor(endpoint, sampleInput(endpoint, SHARED))
    for (const spelling of inTurn(spellings, at, 3)) {
      const { status, text } = await sendRaw(loud, endpoint.method, spelling, body)
      if (![400, 401, 404, 405, 415].includes(status)) return `${endpoint.method} ${spelling}: ${status} ${text}`
    }
    return world.takeEntered().length > 0 && `${nameOf(endpoint)}: entered without a token`
  }))

const METHODS = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'HEAD']

test('G7: a method that the address does not have is refused, whoever asks', () =>
  all(endpoints, async (endpoint, at) => {
    const url = urlOf(endpoint)
    const has = endpoints.filter((each) => urlOf(each) === url).map(({ method }) => method as string)
    for (const method of inTurn(METHODS, at, 3)) {
      if (has.includes(method) || (method === 'HEAD' && has.includes('GET'))) continue
      const { status, headers } = await sendRaw(loud, method, url, { headers: asAda })
      const others = loud.routeTable.some((route) => route.method === method && route.pattern.test(url))
      if (!others && (status !== 405 || !String(headers['allow']).includes(endpoint.method)))
        return `${method} ${url}: ${status}`
    }
    if (endpoint.method !== 'GET') return undefined
    const [get, head] = [
      await sendInput(quiet, endpoint, sampleInput(endpoint, SHARED)),
      await sendRaw(quiet, 'HEAD', url),
    ]
    return (
      get.status !== head.status && endpoint.permission !== 'public' && `HEAD ${url}: ${head.status}, GET ${get.status}`
    )
  }))

test('G7: a single parameter given twice is refused by name', () =>
  all(endpoints, async (endpoint) => {
    for (const [name, schema] of Object.entries(endpoint.query?.properties ?? {})) {
      if ('type' in schema && schema.type === 'array') continue
      const key = endpoint.wire?.[name] ?? name
      const { status, text } = await sendRaw(quiet, endpoint.method, `${urlOf(endpoint)}?${key}=1&${key}=2`, {
        headers: { ...asAda, ...bodyFor(endpoint, {}).headers },
      })
      if (status !== 400 || !text.includes(key)) return `${nameOf(endpoint)} ${key}: ${status} ${text}`
    }
    return undefined
  }))

test('G8: a body is JSON and says so plainly, or it is refused unread', async () => {
  const types = [
    'application/json\tx',
    'application/json \t',
    'application/json;charset=utf-7',
    'application/json; charset=utf-8; x=1',
    'application/json,text/plain',
    'application/jsonx',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'text/plain',
    'text/json',
    '',
  ]
  await all(withBody, async (endpoint, at) => {
    const url = urlOf(endpoint)
    const body = JSON.stringify(sampleInput(endpoint, SHARED).body)
    for (const type of inTurn(types, at, 3)) {
      const { status } = await sendRaw(loud, endpoint.method, url, {
        headers: { ...asAda, 'content-type': type },
        body,
      })
      const isTaken =
        (endpoint.multipart !== undefined && type.startsWith('multipart/form-data')) ||
        (endpoint.form === true && type === 'application/x-www-form-urlencoded')
      // Node itself trims what stands around a header's value.
      if (status !== (isTaken ? 400 : 415) && type.trim() !== 'application/json')
        return `${nameOf(endpoint)} as "${type}": ${status}`
    }
    const encoded = await sendRaw(loud, endpoint.method, url, {
      headers: { ...asAda, 'content-encoding': 'gzip' },
      body,
    })
    if (encoded.status !== 415) return `${nameOf(endpoint)} as gzip: ${encoded.status}`
    const head = `${endpoint.method} ${url} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${ada.token}\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n`
    const none = await raw(port, `${head}\r\n${body}`)
    if (!none.startsWith('HTTP/1.1 415')) return `${nameOf(endpoint)} without a type: ${none.split('\r\n')[0]}`
    const two = await raw(
      port,
      `${head}Content-Type: application/json\r\nContent-Type: application/json\r\n\r\n${body}`,
    )
    if (!/^HTTP\/1.1 4(15|00)/.test(two)) return `${nameOf(endpoint)} with two types: ${two.split('\r\n')[0]}`
    return undefined
  })
  expect(world.takeEntered()).toEqual([])
})

test('G8: JSON to a call that takes part of a file is refused, as are such bytes to one that takes JSON, and every odd spelling', async () => {
  const bytes = endpoints.filter((endpoint) => endpoint.bytes)
  expect(bytes.length).toBeGreaterThan(0)
  await all(bytes, async (endpoint) => {
    for (const type of [
      'application/json',
      'application/octet-stream; charset=utf-8',
      'application/octet-streams',
      'Application/Octet-Stream\tx',
      'multipart/form-data; boundary=x',
      'text/csv',
      'text/plain',
    ]) {
      const { status } = await sendRaw(loud, endpoint.method, urlOf(endpoint), {
        headers: { ...asAda, 'content-type': type },
        body: 'Name;Mail\n',
      })
      if (status !== 415) return `${nameOf(endpoint)} as "${type}": ${status}`
    }
    return undefined
  })
  await all(withBody, async (endpoint) => {
    const { status } = await sendRaw(loud, endpoint.method, urlOf(endpoint), {
      headers: { ...asAda, 'content-type': 'application/octet-stream' },
      body: JSON.stringify(sampleInput(endpoint, SHARED).body),
    })
    return status !== 415 && `${nameOf(endpoint)} as bytes: ${status}`
  })
  expect(world.takeEntered()).toEqual([])
})

test('G8: the plain spellings are taken', () =>
  // What reads a type is the same for all; that each takes JSON at all, the sample of its input tells.
  all(everything ? withBody : withBody.filter((_, at) => at % 6 === 0), async (endpoint) => {
    const body = JSON.stringify(sampleInput(endpoint, SHARED).body)
    for (const type of ['application/json', 'application/json; charset=utf-8', 'application/json;charset=UTF-8']) {
      const { status } = await sendRaw(quiet, endpoint.method, urlOf(endpoint), {
        headers: { ...asAda, 'content-type': type },
        body,
      })
      if (status === 415) return `${nameOf(endpoint)} as "${type}": 415`
    }
    return undefined
  }))

/** Bodies as large as these make a slow machine late, and who is late sends people away for a moment: asks again then. */
const whenNotBusy = async <T extends { status: number }>(ask: () => Promise<T>, left = 20): Promise<T> => {
  const answer = await ask()
  if (answer.status !== 503 || left === 0) return answer
  await sleep(500)
  return whenNotBusy(ask, left - 1)
}

test('G9: a body that is no plain object of plain values is refused, and breaks nothing', async () => {
  const deep = (times: number) => '{"a":'.repeat(times) + '1' + '}'.repeat(times)
  const bodies: Record<string, string | Buffer> = {
    __proto__: '{"__proto__":{"admin":true}}',
    'constructor.prototype': '{"constructor":{"prototype":{"admin":true}}}',
    'escaped __proto__': String.raw`{"__proto\u005f_":{"admin":true}}`,
    'depth 10,000': deep(10_000),
    'depth 10,000 of lists': '['.repeat(10_000) + ']'.repeat(10_000),
    'a million keys': `{${Array.from({ length: 1_000_000 }, (_, at) => `"${at}":0`).join(',')}}`,
    'ninety thousand keys': `{${Array.from({ length: 90_000 }, (_, at) => `"${at}":0`).join(',')}}`,
    '1 MiB + 1': `"${'x'.repeat(1024 * 1024 - 1)}"`,
    'half an object': '{"a":',
    'not UTF-8': Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]),
    'a text': '"x"',
    'a list': '[]',
    null: 'null',
    'a number': '1e999',
    nothing: ' ',
  }
  const isRequired = (endpoint: (typeof withBody)[number]) =>
    places(endpoint, () => true).some(({ part }) => part === 'body') &&
    Object.keys(sampleInput(endpoint, SHARED).body ?? {}).length > 0
  const sendTo = (endpoints: typeof withBody) =>
    all(endpoints, async (endpoint, at) => {
      for (const [kind, body] of inTurn(Object.entries(bodies), at, 4)) {
        const { status, text } = await whenNotBusy(() =>
          sendRaw(loud, endpoint.method, urlOf(endpoint), { headers: asAda, body }),
        )
        const told = `${nameOf(endpoint)} with ${kind}: ${status} ${text.slice(0, 200)} ${world.takeErrors()}`
        if (status >= 500) return told
        if (isRequired(endpoint) && ![400, 413].includes(status)) return told
      }
      return undefined
    })
  // Where nothing is required, unknown keys are left out, so the call is allowed and may store something.
  await sendTo(withBody.filter((endpoint) => !isRequired(endpoint)))
  const before = await digests(world.test.owner)
  await sendTo(withBody.filter(isRequired))
  expect(Object.hasOwn(Object.prototype, 'admin')).toBe(false)
  expect(changed(before, await digests(world.test.owner), 'refused bodies')).toBe(undefined)
})

/** Taken to the letter: secrets, what is searched for, codes that are looked up, and texts that are read into a document or a time. */
const TO_THE_LETTER = new Set(
  'token encrypt_id password current tab_id id fax form_token search sort columns accepts_countries time_zone category brand missing attr document content fields working_copy publish_at zone'.split(
    ' ',
  ),
)

test('every text of a body says how it is cleaned, but for patterns and what is taken to the letter', () => {
  const free = withBody.flatMap((endpoint) =>
    places(
      endpoint,
      (name, schema) => isText(name, schema) && !schema.pattern && !schema['x-text'] && !TO_THE_LETTER.has(name),
    ).flatMap((place) => (place.part === 'body' ? `${nameOf(endpoint)} ${placeName(place)}` : [])),
  )

  expect(free).toEqual([])
})

test('G9: a text that the database cannot keep is refused by name, in every field', () =>
  all(
    endpoints.flatMap((endpoint) => places(endpoint, isText).map((place) => ({ endpoint, place }))),
    async ({ endpoint, place }, at) => {
      const input = sampleInput(endpoint, SHARED)
      for (const text of inTurn(['a\0b', '\ud800', '\0', 'a\udc00'], at, 2)) {
        // An address cannot hold half a character: it is encoded as a replacement.
        if (place.part !== 'body' && !text.includes('\0')) continue
        const sent = await sendInput(quiet, endpoint, withValue(endpoint, input, place, text, SHARED), asAda)
        if (sent.status !== 400 && sent.status !== 404)
          return `${nameOf(endpoint)} ${placeName(place)}: ${sent.status} ${sent.text} ${world.takeErrors()}`
      }
      return undefined
    },
  ))

test('G9: the same key twice is one value, checked like any other', async () => {
  const { status } = await sendRaw(quiet, 'POST', '/probe/products', {
    headers: asAda,
    body: '{"code":"a","name":"b","name":{"x":1}}',
  })
  expect(status).toBe(400)
})

const OF_PROGRAMS = [
  '*/*',
  'application/json',
  'application/json, text/plain, */*',
  'application/json, text/html;q=0.5',
  '',
  'text/html;q=0',
]

test('G11: who opens a call’s address in a browser gets the page, whoever asks for anything else gets JSON, and nobody stores either', () =>
  all(
    // A file that anybody may open is no call for a browser either.
    endpoints.filter(({ method, file, permission }) => method === 'GET' && !(file && permission === 'public')),
    async (endpoint, at) => {
      const url = urlOf(endpoint)
      const browser = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8' }
      for (const headers of inTurn([browser, { ...browser, ...asAda }, { ...asAda, accept: 'text/html' }], at, 1)) {
        const page = await sendRaw(loud, 'GET', url, { headers })
        if (!String(page.headers['content-type']).startsWith('text/html'))
          return `${url}: ${page.headers['content-type']} for a browser`
        if (page.text.includes('"success"')) return `${url}: JSON as a page`
      }
      if (world.takeEntered().length > 0) return `${url}: a page entered the handler`
      for (const accept of inTurn(OF_PROGRAMS, at, 2)) {
        const sent = await sendRaw(quiet, 'GET', url, { headers: { ...asAda, accept } })
        const { vary, 'cache-control': cache, 'x-content-type-options': sniff, 'content-type': type } = sent.headers
        if (!String(type).startsWith(endpoint.stream ? 'application/x-ndjson' : 'application/json'))
          return `${url} for "${accept}": ${type}`
        world.takeEntered()
        if (!/\baccept\b/i.test(String(vary)) || cache !== 'no-store' || sniff !== 'nosniff')
          return `${url}: Vary ${vary}, Cache-Control ${cache}`
      }
      return undefined
    },
  ))

test('G6: a doubled company header is refused', async () => {
  const answer = await raw(
    port,
    `GET /probe/products HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${ada.token}\r\nx-company-id: ${ada.companyId}\r\nX-Company-Id: ${ada.companyId}\r\nConnection: close\r\n\r\n`,
  )

  expect(answer).toMatch(/^HTTP\/1\.1 400/)
})

test('X2: requests that two servers would read differently are refused, and the connection closes', async () => {
  const head = 'POST /probe/products HTTP/1.1\r\nHost: x\r\n'
  const smuggled = [
    `${head}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    `${head}Content-Length: 4\r\nContent-Length: 5\r\n\r\nabcd`,
    `${head}Content-Length: 4, 5\r\n\r\nabcd`,
    `${head}Content-Length: +4\r\n\r\nabcd`,
    `${head}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n`,
    `${head}Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n`,
    `${head}X: a\r\n b\r\n\r\n`,
    `${head}X: a\nY: b\r\n\r\n`,
    `${head}X: a\rY: b\r\n\r\n`,
    `${head}X: a\0b\r\n\r\n`,
    'POST /probe/products HTTP/1.1\r\n\r\n',
    'GET /probe/products\r\n\r\n',
    'GARBAGE\r\n\r\n',
    `GET / HTTP/1.1\r\nHost: x\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`,
  ]
  await all(smuggled, async (text) => {
    const answer = await raw(port, text)
    const [head = '', body = ''] = answer.split('\r\n\r\n')
    const fine =
      /^HTTP\/1\.1 4(00|31|15|01)/.test(answer) &&
      /^connection: close/im.test(head) &&
      (body.startsWith('0') || JSON.parse(body).success === false)
    return !fine && `${JSON.stringify(text.slice(0, 120))}: ${JSON.stringify(answer.slice(0, 200))}`
  })
  expect(world.takeEntered()).toEqual([])
})

test('X2: what a broken request says is not in the answer', async () => {
  const first = await raw(port, 'GET /x HTTP/1.1\r\nHost: x\r\nX: <script>\0\r\n\r\n')

  expect(first).not.toContain('script')
  expect(stable({ status: 400, text: first, headers: {} })).toContain('malformed')
})
