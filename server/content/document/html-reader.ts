import { Worker } from 'node:worker_threads'
import { UserError } from '#server/kit/errors.ts'
import type { ReadHtml } from './html-in.ts'
import type { Answer } from './html-worker.ts'

export interface HtmlReaderLimits {
  /** How long one text may take, in milliseconds, once a thread has it. */
  patience: number
  threads: number
  /** How many texts may wait for a thread. */
  waiting: number
  /** How long a thread waits for the next text, in milliseconds. */
  idle: number
}

const LIMITS: HtmlReaderLimits = { patience: 2_000, threads: 2, waiting: 8, idle: 10_000 }
/** A text of the most bytes needs about a fifth of it. */
const MEMORY = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 }
const PROGRAM = new URL('./html-worker.ts', import.meta.url)

/**
 * Reads HTML in worker threads, so that the server keeps answering. A thread starts when it is needed, and ends after a pause, with
 * the server, or when a text takes too long.
 */
export const openHtmlReader = (limits: Partial<HtmlReaderLimits> = {}) => {
  const { patience, threads, waiting, idle } = { ...LIMITS, ...limits }
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
    const thread = startThread(() => end(thread), idle)
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

  return {
    async read(html: string): Promise<ReadHtml> {
      if (queue.length >= waiting)
        throw new UserError(503, 'Too many texts are being read. Try again in a few seconds.')
      await turn()
      const thread = free.pop() ?? start()
      try {
        const answer = await thread.ask(html, patience)
        if (thread.hasEnded()) end(thread)
        else free.push(thread)
        return readIn(answer)
      } finally {
        next()
      }
    },
    /** How many threads there are. */
    threads: () => all.size,
    close() {
      for (const thread of all) end(thread)
    },
  }
}

const { read } = openHtmlReader()
/** The document that HTML says, and what it could not take along. A 400 says why there is none. */
export const readHtml = read

const refusal = (message: string, code: string) =>
  new UserError(400, message, { code, errors: [{ field: 'content', message }] })

const readIn = (answer: Answer | 'slow' | 'ended'): ReadHtml => {
  if (answer === 'slow' || answer === 'ended') throw refusal('The text takes too long to read.', 'document_size')
  if ('refused' in answer) throw refusal(answer.refused.message, answer.refused.code)
  if ('failed' in answer) throw new Error(answer.failed)
  return answer.read
}

type Thread = ReturnType<typeof startThread>

const startThread = (over: () => void, idle: number) => {
  // It knows nothing of the server's settings.
  const worker = new Worker(PROGRAM, { env: {}, execArgv: [], resourceLimits: MEMORY })
  let ended = false
  let resting: NodeJS.Timeout | undefined
  const ready = new Promise<void>((resolve) => worker.once('message', () => resolve()))
  const exit = new Promise<'ended'>((resolve) => worker.once('exit', () => resolve('ended')))
  // One that runs out of memory says so, and ends.
  worker.on('error', () => undefined)
  void exit.then(() => (ended = true))
  worker.unref()

  return {
    hasEnded: () => ended,
    end() {
      ended = true
      clearTimeout(resting)
      void worker.terminate()
    },
    async ask(html: string, patience: number): Promise<Answer | 'slow' | 'ended'> {
      clearTimeout(resting)
      // Who waits for it keeps the process alive, a thread at rest does not.
      worker.ref()
      if ((await Promise.race([ready, exit])) === 'ended') return 'ended'
      const answer = new Promise<Answer>((resolve) => worker.once('message', resolve))
      worker.postMessage(html)
      let timer: NodeJS.Timeout | undefined
      const slow = new Promise<'slow'>((resolve) => (timer = setTimeout(resolve, patience, 'slow')))
      const first = await Promise.race([answer, slow, exit])
      clearTimeout(timer)
      worker.unref()
      if (first === 'slow') {
        ended = true
        void worker.terminate()
      }
      resting = setTimeout(over, idle).unref()
      return first
    },
  }
}
