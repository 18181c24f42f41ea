import { monitorEventLoopDelay } from 'node:perf_hooks'
import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { wantsPage } from './static.ts'

/** All of it falls when the load does, so that whoever was refused is served again. */
export interface LoadLimits {
  /** How late the process may come to what is due, again and again, in milliseconds. */
  late: number
  /** How many requests may be worked on at once. */
  atWork: number
  /** What may be held in memory after garbage has been collected. */
  heldBytes: number
}
export const LOAD_LIMITS = { atWork: 1_000, heldBytes: 1024 ** 3 }

const LOOKS_EVERY_MS = 500
const COLLECTS_EVERY_MS = 3_000

/** Sheds load before everybody waits: what cannot be served soon is refused at once, with a time to come back. */
export const shedLoad = (app: FastifyInstance, limits: LoadLimits) => {
  const atWork = countWork(app)
  const loop = watchLoop(limits.late)
  const memory = watchMemory(limits.heldBytes)
  const look = () => {
    try {
      loop.look()
      memory.look()
    } catch (error) {
      app.log.warn({ err: error }, 'the load was not measured')
    }
  }
  let timer: NodeJS.Timeout | undefined
  // Only who listens has a load to shed; starting up is allowed to take its time.
  app.addHook('onListen', async () => {
    loop.begin()
    timer = setInterval(look, LOOKS_EVERY_MS).unref()
  })
  app.addHook('onClose', async () => {
    clearInterval(timer)
    loop.end()
  })

  app.decorate('isShedding', () => loop.isLate() || memory.isFull() || atWork() >= limits.atWork)
  app.addHook('onRequest', (request, _reply, done) => {
    if (app.isShedding() && !isAlwaysServed(request)) throw new Overloaded()
    done()
  })
}

/** The web app itself costs next to nothing, and a page that is refused a part of its code breaks. */
const isAlwaysServed = (request: FastifyRequest) => request.routeOptions.config.alwaysServed || wantsPage(request)

class Overloaded extends Error {
  readonly statusCode = 503
}

/** From when a request has arrived whole to when its answer is known: who is slow at sending or reading makes no work. */
const countWork = (app: FastifyInstance) => {
  const atWork = new Set<FastifyRequest>()
  app.addHook('preHandler', (request, _reply, done) => {
    if (!request.routeOptions.config.alwaysServed) atWork.add(request)
    done()
  })
  app.addHook('onSend', (request, _reply, _payload, done) => {
    atWork.delete(request)
    done()
  })
  return () => atWork.size
}

/** Whether the process keeps up: one long pause is no overload, being late again and again is. */
const watchLoop = (mostLate: number) => {
  const delays = monitorEventLoopDelay({ resolution: 10 })
  let late = 0
  return {
    begin: () => delays.enable(),
    end: () => delays.disable(),
    look() {
      late = delays.mean / 1e6 > mostLate ? late + 1 : 0
      delays.reset()
    },
    isLate: () => late >= 2,
  }
}

/** Whether more is held than should be. Garbage is no load, and nobody collects it while nothing happens: so we have it done. */
const watchMemory = (mostBytes: number) => {
  let full = false
  let collected = -COLLECTS_EVERY_MS
  return {
    look() {
      if (heldBytes() <= mostBytes) return (full = false)
      if (performance.now() - collected < COLLECTS_EVERY_MS) return full
      collectGarbage()
      collected = performance.now()
      return (full = heldBytes() > mostBytes)
    },
    isFull: () => full,
  }
}

/** Asks V8 alone: what the system says of the process never falls again, and asking takes a file. */
const heldBytes = () => {
  const { used_heap_size, external_memory } = getHeapStatistics()
  return used_heap_size + external_memory
}

const collectGarbage = () => {
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  collect()
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Whether calls are refused for now, since there is more to do than can be done soon. */
    isShedding(): boolean
  }
  interface FastifyContextConfig {
    /** Served also while load is shed. */
    alwaysServed?: boolean
  }
}
