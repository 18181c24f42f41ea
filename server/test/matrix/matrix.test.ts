import { afterAll, beforeEach, expect, test } from 'vitest'
import { SignJWT } from 'jose'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { PERMISSION_KEYS } from '#contract/kit/permissions.ts'
import { toRequest } from '#contract/kit/request.ts'
import { keysOf } from '#server/kit/auth.ts'
import { deriveKey } from '#server/kit/secrets.ts'
import { inParts, type TestPerson } from '../app.ts'
import { all, changed, inTurn, nameOf } from './all.ts'
import { digests } from './rows.ts'
import { isId, placeName, places, sample, sampleInput, schemaOf, withValue, type Place } from './sample.ts'
import { bearer, FOREIGN, sendInput, sendRaw, SHARED, stable, startWorld, UNKNOWN } from './world.ts'

const world = await startWorld()
const { ada, bob, loud, quiet, routes, endpoints } = world
const { owner } = world.test
const guarded = endpoints.filter(({ permission }) => permission !== 'public')
const keyed = guarded.filter(({ permission }) => keysOf(permission).length > 0)
const tenantEndpoints = routes.filter(({ kind }) => kind !== 'open').map(({ endpoint }) => endpoint)
const asAda = bearer(ada)

afterAll(() => world.stop())
beforeEach(async () => {
  await world.restore()
  world.takeEntered()
  world.takeErrors()
})

test('every tenant table has a row in both companies', () => expect(world.unfilled).toEqual([]))

test('a sample of its input enters every endpoint', () =>
  all(routes, async ({ endpoint, name }) => {
    const { status, text } = await sendInput(quiet, endpoint, sampleInput(endpoint, SHARED), asAda)
    return world.takeEntered().some((each) => each.name === name) ? undefined : `${nameOf(endpoint)}: ${status} ${text}`
  }))

test('the same input sent in parts is the same to every endpoint that takes them', async () => {
  const inPartsToo = endpoints.filter(({ multipart }) => multipart !== undefined)
  await all(inPartsToo, async (endpoint) => {
    const input = sampleInput(endpoint, SHARED)
    const body = sample(schemaOf(endpoint.body!), SHARED, 'body', true)
    await sendInput(quiet, endpoint, { ...input, body }, asAda)
    const { body: form } = toRequest(endpoint, { ...input, body })
    if (!(form instanceof FormData)) return `${nameOf(endpoint)}: no parts`
    const { type, payload } = await inParts(form)
    const { status, text } = await sendRaw(quiet, endpoint.method, endpoint.path.replace(/:\w+/g, String(SHARED)), {
      headers: { ...asAda, 'content-type': type },
      body: payload,
    })
    const [asJson, asParts] = world.takeEntered().map((each) => JSON.stringify(each.input.body))
    return (
      (asParts === undefined || asJson !== asParts) && `${nameOf(endpoint)}: ${status} ${text} ${asJson} ${asParts}`
    )
  })
})

test('G1: without a token that holds, every endpoint answers 401 in the same bytes, and its handler is not entered', async () => {
  const key = deriveKey(world.test.services.config.secret, 'access-token')
  const [, claims = ''] = ada.token.split('.')
  const encode = (header: object) => Buffer.from(JSON.stringify(header)).toString('base64url')
  const payload = JSON.parse(Buffer.from(claims, 'base64url').toString())
  const sign = (header: object, changes: object, by: Uint8Array = key) =>
    new SignJWT({ ...payload, ...changes }).setProtectedHeader({ alg: 'HS256', typ: 'at+jwt', ...header }).sign(by)
  const tokens: Record<string, string | undefined> = {
    none: undefined,
    empty: 'Bearer ',
    basic: 'Basic YWRhOmFkYQ==',
    garbage: 'Bearer a.b.c',
    twice: `Bearer ${ada.token}, Bearer ${ada.token}`,
    expired: `Bearer ${await sign({}, { exp: Math.floor(Date.now() / 1000) - 120 })}`,
    'of the future': `Bearer ${await sign({}, { iat: Math.floor(Date.now() / 1000) + 86_400 })}`,
    'alg none': `Bearer ${encode({ alg: 'none', typ: 'at+jwt' })}.${claims}.`,
    'alg RS256 over an HS256 signature': `Bearer ${encode({ alg: 'RS256', typ: 'at+jwt' })}.${claims}.${ada.token.split('.')[2]}`,
    'other algorithm': `Bearer ${await sign({ alg: 'HS512' }, {}, Buffer.alloc(64, key))}`,
    'other audience': `Bearer ${await sign({}, { aud: 'elsewhere' })}`,
    'refresh token as access token': `Bearer ${await sign({ typ: 'rt+jwt' }, {})}`,
    'kid as a path': `Bearer ${await sign({ kid: '../../../../dev/null' }, {}, Buffer.alloc(32))}`,
    'other key': `Bearer ${await sign({}, {}, Buffer.alloc(32, 7))}`,
    'other company': `Bearer ${await sign({}, { cid: bob.companyId })}`,
    'unknown session': `Bearer ${await sign({}, { sid: '11111111-2222-4333-8444-555555555555' })}`,
    'session that is no uuid': `Bearer ${await sign({}, { sid: "' or 1=1" })}`,
  }
  const usual = stable(await sendRaw(loud, 'GET', '/probe/products'))
  const kinds = Object.keys(tokens)
  const ALWAYS = ['none', 'other company', 'unknown session']

  await all(guarded, async (endpoint, at) => {
    const tried = isFirstOfItsKind(endpoint) ? kinds : new Set([...ALWAYS, ...inTurn(kinds, at, 1)])
    for (const kind of tried) {
      const authorization = tokens[kind]
      const sent = await sendInput(
        loud,
        endpoint,
        sampleInput(endpoint, SHARED),
        authorization === undefined ? {} : { authorization },
      )
      if (stable(sent) !== usual || sent.status !== 401) return `${nameOf(endpoint)} with ${kind}: ${stable(sent)}`
    }
    return world.takeEntered().length > 0 && `${nameOf(endpoint)}: entered`
  })
})

