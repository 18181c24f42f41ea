import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { Type } from 'typebox'
import { afterAll, afterEach, expect, test } from 'vitest'
import { get, One, post } from '#contract/kit/endpoint.ts'
import { NO_HISTORY } from '#contract/kit/history.ts'
import { buildApp } from '#server/app/build-app.ts'
import { startTestApp } from '#server/test/app.ts'
import { answerOf, opened } from '#server/test/stopping.ts'
import { openRoutesOf } from './implement.ts'

const open = { permission: 'public', perMinute: 1_000_000, summary: 'x', failure: 'x' } as const
const held = {
  hold: get('/held/hold', { ...open, reply: One(Type.Object({ no: Type.Integer() })) }),
  write: post('/held/write', {
    ...open,
    did: NO_HISTORY,
    body: Type.Object({ text: Type.String() }),
    reply: One(Type.Object({})),
  }),
  large: get('/held/large', { ...open, reply: One(Type.Object({ text: Type.String() })) }),
}
const LARGE = 'x'.repeat(32 * 1024 * 1024)
/** What lets each call go on that has been begun. */
let begun: (() => void)[] = []
let written: string[] = []
const routes = openRoutesOf('held', held, {
  hold: async () => {
    const no = begun.length
    await new Promise<void>((release) => void begun.push(release))
    return { data: { no } }
  },
  write: async ({ body }) => {
    written.push(body.text)
    return { data: {} }
  },
  large: async () => ({ data: { text: LARGE } }),
})

const base = await startTestApp()
const app = await buildApp(base.services, { routes })
const port = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port)
const sockets: Socket[] = []
const client = async () => {
  const socket = await opened(port)
  sockets.push(socket)
  return socket
}

afterEach(() => {
  for (const release of begun) release()
  for (const socket of sockets) socket.destroy()
  begun = []
  written = []
})
afterAll(async () => {
  await app.close()
  await base.stop()
})

const HOLD = 'GET /held/hold HTTP/1.1\r\nHost: x\r\n\r\n'
const write = (text: string, headers = '') => {
  const body = JSON.stringify({ text })
  return `POST /held/write HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n${headers}\r\n${body}`
}
const statuses = (answers: string) => [...answers.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status))
const heldBack = async (count: number) => {
  await expect.poll(() => begun.length, { interval: 5 }).toBe(count)
}

test('of what one connection asks for at once, the next is begun when the one before it has been answered', async () => {
  const socket = await client()
  const answers = answerOf(socket)
  socket.write(HOLD.repeat(3) + write('last', 'Connection: close\r\n'))
  for (let no = 0; no < 3; no++) {
    await heldBack(no + 1)
    // Another connection is served meanwhile, and this one had its turn.
    const other = await client()
    other.write(write(`beside ${no}`, 'Connection: close\r\n'))
    expect(statuses(await answerOf(other))).toEqual([200])
    expect(begun).toHaveLength(no + 1)
    begun[no]?.()
  }

  expect([...(await answers).matchAll(/"no":(\d)/g)].map(([, no]) => no)).toEqual(['0', '1', '2'])
  expect(written).toEqual(['beside 0', 'beside 1', 'beside 2', 'last'])
})

test('however much a connection asks for at once, nothing of it is done before its turn', async () => {
  const socket = await client()
  const answers = answerOf(socket)
  socket.write(HOLD + write('behind').repeat(900) + write('last', 'Connection: close\r\n'))
  await heldBack(1)
  const other = await client()
  other.write(write('beside', 'Connection: close\r\n'))
  await answerOf(other)
  const before = [...written]
  begun[0]?.()

  expect(statuses(await answers)).toEqual(Array(902).fill(200))
  expect(before).toEqual(['beside'])
  expect(written).toEqual(['beside', ...Array(900).fill('behind'), 'last'])
})

