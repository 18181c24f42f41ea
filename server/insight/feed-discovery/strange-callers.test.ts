import { connect, createServer, type AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { competitors } from '#contract/insight/competitors.ts'
import { AT_ONCE } from '#server/insight/feed-polls/claim.ts'
import { pollFeeds } from '#server/insight/feed-polls/poll.ts'
import type { Dial } from '#server/outside/checked-connection.ts'
import { startTestApp } from '#server/test/app.ts'
import { competitorsOf } from '#server/test/competitors.ts'
import { PRIVATE_ADDRESSES, WRONG_ADDRESSES } from '#server/test/strange-addresses.ts'
import { howMany } from '../../../scripts/scope.mjs'

/** Whatever is dialled leads here, where nobody must come. */
let connections = 0
const canary = createServer((socket) => {
  connections += 1
  socket.destroy()
})
await new Promise<void>((listening) => canary.listen(0, '127.0.0.1', listening))
const { port } = canary.address() as AddressInfo
const dialled: string[] = []
const dial: Dial = (addresses) => {
  dialled.push(...addresses)
  return { socket: connect({ host: '127.0.0.1', port }), reached: () => addresses[0] }
}
const app = await startTestApp({ LEADROOM_FETCH_ALSO: '10.99.0.0/16' }, undefined, {
  dial,
  resolve: async () => ['10.0.0.1'],
})
const { competitor, feed, editor, polls } = competitorsOf(app)
afterAll(async () => {
  await app.stop()
  canary.close()
})

const every = howMany(10, 1)
/** One has a name that may be stored, and leads nowhere public. */
const SOME = ['http://name.example/', ...[...PRIVATE_ADDRESSES, ...WRONG_ADDRESSES].filter((_, at) => at % every === 0)]

test('no call that takes an address connects to one that is not public, whatever it stores', async () => {
  const ada = await editor()
  const rival = await competitor(ada)
  const known = await feed(ada, rival, 'https://name.example/feed')
  const statuses = new Set<number>()
  const tried = async (method: string, path: string, body: object) =>
    statuses.add((await ada.send(method, path, body)).status)

  for (const url of SOME) {
    await tried('POST', competitors.discover.path, { url })
    await tried('POST', competitors.add.path, { name: url.slice(0, 100), site: url, feeds: [{ url }] })
    await tried('POST', competitors.addFeed.path, { competitor_id: rival, url })
    await tried('PUT', competitors.updateFeed.path.replace(':id', String(known)), { url, version: 1 })
  }

  expect([dialled, connections]).toEqual([[], 0])
  // Taken, refused for its field, or known already.
  expect([...statuses].sort()).toEqual([200, 400, 409])
})

test('a feed that was stored before is not read either, and says why in words that name no address', async () => {
  const ada = await editor()
  const rival = await competitor(ada)
  const ids: number[] = []
  for (const url of SOME.filter((each) => URL.canParse(each) && each.length < 2_000))
    ids.push(await feed(ada, rival, url))

  const poll = pollFeeds({ fetchPublic: app.services.fetchPublic, apartMs: 0 })
  for (let read = 0; read < ids.length; read += AT_ONCE) await poll(app.services.tenants, ada.companyId)

  expect([dialled, connections]).toEqual([[], 0])
  const said = await polls(ada)
  expect(said.map(({ outcome }) => outcome)).toEqual(ids.map(() => 'failed'))
  expect(said.map(({ sentence }) => sentence).join(' ')).not.toMatch(/\d+\.\d+\.\d+/)
})

test('readiness shows the networks that the operator has opened', async () => {
  const { json } = await app.send('GET', '/health/ready')

  expect(json).toMatchObject({ status: 'ready', also_fetched: ['10.99.0.0/16'] })
})