/** Every token is looked at by what the routes of a kind share. */
const isFirstOfItsKind = (endpoint: Endpoint) => {
  const kindOf = (each: Endpoint) =>
    [
      routes.find((route) => route.endpoint === each)?.kind,
      each.method,
      each.bytes,
      each.multipart !== undefined,
      each.stream,
    ].join()
  return guarded.find((each) => kindOf(each) === kindOf(endpoint)) === endpoint
}

test('only these need no session', () => {
  const open = endpoints.filter(({ permission }) => permission === 'public').map(nameOf)

  expect(open.filter((name) => !PUBLIC.some((allowed) => name.startsWith(allowed)))).toEqual([])
})

const PUBLIC = [
  'POST /api/v1/token/verify/',
  'POST /api/v1/permissions/',
  'POST /api/v1/auth/sign-in/',
  'POST /api/v1/auth/refresh/',
  'POST /api/v1/auth/sign-out/',
  'POST /api/v1/invitation/',
  'POST /api/v1/invitation/accept/',
  'POST /api/v1/auth/forgot-password/',
  'POST /api/v1/auth/reset-password/',
  'POST /intake/',
  'GET /intake/',
  'GET /files/',
  'GET /i/',
  'POST /mail/bounces/',
]

test('G2: every key but the endpoint’s is not enough: 403 names it, and nothing changes anywhere', async () => {
  // All people come first, and all calls after them: digests of all tables are what takes the time.
  const lacking = new Map<string, TestPerson>()
  for (const keys of new Set(keyed.map(({ permission }) => keysOf(permission).join(' ')))) {
    const can = PERMISSION_KEYS.filter((key) => !keys.split(' ').includes(key))
    lacking.set(keys, await world.test.signIn({ colleagueOf: ada, can }))
  }
  const before = await digests(owner)
  await all(keyed, async (endpoint) => {
    const needed = keysOf(endpoint.permission)
    const eve = lacking.get(needed.join(' '))!
    const { status, text } = await sendInput(loud, endpoint, sampleInput(endpoint, SHARED), bearer(eve))
    if (status !== 403 || !needed.every((key) => text.includes(key))) return `${nameOf(endpoint)}: ${status} ${text}`
    return world.takeEntered().length > 0 && `${nameOf(endpoint)}: entered`
  })
  expect(changed(before, await digests(owner), 'a refused call')).toBe(undefined)
})

test('G2: a person without any key is refused, and one key of several is enough', async () => {
  const eve = await world.test.signIn({ colleagueOf: ada, name: 'Eve' })
  await all(keyed, async (endpoint) => {
    const { status } = await sendInput(quiet, endpoint, sampleInput(endpoint, SHARED), bearer(eve))
    return status !== 403 && `${nameOf(endpoint)}: ${status}`
  })
  await all(
    keyed.flatMap((endpoint) => keysOf(endpoint.permission).map((key) => ({ endpoint, key }))),
    async ({ endpoint, key }) => {
      await world.grant(eve, [key])
      world.takeEntered()
      const { status } = await sendInput(quiet, endpoint, sampleInput(endpoint, SHARED), bearer(eve))
      return world.takeEntered().length === 0 && `${nameOf(endpoint)} with ${key}: ${status}`
    },
  )
})

