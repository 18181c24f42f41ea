import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Nothing protects until it is set: time-outs and sizes of the connection itself. */
export const CONNECTION_LIMITS = {
  /** Of all clients together. */
  connections: 4_000,
  /** For a request to arrive whole. */
  requestTimeout: 30_000,
  headersTimeout: 10_000,
  /** Without a byte in either direction; a stream of events says something more often than that. */
  silence: 60_000,
  keepAliveTimeout: 72_000,
  /** Node looks for slow senders only this often. */
  looksEvery: 2_000,
  headerBytes: 16 * 1024,
  /** How many requests one connection may make. */
  requests: 1_000,
  /** For what a client still sends after the last answer. */
  lingering: 2_000,
} as const

interface Connection {
  socket: Socket
  /** Has Node parse bytes. */
  parse: (bytes: Buffer<ArrayBuffer>) => void
  /** The answer that is under way, until its last byte has been handed over. */
  answer: ServerResponse | undefined
  /** How many bytes of the body are to come, where its length is known. */
  body: number
  /** How many bytes had been read when the last answer was over: more are the beginning of a request. */
  read: number
}

/**
 * The connections of a server, each of which is answered one request after the other: what stands behind a request is not even
 * looked at until the last byte of its answer has been handed over. So a client that sends much and reads nothing has one
 * answer and no work under way, and what stands behind an answer that closes the connection is never begun.
 */
export const openConnections = () => {
  const open = new Map<Socket, Connection>()
  let closing = false

  const take = (socket: Socket) => {
    const [parse] = socket.listeners('data')
    if (!parse) throw new Error('Node reads connections in another way')
    socket.removeAllListeners('data')
    const connection: Connection = { socket, parse: parse.bind(socket), answer: undefined, body: 0, read: 0 }
    open.set(socket, connection)
    socket.on('data', (bytes: Buffer<ArrayBuffer>) => readOn(connection, bytes))
    socket.once('close', () => open.delete(socket))
  }

  const follow =
    (handle: RequestListener): RequestListener =>
    (request, answer) => {
      const connection = open.get(request.socket)
      if (!connection) return
      connection.answer = answer
      connection.body = Number(request.headers['content-length'] ?? 0)
      answer.once('finish', () => goOn(connection))
      handle(request, answer)
    }

  const goOn = (connection: Connection) => {
    const { socket } = connection
    connection.answer = undefined
    connection.read = socket.bytesRead - socket.readableLength
    if (socket.writableEnded) dropRest(socket)
    else if (closing && isIdle(connection)) socket.destroySoon()
    else socket.resume()
  }

  const closeIdle = () => {
    closing = true
    for (const connection of open.values()) if (isIdle(connection)) connection.socket.destroy()
  }

  return {
    /** Each server that Fastify asks for, as it listens on several addresses for one name. */
    makeServer(handle: RequestListener): Server {
      const server = createServer({
        headersTimeout: CONNECTION_LIMITS.headersTimeout,
        requestTimeout: CONNECTION_LIMITS.requestTimeout,
        keepAliveTimeout: CONNECTION_LIMITS.keepAliveTimeout,
        connectionsCheckingInterval: CONNECTION_LIMITS.looksEvery,
        maxHeaderSize: CONNECTION_LIMITS.headerBytes,
        // limits.ts refuses it, in a sentence.
        requireHostHeader: false,
      })
      server.setTimeout(CONNECTION_LIMITS.silence)
      server.maxConnections = CONNECTION_LIMITS.connections
      server.maxRequestsPerSocket = CONNECTION_LIMITS.requests
      server.on('connection', take)
      server.on('request', follow(handle))
      server.on('checkExpectation', follow(refuseExpectation))
      // Node's own takes a connection for idle while its answer is on the way.
      server.closeIdleConnections = closeIdle
      return server
    },
  }
}

/** Has parsed what belongs to one request and puts the rest back until it is answered. */
const readOn = (connection: Connection, bytes: Buffer<ArrayBuffer>) => {
  const { socket } = connection
  for (let from = 0; from < bytes.length;) {
    if (socket.writableEnded) return
    if (!takesMore(connection)) {
      socket.pause()
      return socket.unshift(bytes.subarray(from))
    }
    const to = endOfPiece(connection, bytes, from)
    if (connection.body > 0) connection.body -= to - from
    connection.parse(bytes.subarray(from, to))
    from = to
  }
}

const takesMore = ({ socket, answer }: Connection) => !socket.isPaused() && (!answer || !answer.req.complete)

const END_OF_HEAD = '\r\n\r\n'
const NEW_LINE = 10

/** A body of known length, or all up to an empty line: the end of a head, or of a body in chunks. It may have begun in the bytes before. */
const endOfPiece = ({ body }: Connection, bytes: Buffer, from: number) => {
  if (body > 0) return Math.min(bytes.length, from + body)
  const line = bytes.indexOf(NEW_LINE, from)
  if (line !== -1 && line - from < END_OF_HEAD.length - 1) return line + 1
  const end = bytes.indexOf(END_OF_HEAD, from)
  return end === -1 ? bytes.length : end + END_OF_HEAD.length
}

const isIdle = ({ socket, answer, read }: Connection) => !answer && socket.bytesRead === read

/** Takes what the client still sends: closed with something unread, a connection takes back what is on its way to the client. */
const dropRest = (socket: Socket) => {
  if (!socket.isPaused()) return
  socket.off('finish', socket.destroy)
  socket.resume()
  const over = setTimeout(() => socket.destroy(), CONNECTION_LIMITS.lingering)
  socket.once('close', () => clearTimeout(over))
}

const refuseExpectation: RequestListener = (_request, answer) => {
  answer.writeHead(417, { connection: 'close' }).end()
}
