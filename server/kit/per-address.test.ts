import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { startTestApp } from '#server/test/app.ts'
import { opened } from '#server/test/stopping.ts'
import { capConnections } from './per-address.ts'

const listening = async (...spares: Parameters<typeof capConnections>[2][]) => {
  const server = createServer((_, answer) => answer.end('served'))
  capConnections(server, 3, ...spares)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { server, port: (server.address() as AddressInfo).port }
}
const isServed = async (socket: Socket) => {
  socket.on('error', () => undefined)
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  return Promise.race([once(socket, 'data').then(() => true), once(socket, 'close').then(() => false)])
}

test('an address has so many connections at once and no more, and another one when one of them is closed', async () => {
  const { server, port } = await listening(() => false)
  const sockets: Socket[] = []
  const one = async () => {
    const socket = await opened(port)
    sockets.push(socket)
    return isServed(socket)
  }
  const served = [await one(), await one(), await one(), await one()]
  const [first] = sockets
  first?.destroy()
  await expect.poll(one, { interval: 20 }).toBe(true)
  server.closeAllConnections()
  server.close()

  expect(served).toEqual([true, true, true, false])
})

test('what runs on this machine is spared, as a proxy may', async () => {
  const { server, port } = await listening()
  const sockets = await Promise.all(Array.from({ length: 20 }, () => opened(port)))
  const served = await Promise.all(sockets.map(isServed))
  server.closeAllConnections()
  server.close()

  expect(served).toEqual(Array(20).fill(true))
})

const base = await startTestApp({ TRUST_PROXY: '1', CONNECTIONS_PER_ADDRESS: '2' })
afterAll(() => base.stop())

test('behind a proxy an address has so many requests under way and no more, and its neighbours go on', async () => {
  const ada = await base.signIn()
  const address = await base.app.listen({ host: '127.0.0.1', port: 0 })
  const stops: AbortController[] = []
  const ask = async (path: string, from: string) => {
    const stop = new AbortController()
    stops.push(stop)
    const headers = { authorization: `Bearer ${ada.token}`, 'x-forwarded-for': from }
    return fetch(`${address}${path}`, { headers, signal: stop.signal })
  }
  const streams = [await ask('/marketing/live', '192.0.2.7'), await ask('/marketing/live', '192.0.2.7')]
  const refused = await ask('/marketing/live', '192.0.2.7')
  const neighbour = await ask('/health/live', '192.0.2.8')
  for (const stop of stops) stop.abort()
  await expect.poll(async () => (await ask('/health/live', '192.0.2.7')).status, { interval: 20 }).toBe(200)
  // What has been answered holds nothing.
  const after: number[] = []
  for (let times = 0; times < 5; times++) after.push((await ask('/health/live', '192.0.2.7')).status)

  expect(streams.map(({ status }) => status)).toEqual([200, 200])
  expect([refused.status, neighbour.status]).toEqual([429, 200])
  expect(after).toEqual(Array(5).fill(200))
})
