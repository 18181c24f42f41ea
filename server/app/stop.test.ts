import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { Worker } from 'node:worker_threads'
import { Type } from 'typebox'
import { afterAll, expect, test } from 'vitest'
import { buildApp } from './build-app.ts'
import { drain } from './stop.ts'
import { get, One, post } from '#contract/kit/endpoint.ts'
import { NO_HISTORY } from '#contract/kit/history.ts'
import { openRoutesOf } from '#server/kit/implement.ts'
import { startTestApp } from '#server/test/app.ts'
import { answerOf, opened } from '#server/test/stopping.ts'

const open = { permission: 'public', summary: 'x', failure: 'x' } as const
const calls = {
  large: get('/stop/large', { ...open, reply: One(Type.Object({ text: Type.String() })) }),
  lasting: get('/stop/lasting', { ...open, reply: One(Type.Object({})) }),
  write: post('/stop/write', {
    ...open,
    did: NO_HISTORY,
    body: Type.Object({ text: Type.String() }),
    reply: One(Type.Object({})),
  }),
}
const LARGE = 'x'.repeat(32 * 1024 * 1024)
const written: string[] = []
const lasting = new Readable({ read: () => undefined })
const routes = openRoutesOf('stop', calls, {
  large: async () => ({ data: { text: LARGE } }),
  lasting: async ({ reply }) => reply.send(lasting),
  write: async ({ body }) => {
    written.push(body.text)
    return { data: {} }
  },
})

const base = await startTestApp()
afterAll(() => base.stop())

const listening = async () => {
  const app = await buildApp(base.services, { routes })
  await app.listen({ host: '127.0.0.1', port: 0 })
  return { app, port: (app.server.address() as AddressInfo).port }
}
const asked = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`
const write = (text: string) => {
  const body = JSON.stringify({ text })
  return `POST /stop/write HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
}
const deaf = async (app: Awaited<ReturnType<typeof buildApp>>) => {
  await expect.poll(() => app.server.listening, { interval: 5 }).toBe(false)
}

/** A client in a thread of its own: it says when its request is on the way, and then what was answered. */
const CLIENT = `
  const { connect } = require('node:net')
  const { workerData: { port, sent }, parentPort } = require('node:worker_threads')
  let answer = ''
  const socket = connect(port, '127.0.0.1')
  const tell = () => parentPort.postMessage(answer)
  socket.on('data', (chunk) => (answer += chunk)).on('error', ({ code }) => (answer += code)).on('close', tell)
  socket.on('connect', () => socket.write('GET /health/ready HTTP/1.1\\r\\nHost: x\\r\\n\\r\\n', () => {
    Atomics.store(sent, 0, 1)
    Atomics.notify(sent, 0)
  }))
`

test('what has arrived while the process was busy is answered, though it is to stop', async () => {
  const { app, port } = await listening()
  const sent = new Int32Array(new SharedArrayBuffer(4))

  const drained = drain(app)
  const client = new Worker(CLIENT, { eval: true, workerData: { port, sent } })
  // Both at once: a thread that has ended hands over its last message and its end in the same turn.
  const [answer, exit] = [once(client, 'message'), once(client, 'exit')]
  // Nothing else happens here until the request is on its way and the time of notice is over.
  Atomics.wait(sent, 0, 0)
  Atomics.wait(sent, 0, 1, 1_000)

  expect(String((await answer)[0]).split('\r\n', 1)).toEqual(['HTTP/1.1 503 Service Unavailable'])
  await Promise.all([drained, exit])
})

test('who is still receiving an answer when the server stops gets all of it', async () => {
  const { app, port } = await listening()
  const socket = await opened(port)
  socket.pause()
  // All of it is written, and most of it waits for the reader.
  const written = new Promise((resolve) => app.server.once('request', (_, answer) => answer.once('prefinish', resolve)))
  socket.write(asked('/stop/large'))
  await written
  const drained = drain(app)
  await deaf(app)
  const answer = await answerOf(socket.resume())
  await drained

  expect(answer.length).toBeGreaterThan(LARGE.length)
})

test('a write behind the answer that ends its connection is not done when the server stops', async () => {
  const { app, port } = await listening()
  const socket = await opened(port)
  const drained = drain(app)
  socket.write(write('answered') + write('behind'))
  const answers = await answerOf(socket)
  await drained

  expect(answers.match(/HTTP\/1\.1 200/g)).toHaveLength(1)
  expect(answers).toMatch(/^connection: close/im)
  expect(written).toEqual(['answered'])
})

test('a connection whose answer had begun before the server stops is closed when it ends', async () => {
  const { app, port } = await listening()
  const socket = await opened(port)
  const answer = answerOf(socket)
  socket.write(asked('/stop/lasting'))
  lasting.push('begun')
  await once(socket, 'data')
  const drained = drain(app)
  await deaf(app)
  const ended = performance.now()
  lasting.push(null)
  await drained

  expect(await answer).toMatch(/^HTTP\/1\.1 200[^]*begun/)
  // Long before what is left is cut off.
  expect(performance.now() - ended).toBeLessThan(5_000)
})
