import { Worker } from 'node:worker_threads'
import type { Message } from './parse-thread.ts'

export interface ParserLimits {
  /** How long one task may take, in milliseconds, once a thread has it. */
  patience: number
  threads: number
  /** How many tasks may wait for a thread. */
  waiting: number
  /** How long a thread waits for the next task, in milliseconds. */
  idle: number
  memory: { maxOldGenerationSizeMb: number; maxYoungGenerationSizeMb?: number; stackSizeMb?: number }
}

export type Parsed<T> =
  | { ok: true; value: T }
  | { ok: false; why: 'slow' | 'ended' | 'busy' | 'failed'; detail?: string }

const LIMITS: ParserLimits = {
  patience: 5_000,
  threads: 1,
  waiting: 200,
  idle: 60_000,
  memory: { maxOldGenerationSizeMb: 192, stackSizeMb: 4 },
}
const PROGRAM = new URL('./parse-thread.ts', import.meta.url)

/**
 * Reads what strangers wrote in worker threads, so that the server keeps answering. A thread starts when it is needed, and ends after a
 * pause, with the server, or when a text takes too long or too much memory; the next task gets another.
 */
export const openParser = (limits: Partial<ParserLimits> = {}) => {
  const { patience, threads, waiting, idle, memory } = { ...LIMITS, ...limits }
  const free: Thread[] = []
  const all = new Set<Thread>()
  const queue: (() => void)[] = []
  let busy = 0

  const end = (thread: Thread) => {
    all.delete(thread)
    if (free.includes(thread)) free.splice(free.indexOf(thread), 1)
    thread.end()
  }
  const start = () => {
    const thread = startThread(() => end(thread), idle, memory)
    all.add(thread)
    return thread
  }
  const turn = async () => {
    if (busy < threads) busy += 1
    else await new Promise<void>((resolve) => queue.push(resolve))
  }
  const next = () => {
    const waiter = queue.shift()
    if (waiter) waiter()
    else busy -= 1
  }
  const run = async <T>(file: string, input: unknown): Promise<Parsed<T>> => {
    if (queue.length >= waiting) return { ok: false, why: 'busy' }
    await turn()
    const thread = free.pop() ?? start()
    try {
      const answer = await thread.ask<T>({ file, input }, patience)
      if (thread.hasEnded()) end(thread)
      else free.push(thread)
      return answer
    } finally {
      next()
    }
  }

  return {
    /** A function that a file exports as `parse`: what it takes and returns goes from thread to thread. */
    task:
      <Parse extends (input: never) => unknown>(file: URL) =>
      (input: Parameters<Parse>[0]) =>
        run<Awaited<ReturnType<Parse>>>(file.href, input),
    /** How many threads there are. */
    threads: () => all.size,
    close() {
      for (const thread of all) end(thread)
    },
  }
}

/** The one of this process, for all that comes from outside. */
export const parser = openParser()

type Thread = ReturnType<typeof startThread>

const startThread = (over: () => void, idle: number, memory: ParserLimits['memory']) => {
  // It knows nothing of the server's settings.
  const worker = new Worker(PROGRAM, { env: {}, execArgv: [], resourceLimits: memory })
  let ended = false
  let resting: NodeJS.Timeout | undefined
  // One that runs out of memory says so, and ends.
  worker.on('error', () => undefined)
  worker.once('exit', () => (ended = true))
  worker.unref()

  return {
    hasEnded: () => ended,
    end() {
      ended = true
      clearTimeout(resting)
      void worker.terminate()
    },
    async ask<T>(task: { file: string; input: unknown }, patience: number): Promise<Parsed<T>> {
      clearTimeout(resting)
      if (ended) return { ok: false, why: 'ended' }
      // Who waits for it keeps the process alive, a thread at rest does not.
      worker.ref()
      const { promise, resolve } = Promise.withResolvers<Parsed<T>>()
      let timer: NodeJS.Timeout | undefined
      const onExit = () => resolve({ ok: false, why: 'ended' })
      const onMessage = (message: Message<T>) => {
        // It has loaded its program: from here on it is the text that takes time.
        if (message === 'begun') timer = setTimeout(resolve, patience, { ok: false, why: 'slow' })
        else
          resolve('failed' in message ? { ok: false, why: 'failed', detail: message.failed } : { ok: true, ...message })
      }
      worker.once('exit', onExit)
      worker.on('message', onMessage)
      worker.postMessage(task)
      const answer = await promise
      clearTimeout(timer)
      worker.off('exit', onExit)
      worker.off('message', onMessage)
      worker.unref()
      if (!answer.ok && answer.why === 'slow') {
        ended = true
        void worker.terminate()
      } else resting = setTimeout(over, idle).unref()
      return answer
    },
  }
}