const BLANK_LINES = '{\r\n\r\n\r\n"text":\r\n\r\n'
const BODY = `${BLANK_LINES}"known length"}`
const HEAD = 'POST /held/write HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n'
const MIXED = [
  write('plain'),
  `${HEAD}Content-Length: ${BODY.length}\r\n\r\n${BODY}`,
  `${HEAD}Transfer-Encoding: chunked\r\n\r\n${BLANK_LINES.length.toString(16)}\r\n${BLANK_LINES}\r\na\r\n"in parts"\r\n1\r\n}\r\n0\r\n\r\n`,
  `${HEAD}Transfer-Encoding: chunked\r\n\r\n${BODY.length.toString(16)}\r\n${BODY}\r\n0\r\nX-Last: 1\r\n\r\n`,
  'GET /nowhere HTTP/1.1\r\nHost: x\r\n\r\n',
  `${HEAD}Content-Length: 0\r\n\r\n`,
  write('last', 'Connection: close\r\n'),
].join('')

test.each([1, 2, 3, 5, 8, 13, 144, 10_000])('requests that arrive %i bytes at a time are told apart', async (size) => {
  const socket = (await client()).setNoDelay(true)
  const answers = answerOf(socket)
  for (let from = 0; from < MIXED.length; from += size) {
    socket.write(MIXED.slice(from, from + size))
    await turn()
  }

  expect(statuses(await answers)).toEqual([200, 200, 200, 200, 404, 400, 200])
  expect(written).toEqual(['plain', 'known length', 'in parts', 'known length', 'last'])
})

test('who does not read its answer has nothing more begun', async () => {
  const socket = await client()
  socket.pause()
  socket.write(`GET /held/large HTTP/1.1\r\nHost: x\r\n\r\n${write('behind', 'Connection: close\r\n')}`)
  const other = await client()
  other.write(write('beside', 'Connection: close\r\n'))
  await answerOf(other)
  const unread = [...written]
  const answers = await answerOf(socket.resume())

  expect(unread).toEqual(['beside'])
  expect(statuses(answers)).toEqual([200, 200])
  expect(written).toEqual(['beside', 'behind'])
})

test('a client that asks first is told to go on when it is its turn', async () => {
  const socket = await client()
  const answers = answerOf(socket)
  const [head, body] = write('asked', 'Expect: 100-continue\r\nConnection: close\r\n').split('\r\n\r\n')
  socket.write(`${HOLD}${head}\r\n\r\n`)
  await heldBack(1)
  begun[0]?.()
  await once(socket, 'data')
  socket.write(body ?? '')

  expect(statuses(await answers)).toEqual([200, 100, 200])
  expect(written).toEqual(['asked'])
})

test('what is no request is refused after what came before it has been answered', async () => {
  const socket = await client()
  const answers = answerOf(socket)
  socket.write(`${HOLD}${write('before')}GARBAGE\r\n\r\n`)
  await heldBack(1)
  begun[0]?.()

  expect(statuses(await answers)).toEqual([200, 200, 400])
  expect(written).toEqual(['before'])
})

test('an answer that closes its connection is whole, whatever the client sends behind it', async () => {
  const socket = connect({ port, host: '127.0.0.1' })
  sockets.push(socket)
  socket.pause()
  socket.write(`GET /held/large HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n${write('behind').repeat(2_000)}`)
  const answer = await answerOf(socket.resume())

  expect(answer.length).toBeGreaterThan(LARGE.length)
  expect(statuses(answer)).toEqual([200])
  expect(written).toEqual([])
})

const TWICE = 'Host: x\r\nHost: y\r\n'
test.each([
  ['a call', 'POST /held/write', TWICE],
  ['a page', 'GET /', `${TWICE}Accept: text/html\r\n`],
  ['a file of the web app', 'GET /assets/x.js', TWICE],
  ['the description of the calls', 'GET /docs/json', TWICE],
  ['health', 'GET /health/ready', TWICE],
  ['nothing', 'GET /nowhere', TWICE],
  ['a call, which says the same twice', 'GET /held/large', 'Host: x\r\nhost: x\r\n'],
  ['a call, which says none', 'GET /held/large', ''],
])('a request for %s with any number of Host headers but one is refused in a sentence', async (_, line, headers) => {
  const socket = await client()
  socket.write(`${line} HTTP/1.1\r\n${headers}\r\n`)
  const answer = await answerOf(socket)

  expect(answer).toMatch(/^HTTP\/1\.1 400/)
  expect(answer).toMatch(/^connection: close/im)
  expect(answer).toContain('The request must have one Host header, and no more than one.')
})