const idPlaces = endpoints.flatMap((endpoint) => places(endpoint, isId).map((place) => ({ endpoint, place })))

test('G3: another company’s id is answered like one that nobody has', () =>
  all(idPlaces, async ({ endpoint, place }) => {
    const base = sampleInput(endpoint, SHARED)
    const send = (id: number) => sendInput(quiet, endpoint, withValue(endpoint, base, place, id, SHARED), asAda)
    const [foreign, unknown] = [await send(FOREIGN), await send(UNKNOWN)]
    if (stable(foreign) !== stable(unknown))
      return `${nameOf(endpoint)} ${placeName(place)}: ${stable(foreign)} but for an unknown one ${stable(unknown)}`
    return foreign.status >= 500 && `${nameOf(endpoint)} ${placeName(place)}: ${foreign.status} ${foreign.text}`
  }))

test('G3: whatever A sends, with ids of B or with ids that both have, B keeps its rows and A never reads them', async () => {
  const before = await digests(owner, bob.companyId)
  await all(endpoints, async (endpoint) => {
    const base = sampleInput(endpoint, SHARED)
    const inputs = [
      base,
      sampleInput(endpoint, FOREIGN),
      ...places(endpoint, isId).map((place) => withValue(endpoint, base, place, FOREIGN, SHARED)),
    ]
    for (const input of inputs) {
      const { text, status } = await sendInput(loud, endpoint, input, asAda)
      if (text.includes('canary-b-') || text.includes('canary-b '))
        return `${nameOf(endpoint)} shows a row of B: ${text}`
      if (status >= 500) return `${nameOf(endpoint)}: ${status} ${text} ${world.takeErrors()}`
    }
    await world.restore()
    return undefined
  })
  expect(changed(before, await digests(owner, bob.companyId), 'B')).toBe(undefined)
})

test('G3: a call that is refused for another company’s id changes nothing in A either, and is logged as refused', async () => {
  const inputOf = ({ endpoint, place }: (typeof idPlaces)[number]) =>
    withValue(endpoint, sampleInput(endpoint, SHARED), place, FOREIGN, SHARED)
  const refused: typeof idPlaces = []
  for (const each of idPlaces)
    if ((await sendInput(quiet, each.endpoint, inputOf(each), asAda)).status >= 400) refused.push(each)
  const before = await digests(owner, ada.companyId)
  await all(refused, async (each) => {
    const { endpoint, place } = each
    world.log.length = 0
    const { status } = await sendInput(loud, endpoint, inputOf(each), asAda)
    const [line] = world.log.map((told) => JSON.parse(told)).filter(({ req }) => req)
    if (status < 400) return `${nameOf(endpoint)} ${placeName(place)}: ${status}`
    return (
      (line?.status !== status || line.req.route !== endpoint.path) &&
      `${nameOf(endpoint)} ${placeName(place)}: ${status} is logged as ${JSON.stringify(line)}`
    )
  })
  expect(changed(before, await digests(owner, ada.companyId), 'a refused call')).toBe(undefined)
  expect(refused.length).toBeGreaterThan(idPlaces.length / 2)
})

test('G4: what is no id is refused, and takes no time', () => {
  const odd = [0, -1, '1e3', '%00', "' OR 1=1", [1, 2], { gt: 0 }, '9007199254740993', 1.5, true, null]
  return all(idPlaces, async ({ endpoint, place }, at) => {
    const base = sampleInput(endpoint, SHARED)
    for (const value of inTurn(place.part === 'body' ? [...odd, 2 ** 53] : odd, at, 3)) {
      if (isNullable(endpoint, place) && value === null) continue
      if (place.part === 'query' && (Array.isArray(value) || typeof value === 'object')) continue
      const from = performance.now()
      const { status, text } = await sendInput(quiet, endpoint, withValue(endpoint, base, place, value, SHARED), asAda)
      const told = `${nameOf(endpoint)} ${placeName(place)} = ${JSON.stringify(value)}: ${status} ${text.slice(0, 200)}`
      if (![400, 404].includes(status)) return `${told} ${world.takeErrors()}`
      if (performance.now() - from > 1_000) return `${told} after a second`
    }
    for (const value of inTurn([2 ** 31, Number.MAX_SAFE_INTEGER], at, 1)) {
      const { status } = await sendInput(quiet, endpoint, withValue(endpoint, base, place, value, SHARED), asAda)
      if (status >= 500) return `${nameOf(endpoint)} ${placeName(place)} = ${value}: ${status} ${world.takeErrors()}`
    }
    return undefined
  })
})

