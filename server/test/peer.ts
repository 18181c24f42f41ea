import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface PeerCallSeen {
  url: string
  body: any
  headers: IncomingMessage['headers']
}
type Answer = object | string | ((response: ServerResponse) => void)

/** A foreign service on this machine: answers by path, and remembers what it was asked. */
export const startPeer = async (answers: Record<string, (call: PeerCallSeen) => Answer | undefined>) => {
  const seen: PeerCallSeen[] = []
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const part of request) text += part
    const url = request.url ?? ''
    const call = { url, body: text ? JSON.parse(text) : undefined, headers: request.headers }
    seen.push(call)
    const answer = answers[url.split('?')[0]!]?.(call)
    if (typeof answer === 'function') return answer(response)
    response.statusCode = answer === undefined ? 401 : 200
    response.setHeader('content-type', typeof answer === 'string' ? 'text/html' : 'application/json')
    response.end(typeof answer === 'string' ? answer : JSON.stringify(answer ?? { message: 'no' }))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    async stop() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}
