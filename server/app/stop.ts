import type { Server } from 'node:http'
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** How long requests are still taken after readiness went off, so that whoever sends them can notice. */
const NOTICE_MS = 300
/** In one a connection is accepted, in the next its request is read. */
const TURNS = 3
/** For how long connections are still accepted one after the other, where they had to wait. */
const SETTLE_MS = 2_000
/** How long an accepted request may still take. */
const DRAIN_MS = 10_000

/** Not ready first, then deaf, then done: every accepted request is answered, unless it takes too long. */
export const drain = async (app: FastifyInstance) => {
  app.drain()
  await sleep(NOTICE_MS)
  // A timer that is late comes before what has arrived meanwhile, and a connection whose request is not read yet counts as idle.
  await settled(app.server)
  const cut = setTimeout(() => app.server.closeAllConnections(), DRAIN_MS)
  await app.close()
  clearTimeout(cut)
}

/** Until no connection waits to be accepted: each turn takes one, and those that are left would be lost. */
const settled = async (server: Server) => {
  let quiet = 0
  const stir = () => void (quiet = 0)
  server.on('connection', stir)
  for (const until = performance.now() + SETTLE_MS; quiet < TURNS && performance.now() < until; quiet++) await turn()
  server.off('connection', stir)
}

/** How long work that nobody waits for may still take, and its connections after that, when the process is to end. */
const WORK_MS = 8_000
const CLOSE_MS = 1_000

/** Lets the work behind the requests come to the end of what it is at, if that is soon: cut off, it is undone, and done by whoever starts next. */
export const stopWork = (worker: { stop(): Promise<unknown> }) => within(WORK_MS, worker.stop())
export const closeServices = (services: { close(): Promise<unknown> }) => within(CLOSE_MS, services.close())

const within = (ms: number, ends: Promise<unknown>) => Promise.race([ends, sleep(ms)])

/** Takes the way back from something that has been started. */
export type OnStop = (step: () => Promise<unknown>) => void

/**
 * Undoes what has been started, the last first: on the first signal, which ends the process with `status`, or when a start has
 * failed. A step that fails keeps no other from being taken. A second signal ends the process at once.
 */
export const openStops = (status = 0) => {
  const steps: (() => Promise<unknown>)[] = []
  let stopping: Promise<void> | undefined

  const undo = async () => {
    const errors: unknown[] = []
    for (const step of steps.toReversed()) await step().catch((error: unknown) => errors.push(error))
    for (const error of errors) console.error(`Leadroom did not stop cleanly: ${sentenceOf(error)}`)
    if (errors.length > 0) process.exitCode = 1
  }
  const stop = () => (stopping ??= undo())
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => {
      if (stopping) process.exit(1)
      void stop().then(() => process.exit(process.exitCode ?? status))
    })
  const onStop: OnStop = (step) => void steps.push(step)
  return { onStop, stop, isStopping: () => stopping !== undefined }
}

export const sentenceOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
