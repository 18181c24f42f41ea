import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { askerOf } from './address.ts'
import { answerError } from './border.ts'
import { openConnections } from './connections.ts'
import { protectAnswers } from './headers.ts'
import { protectServer } from './limits.ts'
import { logAnswers, logOptions } from './logs.ts'
import { capRequests } from './per-address.ts'
import { openReady, type Ready } from './ready.ts'

const READY: Ready = {
  route: '/posts/:slug',
  status: 200,
  headers: { 'cache-control': 'public', 'content-type': 'application/json' },
  body: Buffer.from('"Measured’s"'),
}
let stop: (() => Promise<void>) | undefined
afterEach(() => stop?.())

const open = async (hops = 1) => {
  const connections = openConnections()
  const ready = openReady()
  const lines: string[] = []
  const is = { shedding: false, draining: false }
  const app = Fastify({
    serverFactory: (handle) => connections.makeServer(ready.before(handle)),
    logger: logOptions('info', { write: (line) => void (line.includes('answered') && lines.push(line)) }),
    trustProxy: (_address: string, hop: number) => hop < hops,
  })
  app.setErrorHandler(answerError)
  const log = logAnswers(app)
  const always = protectAnswers(app, { https: true })
  const holds = capRequests(app, 2)
  protectServer(app)
  app.decorate('isShedding', () => is.shedding)
  app.decorate('isDraining', () => is.draining)
  ready.begin(app, { always, hops, holds, log }, (url) => (url === '/posts/ready' ? READY : undefined))
  app.get('/posts/:slug', (asked, reply) => reply.headers({ ...READY.headers, 'x-ip': asked.ip }).send(READY.body))
  await app.listen({ port: 0, host: '127.0.0.1' })
  stop = () => app.close()
  const { port } = app.server.address() as AddressInfo
  const ask = async (path: string, headers: Record<string, string> | string[] = {}, method = 'GET', body?: string) => {
    const asked = request({ port, host: '127.0.0.1', path, method, headers })
    asked.end(body)
    const [answer]: IncomingMessage[] = await once(asked, 'response')
    if (!answer) throw new Error('Nothing was answered')
    let text = ''
    for await (const piece of answer.setEncoding('utf8')) text += piece
    const { date: _, 'x-request-id': id, 'x-ip': ip, ...rest } = answer.headers
    return { status: answer.statusCode, headers: rest, text, id, ip }
  }
  return { ask, is, lines }
}
const isReady = ({ status, ip }: { status: number | undefined; ip: unknown }) => status === 200 && ip === undefined

test('what is ready is answered, told of and named as by Fastify, which never sees it', async () => {
  const { ask, lines } = await open()
  const ready = await ask('/posts/ready', { 'x-forwarded-for': '192.0.2.1, 192.0.2.7' })
  const usual = await ask('/posts/other', { 'x-forwarded-for': '192.0.2.1, 192.0.2.7' })
  await expect.poll(() => lines.length).toBe(2)

  expect([ready.ip, usual.ip]).toEqual([undefined, '192.0.2.7'])
  // Fastify says `Accept` of what says nothing else: each ready answer says all that it varies by.
  expect({ ...ready.headers, vary: 'Accept' }).toEqual(usual.headers)
  expect([ready.status, ready.text]).toEqual([usual.status, usual.text])
  expect(ready.id).toMatch(/^[\da-f-]{36}$/)
  const [first, second] = lines.map((line) => JSON.parse(line))
  expect(first).toMatchObject({ request_id: ready.id, req: second.req, status: 200, ms: expect.any(Number) })
  expect(first.req).toEqual({ method: 'GET', route: '/posts/:slug', address: '192.0.2.7' })
})

test('whatever the border refuses goes on to be refused there', async () => {
  const { ask, is } = await open()
  expect((await ask('/posts/ready', ['host', 'a', 'host', 'b'])).status).toBe(400)
  expect((await ask('/posts/ready', { 'content-type': 'text/plain' }, 'GET', 'x')).status).toBe(415)
  expect((await ask('/posts/ready', {}, 'POST')).status).not.toBe(200)
  expect(isReady(await ask('/posts/ready?x'))).toBe(false)
  is.shedding = true
  expect(isReady(await ask('/posts/ready'))).toBe(false)
  is.shedding = false
  is.draining = true
  expect(isReady(await ask('/posts/ready'))).toBe(false)
  is.draining = false
  // What has been answered holds nothing.
  for (let times = 0; times < 5; times++) expect(isReady(await ask('/posts/ready'))).toBe(true)
})

test.each([
  [0, '192.0.2.1'],
  [1, ''],
  [1, '192.0.2.1'],
  [1, '192.0.2.1, 192.0.2.2,,192.0.2.3 '],
  [2, '192.0.2.1, 192.0.2.2,,192.0.2.3 '],
  [3, '192.0.2.1 ,192.0.2.2'],
])('with %i hops of ours, whose request it is is read from %j as Fastify does', async (hops, said) => {
  const { ask } = await open(hops)
  const headers = { 'x-forwarded-for': said }

  const { ip } = await ask('/posts/other', headers)

  expect(askerOf({ headers, socket: { remoteAddress: '127.0.0.1' } } as unknown as IncomingMessage, hops)).toBe(ip)
})
