import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { howMany } from '../../../scripts/scope.mjs'
import { startTestApp } from '../app.ts'
import { competitorsOf } from '../competitors.ts'
import { figure } from '../figures.ts'
import { freeWork, nodesOn } from '../program.ts'

const KILLS = howMany(3, 24)
const FEEDS = 2
const BEFORE = 3
/** Between the answer of a site and what is stored of it, in its transaction, and when it is there. */
const POINTS = ['feed-polls.fetched', 'feed-polls.stored', 'write.after_commit']

/** How many posts each feed has by now. */
let posts = BEFORE
const site = createServer((request, response) => {
  const [, feed = ''] = (request.url ?? '').split('/')
  const items = Array.from({ length: posts }, (_, at) => {
    const post = `${feed} ${posts - at}`
    return `<item><title>Post ${post}</title><link>http://rival.example/${feed}/${posts - at}</link><guid isPermaLink="false">${post}</guid></item>`
  })
  response.writeHead(200, { 'content-type': 'application/rss+xml' })
  response.end(`<rss version="2.0"><channel><title>${feed}</title>${items.join('')}</channel></rss>`)
})
await new Promise<void>((listening) => site.listen(0, '127.0.0.1', listening))
const address = `127.0.0.1:${(site.address() as AddressInfo).port}`

const SETTINGS = {
  LEADROOM_SECRET: randomBytes(32).toString('base64url'),
  LOG_LEVEL: 'silent',
  LEADROOM_FETCH_ALSO: address,
}
const app = await startTestApp(SETTINGS)
const nodes = nodesOn(app.database, SETTINGS)
afterAll(async () => {
  nodes.kill()
  site.close()
  site.closeAllConnections()
  await app.stop()
})

test('O19: a server is killed while it reads feeds, again and again: each post is there once, and none is missing', async () => {
  const { competitor, feed, editor, posts: stored } = competitorsOf(app)
  const ada = await editor()
  const rival = await competitor(ada)
  for (let at = 0; at < FEEDS; at++) await feed(ada, rival, `http://${address}/feed${at}`, { full_text: 'off' })
  const due = async () => {
    await app.sql(ada.companyId, `update feed_states set next_at = now() - interval '1 second' where company_id = $1`, [
      ada.companyId,
    ])
    await app.sql(ada.companyId, `select mark_due('feeds')`)
    await freeWork(app.owner)
  }

  let killed = 0
  for (let kill = 0; kill < KILLS; kill++) {
    posts += 1
    await due()
    const point = POINTS[kill % POINTS.length]
    const program = await nodes.start(`${point}:${point === 'write.after_commit' ? 10 + kill : 1 + (kill % FEEDS)}`)
    if (program && (await program.ended).signal === 'SIGKILL') killed += 1
  }
  posts += 1
  await due()
  const last = await nodes.start()
  await expect.poll(async () => (await stored(ada)).length, { timeout: 120_000 }).toBe(FEEDS * posts)
  last?.kill('SIGTERM')
  await last?.ended

  const titles = (await stored(ada)).map(({ title }) => title)
  expect(new Set(titles).size).toBe(titles.length)
  expect(killed).toBeGreaterThan(KILLS / 2)
  figure(`O19: ${killed} kills among ${FEEDS} feeds: ${titles.length} posts, none doubled, none lost`)
})