/** Whether null is a value there: as good as no id. */
const isNullable = (endpoint: Endpoint, { part, path }: Place) => {
  const text = JSON.stringify(endpoint[part])
  return path.length > 0 && text.includes('"null"')
}

test('G4: a thousand and one ids at once are refused by name, ten thousand also by their length', () =>
  all(
    idPlaces.filter(({ place }) => place.path.at(-1) === '[]' && place.part === 'body'),
    async ({ endpoint, place }) => {
      const input = sampleInput(endpoint, SHARED)
      const list = { ...place, path: place.path.slice(0, -1) }
      const send = (length: number) => {
        const many = Array.from({ length }, (_, at) => at + 1)
        return sendInput(quiet, endpoint, withValue(endpoint, input, list, many, SHARED), asAda)
      }
      const [more, many] = [await send(1_001), await send(10_000)]
      const isRefused = more.status === 400 && [400, 413].includes(many.status)
      return !isRefused && `${nameOf(endpoint)} ${placeName(place)}: ${more.status}, ${many.status}`
    },
  ))

test('G5: what the contract does not name never reaches a handler', () => {
  const extra = {
    company_id: bob.companyId,
    id: FOREIGN,
    version: 999,
    status: 'valid',
    assigned_qa: FOREIGN,
    created_at: '2000-01-01T00:00:00Z',
    deleted_at: '2000-01-01T00:00:00Z',
    is_superuser: true,
  }
  return all(endpoints, async (endpoint) => {
    const { params, query = {}, body } = sampleInput(endpoint, SHARED)
    const declared = (part: 'query' | 'body') => Object.keys(endpoint[part]?.properties ?? {})
    const strange = (part: 'query' | 'body') =>
      Object.fromEntries(Object.entries(extra).filter(([name]) => !declared(part).includes(name)))
    const input = {
      params,
      query: { ...strange('query'), ...query },
      ...(body ? { body: { ...strange('body'), ...body } } : {}),
    }
    await sendInput(quiet, endpoint, input, asAda)
    const [entered] = world.takeEntered()
    if (!entered) return `${nameOf(endpoint)}: not entered`
    for (const part of ['query', 'body'] as const) {
      const passed = Object.keys(entered.input[part] ?? {}).filter((name) => !declared(part).includes(name))
      if (passed.length > 0) return `${nameOf(endpoint)}: ${part} lets ${passed.join(', ')} through`
    }
    return undefined
  })
})

test('G5: a company in the input that is not the token’s is refused', () =>
  all(
    // In the directory it is one of the companies that write to us.
    tenantEndpoints.filter(
      (endpoint) =>
        !endpoint.path.startsWith('/communication/') && places(endpoint, (name) => name === 'company_id').length > 0,
    ),
    async (endpoint) => {
      const [place] = places(endpoint, (name) => name === 'company_id')
      const { status } = await sendInput(
        quiet,
        endpoint,
        withValue(endpoint, sampleInput(endpoint, SHARED), place!, bob.companyId, SHARED),
        asAda,
      )
      return status !== 409 && `${nameOf(endpoint)}: ${status}`
    },
  ))

test('G6: a tab that was drawn for another company is told so; a header that is no company is refused', async () => {
  const before = await digests(owner)
  const odds = ['1,2', '0x1', '-1', '', ' ', '1e0', `${ada.companyId}, ${ada.companyId}`, '٣']
  await all(tenantEndpoints, async (endpoint, at) => {
    const send = (company: string) =>
      sendInput(loud, endpoint, sampleInput(endpoint, SHARED), { ...asAda, 'x-company-id': company })
    const other = await send(String(bob.companyId))
    if (other.status !== 409 || JSON.parse(other.text).code !== 'company_changed')
      return `${nameOf(endpoint)}: ${other.status} ${other.text}`
    for (const odd of inTurn(odds, at, 2)) {
      const { status } = await send(odd)
      if (status !== 400) return `${nameOf(endpoint)} with ${odd}: ${status}`
    }
    return world.takeEntered().length > 0 && `${nameOf(endpoint)}: entered`
  })
  expect(changed(before, await digests(owner), 'refused calls')).toBe(undefined)
})

test('G6: the token’s company, named or not, is the company', () =>
  all(tenantEndpoints, async (endpoint) => {
    const send = (headers: Record<string, string>) =>
      sendInput(quiet, endpoint, sampleInput(endpoint, SHARED), { ...asAda, ...headers })
    const [silent, named] = [await send({}), await send({ 'x-company-id': String(ada.companyId) })]
    return stable(silent) !== stable(named) && `${nameOf(endpoint)}: ${stable(silent)} but named ${stable(named)}`
  }))
