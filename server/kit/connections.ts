import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
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
  /** How many may wait on a connection behind the one that is being answered. */
  waiting: 16,
  /** For what a client still sends after the last answer. */
  lingering: 2_000,
} as const

interface Connection {
  socket: Socket
  /** The answer that is under way, until its last byte has been handed over. */
  answer: ServerResponse | undefined
  /** The requests behind it, of which nothing has been begun. */
  waiting: Turn[]
  /** How many have been begun. */
  begun: number
  /** How many bytes had been read when the last answer was over: more are the beginning of a request. */
  read: number
  /** Says what came after the requests and was none. */
  refuse: (() => void) | undefined
  /** Closed by an answer: what still comes is read and dropped. */
  over: boolean
}

interface Turn {
  request: IncomingMessage
  answer: ServerResponse
  begin: RequestListener
}

type Refuse = (error: Error & { code?: string }, socket: Socket) => void

/**
 * The connections of a server, each of which is answered one request after the other: the next is begun when the last byte
 * of the answer before it has been handed over. So a client that does not read has one answer and no work under way,
 * and what stands behind an answer that closes the connection is never begun.
 */
export const openConnections = () => {
  const open = new Map<Socket, Connection>()
  let closing = false

  const begin = (connection: Connection, { request, answer, begin: handle }: Turn) => {
    connection.answer = answer
    connection.begun += 1
    if (connection.begun >= CONNECTION_LIMITS.requests) answer.shouldKeepAlive = false
    answer.once('finish', () => goOn(connection))
    handle(request, answer)
  }

  const goOn = (connection: Connection) => {
    const { socket, waiting } = connection
    connection.answer = undefined
    connection.read = socket.bytesRead
    if (socket.writableEnded) {
      connection.over = true
      return (waiting.length > 0 || connection.refuse) && readOut(socket)
    }
    const next = waiting.shift()
    if (waiting.length === 0) socket.resume()
    if (next) begin(connection, next)
    else if (connection.refuse) connection.refuse()
    else if (closing) socket.destroySoon()
  }

  const inTurn =
    (handle: RequestListener): RequestListener =>
    (request, answer) => {
      const { socket } = request
      const connection = open.get(socket)
      // What is left of the bytes that came with one request too many.
      if (!connection || socket.destroyed) return
      const turn = { request, answer, begin: handle }
      if (!connection.answer && !socket.writableEnded) return begin(connection, turn)
      if (connection.waiting.length >= CONNECTION_LIMITS.waiting) return void socket.destroy()
      connection.waiting.push(turn)
      if (!socket.writableEnded) socket.pause()
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
        // Node would answer such a request before its turn; limits.ts refuses it.
        requireHostHeader: false,
      })
      server.setTimeout(CONNECTION_LIMITS.silence)
      server.maxConnections = CONNECTION_LIMITS.connections
      server.on('connection', (socket: Socket) => {
        open.set(socket, { socket, answer: undefined, waiting: [], begun: 0, read: 0, refuse: undefined, over: false })
        socket.once('close', () => open.delete(socket))
      })
      server.on('request', inTurn(handle))
      server.on('checkContinue', inTurn(invite(handle)))
      server.on('checkExpectation', inTurn(refuseExpectation))
      // Node's own takes a connection for idle while its answer is on the way.
      server.closeIdleConnections = closeIdle
      return server
    },

    /** Refuses what is no request after what came before it has been answered. */
    refusing:
      (refuse: Refuse): Refuse =>
      (error, socket) => {
        const connection = open.get(socket)
        if (connection?.over) return
        const answer = connection?.answer
        // Whoever waits for the rest of this very request has nothing else to say.
        const concerned = answer && !answer.req.complete && !answer.headersSent
        if (!connection || !answer || concerned || !socket.writable) return refuse(error, socket)
        connection.refuse ??= () => refuse(error, socket)
        socket.pause()
      },
  }
}
export type Connections = ReturnType<typeof openConnections>

const isIdle = ({ socket, answer, waiting, read }: Connection) =>
  !answer && waiting.length === 0 && socket.bytesRead === read

/** Takes what the client still sends: closed with something unread, a connection takes back what is on its way to the client. */
const readOut = (socket: Socket) => {
  socket.off('finish', socket.destroy)
  socket.resume()
  const over = setTimeout(() => socket.destroy(), CONNECTION_LIMITS.lingering)
  socket.once('close', () => clearTimeout(over))
}

/** Whoever asks before sending its body is told to go on when it is its turn. */
const invite =
  (handle: RequestListener): RequestListener =>
  (request, answer) => {
    answer.writeContinue()
    handle(request, answer)
  }

const refuseExpectation: RequestListener = (_request, answer) => {
  answer.writeHead(417, { connection: 'close' }).end()
}
