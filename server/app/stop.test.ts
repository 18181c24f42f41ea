import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { buildApp } from './build-app.ts'
import { drain } from './stop.ts'
import { startTestApp } from '#server/test/app.ts'

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
  const base = await startTestApp()
  const app = await buildApp(base.services)
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const sent = new Int32Array(new SharedArrayBuffer(4))

  const drained = drain(app)
  const client = new Worker(CLIENT, { eval: true, workerData: { port, sent } })
  const answer = once(client, 'message')
  // Nothing else happens here until the request is on its way and the time of notice is over.
  Atomics.wait(sent, 0, 0)
  Atomics.wait(sent, 0, 1, 1_000)

  expect(String((await answer)[0]).split('\r\n', 1)).toEqual(['HTTP/1.1 503 Service Unavailable'])
  await Promise.all([drained, once(client, 'exit')])
  await base.stop()
})
