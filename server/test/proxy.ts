import { mkdtemp, rm } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'

/** What goes wrong on the way; counted in bytes from the moment it is set, over all connections. */
export interface Trouble {
  direction: 'to server' | 'to client'
  /** After so many bytes: both ends are cut off, or nothing more comes through and nobody is told. */
  after: number
  how: 'cut' | 'silence'
}

/**
 * Stands between the application and PostgreSQL on a socket of its own and passes bytes on, until told otherwise.
 * `delay` holds every piece back; `bytesPerSecond` lets them through slowly.
 */
export const startProxy = async (serverUrl: string) => {
  const folder = await mkdtemp('/tmp/leadroom-proxy-')
  const target = join(new URL(serverUrl.replace('@/', '@socket/')).searchParams.get('host') ?? '', '.s.PGSQL.5432')
  const pairs = new Set<{ client: Socket; server: Socket }>()
  let trouble: Trouble | undefined
  let passed = 0
  let happened = false
  const slowness = { delay: 0, bytesPerSecond: Infinity }

  const cutAll = () => {
    for (const { client, server } of pairs) {
      client.destroy()
      server.destroy()
    }
    pairs.clear()
  }

  const pass = (direction: Trouble['direction'], to: Socket, chunk: Buffer) => {
    if (trouble?.direction !== direction) return void to.write(chunk)
    const left = trouble.after - passed
    passed += chunk.length
    if (chunk.length < left) return void to.write(chunk)
    happened = true
    if (left > 0) to.write(chunk.subarray(0, left))
    // What was let through has to arrive before the line goes dead.
    if (trouble.how === 'cut') setTimeout(cutAll, 2)
  }

  const pump = (direction: Trouble['direction'], from: Socket, to: Socket) => {
    let queue = Promise.resolve()
    from.on('data', (chunk: Buffer) => {
      const wait =
        slowness.delay +
        (Number.isFinite(slowness.bytesPerSecond) ? (chunk.length / slowness.bytesPerSecond) * 1000 : 0)
      if (wait === 0) return pass(direction, to, chunk)
      queue = queue.then(() => new Promise((done) => setTimeout(done, wait))).then(() => pass(direction, to, chunk))
    })
    from.on('error', () => to.destroy())
    from.on('close', () => to.destroy())
  }

  const listener = createServer((client) => {
    const server = connect(target)
    const pair = { client, server }
    pairs.add(pair)
    pump('to server', client, server)
    pump('to client', server, client)
    client.on('close', () => pairs.delete(pair))
  })
  await new Promise<void>((done) => void listener.listen(join(folder, '.s.PGSQL.5432'), done))

  return {
    slowness,
    /** The same database through here. */
    url: (original: string) => original.replace(/host=[^&]*/, `host=${encodeURIComponent(folder)}`),
    /** Sets what goes wrong from now on; nothing when undefined. */
    set(next: Trouble | undefined) {
      trouble = next
      passed = 0
      happened = false
    },
    /** How many bytes went that way since `set`. */
    get passed() {
      return passed
    },
    /** Whether it came to that. */
    get happened() {
      return happened
    },
    cutAll,
    async stop() {
      cutAll()
      await new Promise((done) => void listener.close(done))
      await rm(folder, { recursive: true, force: true })
    },
  }
}
export type Proxy = Awaited<ReturnType<typeof startProxy>>
