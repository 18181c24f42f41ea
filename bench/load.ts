import { fork } from 'node:child_process'
import { connect, type Socket } from 'node:net'
import { once } from 'node:events'

export interface Load {
  port: number
  connections: number
  seconds: number
  method: 'GET' | 'POST'
  path: string
  /** What each connection adds to the path, in turn. */
  apart?: readonly string[]
  headers: Readonly<Record<string, string>>
  /** `{n}` in it and in the headers is another number each time. */
  body?: string
}

export interface Served {
  /** Answered with 2xx or 304, in a second. */
  perSecond: number
  /** Answered with anything else, in all. */
  refused: number
  medianMs: number
  p95Ms: number
  p99Ms: number
  slowestMs: number
}

/** Puts the load on from a process of its own, so that making requests and answering them do not share a thread. */
export const measure = async (load: Load): Promise<Served> => {
  const child = fork(import.meta.filename, { execArgv: [] })
  child.send(load)
  const [message]: { served?: Served; error?: string }[] = await once(child, 'message')
  child.disconnect()
  if (!message?.served) throw new Error(message?.error ?? 'The load generator said nothing')
  return message.served
}

let numbers = 0

/** One connection: the next request leaves when the answer to the last one is there. */
const oneAfterTheOther = async (load: Load, until: number, took: number[]): Promise<number> => {
  let socket: Socket | undefined
  let refused = 0
  while (performance.now() < until) {
    if (!socket || socket.destroyed || !socket.writable) {
      socket = connect(load.port, '127.0.0.1').setNoDelay(true)
      await once(socket, 'connect')
    }
    const start = performance.now()
    const answer = await ask(socket, requestText(load))
    if (answer.ok) took.push(performance.now() - start)
    else refused += 1
    if (answer.last) socket.destroy()
  }
  socket?.destroy()
  return refused
}

const requestText = ({ method, path, headers, body = '' }: Load) => {
  const numbered = (text: string) => text.replaceAll('{n}', String(process.pid * 1_000_000 + numbers))
  numbers += 1
  const spread = `10.${(numbers >> 16) & 255}.${(numbers >> 8) & 255}.${numbers & 255}`
  const content = numbered(body)
  const lines = [
    `${method} ${path} HTTP/1.1`,
    'host: 127.0.0.1',
    `x-forwarded-for: ${spread}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(content ? ['content-type: application/json', `content-length: ${Buffer.byteLength(content)}`] : []),
  ]
  return `${lines.join('\r\n')}\r\n\r\n${content}`
}

const ask = (socket: Socket, request: string) =>
  new Promise<{ ok: boolean; last: boolean }>((resolve, reject) => {
    const chunks: Buffer[] = []
    let length = 0
    let whole = Infinity
    let head = ''
    const done = (result: { ok: boolean; last: boolean }) => {
      socket.off('data', onData)
      socket.off('error', reject)
      socket.off('close', onClose)
      resolve(result)
    }
    const onClose = () => done({ ok: false, last: true })
    const onData = (chunk: Buffer) => {
      chunks.push(chunk)
      length += chunk.length
      if (whole === Infinity) {
        const start = Buffer.concat(chunks).toString('latin1')
        const end = start.indexOf('\r\n\r\n')
        if (end < 0) return
        head = start.slice(0, end)
        whole = end + 4 + Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0)
      }
      if (length >= whole) done({ ok: /^HTTP\/1.1 (?:2|304)/.test(head), last: /connection: close/i.test(head) })
    }
    socket.on('data', onData).on('error', reject).on('close', onClose)
    socket.write(request)
  })

const ofConnection = (load: Load, at: number): Load => {
  const { path, apart = [''] } = load
  return { ...load, path: `${path}${apart[at % apart.length]}` }
}

const run = async (load: Load): Promise<Served> => {
  const took: number[] = []
  const start = performance.now()
  const until = start + load.seconds * 1000
  const refused = await Promise.all(
    Array.from({ length: load.connections }, (_, at) => oneAfterTheOther(ofConnection(load, at), until, took)),
  )
  const seconds = (performance.now() - start) / 1000
  took.sort((one, other) => one - other)
  return {
    perSecond: took.length / seconds,
    refused: refused.reduce((sum, count) => sum + count, 0),
    medianMs: took[took.length >> 1] ?? 0,
    p95Ms: took[Math.floor(took.length * 0.95)] ?? 0,
    p99Ms: took[Math.floor(took.length * 0.99)] ?? 0,
    slowestMs: took.at(-1) ?? 0,
  }
}

if (import.meta.main)
  process.once('message', (load: Load) => {
    run(load).then(
      (served) => process.send?.({ served }),
      (error: unknown) => process.send?.({ error: String(error) }),
    )
  })
