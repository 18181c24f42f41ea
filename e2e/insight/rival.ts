import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test as base } from '../fixtures.ts'
import { startCopy } from '../server.ts'

interface RivalPost {
  title: string
  /** As the feed says it: HTML, in CDATA. */
  html: string
  link?: string
  author?: string
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** A competitor's site on this machine: a page that names its feed, and the feed. */
const startRival = async () => {
  const posts: RivalPost[] = []
  const asked: string[] = []
  const server = createServer(({ url = '' }, response) => {
    asked.push(url)
    const { port } = server.address() as AddressInfo
    const site = `http://127.0.0.1:${port}`
    if (url === '/') {
      response.setHeader('content-type', 'text/html')
      return void response.end(
        `<!doctype html><title>Rival Valves</title><link rel="alternate" type="application/rss+xml" title="Rival Valves: news" href="/feed.xml">`,
      )
    }
    if (url !== '/feed.xml') return void response.writeHead(404).end('no such page')
    response.setHeader('content-type', 'application/rss+xml')
    const items = posts.map(
      ({ title, html, link, author }, at) => `<item><title>${escaped(title)}</title>
        <link>${escaped(link ?? `${site}/posts/${at}`)}</link><guid isPermaLink="false">rival-${at}</guid>
        <author>${escaped(author ?? 'Rita Vale')}</author>
        <pubDate>${new Date(Date.now() - (at + 1) * 3_600_000).toUTCString()}</pubDate>
        <description><![CDATA[${html}]]></description></item>`,
    )
    return void response.end(
      `<?xml version="1.0"?><rss version="2.0"><channel><title>Rival Valves: news</title><link>${site}/</link>
        <description>News</description>${items.join('')}</channel></rss>`,
    )
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  return {
    host: `127.0.0.1:${port}`,
    url: `http://127.0.0.1:${port}`,
    posts,
    asked,
    async stop() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}
export type Rival = Awaited<ReturnType<typeof startRival>>

/** Its server may reach the site of a rival, which is on this machine. */
export const withRival = base.extend<{ rival: Rival }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern what a fixture wants.
  rival: async ({}, use) => {
    const rival = await startRival()
    await use(rival)
    await rival.stop()
  },
  server: [
    async ({ rival }, use) => {
      const server = await startCopy(process.env['E2E_DEMO'] ?? '', { LEADROOM_FETCH_ALSO: rival.host })
      await use(server.url)
      await server.stop()
    },
    { scope: 'test', timeout: 300_000 },
  ],
})
