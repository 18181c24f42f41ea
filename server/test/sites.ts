import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import type { Dial, Resolve } from '#server/outside/checked-connection.ts'

/** A text of some kind, or what the test does with the answer. */
export type Page =
  | string
  | { status?: number; type?: string; headers?: Record<string, string>; body?: string | Uint8Array }
  | ((request: IncomingMessage, response: ServerResponse) => void)
export type Site = Record<string, Page>

/**
 * Websites with names and public addresses, all of them on this machine: names resolve to the addresses, and whoever dials one comes here.
 * Pass `ways` to the test app, or to `openFetchPublic`.
 */
export const startSites = async (sites: Record<string, Site>) => {
  const asked: { url: string; headers: IncomingMessage['headers'] }[] = []
  const server = createServer((request, response) => {
    const { host = '' } = request.headers
    const path = request.url ?? ''
    asked.push({ url: `${host}${path}`, headers: request.headers })
    const site = sites[host]
    answer(site?.[path] ?? site?.[path.split('?')[0]!] ?? { status: 404, body: 'no such page' }, request, response)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo

  const resolve: Resolve = async (name) => {
    if (Object.hasOwn(sites, name)) return [addressOf(name)]
    throw Object.assign(new Error(name), { code: 'ENOTFOUND' })
  }
  const dial: Dial = ([first = '']) => {
    const socket = connect({ host: '127.0.0.1', port })
    return { socket, reached: () => first }
  }
  return {
    /** May be added to and changed while it runs. */
    sites,
    asked,
    port,
    ways: { resolve, dial },
    async stop() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

/** A public address of its own for each name. */
export const addressOf = (name: string) => {
  const [one = 0, two = 0] = createHash('sha256').update(name).digest()
  return `93.184.${one}.${two}`
}

const answer = (page: Page, request: IncomingMessage, response: ServerResponse) => {
  if (typeof page === 'function') return page(request, response)
  const { status = 200, type, headers = {}, body = '' } = typeof page === 'string' ? { body: page } : page
  response.writeHead(status, { 'content-type': type ?? kindOf(body), ...headers })
  response.end(body)
}

const kindOf = (body: string | Uint8Array) => {
  if (typeof body !== 'string') return 'application/xml'
  if (/^\s*(?:<\?xml|<rss|<feed)/.test(body)) return 'application/xml'
  if (body.trimStart().startsWith('<')) return 'text/html; charset=utf-8'
  return 'text/plain'
}
