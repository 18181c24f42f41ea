import { spawn } from 'node:child_process'
import { Socket } from 'node:net'
import { fileURLToPath } from 'node:url'
import { UserError } from '#server/kit/errors.ts'
import type { Task } from './child.ts'
import { SHOWN, type Converted, type Fault, type Variant } from './picture.ts'

export interface ReaderLimits {
  /** How long one picture may take, in milliseconds. */
  patience: number
  /** How long the process waits for the next picture, in milliseconds. */
  idle: number
  /** How many pictures may wait, each of them in the memory of the server. */
  waiting: number
  /** After so many pictures another process goes on: what a heap has grown to, it keeps. */
  pictures: number
}

const LIMITS: ReaderLimits = { patience: 20_000, idle: 10_000, waiting: 3, pictures: 50 }

/**
 * Reads pictures in a process of its own, one at a time: what a picture does to the library that decodes it happens there. The
 * process is started with the first picture, and knows nothing of the server's settings.
 */
export const openReader = (limits: Partial<ReaderLimits> = {}) => {
  const { patience, idle, waiting, pictures } = { ...LIMITS, ...limits }
  let child: Child | undefined
  let queue: Promise<unknown> = Promise.resolve()
  let queued = 0
  let resting: NodeJS.Timeout | undefined

  const end = () => {
    clearTimeout(resting)
    child?.kill()
    child = undefined
  }

  const readNext = async (bytes: Uint8Array, variants: readonly Variant[]): Promise<Converted> => {
    clearTimeout(resting)
    if (child?.hasEnded()) end()
    const mine = (child ??= startChild())
    const converted = await mine.ask(bytes, variants, patience)
    if (mine.asked() >= pictures || ('fault' in converted && ENDS.includes(converted.fault))) end()
    resting = setTimeout(end, idle).unref()
    return converted
  }

  return {
    async read(bytes: Uint8Array, variants: readonly Variant[] = SHOWN): Promise<Converted> {
      if (queued > waiting) throw new UserError(503, 'Too many pictures are being read. Try again in a few seconds.')
      queued += 1
      const mine = queue.then(() => readNext(bytes, variants)).finally(() => void (queued -= 1))
      queue = mine.catch(() => undefined)
      return mine
    },
    /** The id of the process, while there is one. */
    pid: () => child?.pid,
    close: end,
  }
}
export type Reader = ReturnType<typeof openReader>

type Child = ReturnType<typeof startChild>

/** With these the process is at its end, or is ended. */
const ENDS: readonly Fault[] = ['memory', 'slow']
const PROGRAM = fileURLToPath(new URL('./child.ts', import.meta.url))

const startChild = () => {
  const child = spawn(process.execPath, ['--max-old-space-size=128', PROGRAM], {
    // No setting of the server reaches it; the C library keeps one heap instead of one for each thread.
    env: { MALLOC_ARENA_MAX: '1' },
    stdio: ['pipe', 'ignore', 'inherit', 'ipc'],
    serialization: 'advanced',
  })
  const { stdin } = child
  let [asked, ended] = [0, false]
  // The end of the channel comes after all that was said on it, unlike that of the process.
  child.once('disconnect', () => (ended = true))
  child.on('error', () => undefined)
  stdin?.on('error', () => undefined)
  child.unref()
  child.channel?.unref()
  if (stdin instanceof Socket) stdin.unref()

  return {
    pid: child.pid,
    kill: () => child.kill('SIGKILL'),
    asked: () => asked,
    hasEnded: () => ended,
    ask: (bytes: Uint8Array, variants: readonly Variant[], patience: number) =>
      new Promise<Converted>((resolve, reject) => {
        asked += 1
        const settled = () => {
          clearTimeout(tooLate)
          child.off('message', answered).off('disconnect', died).off('error', failed)
        }
        const answered = (converted: Converted) => {
          settled()
          resolve(converted)
        }
        // All that is known of a picture that ends the process.
        const died = () => answered({ fault: 'damaged' })
        const failed = (error: Error) => {
          settled()
          reject(error)
        }
        const tooLate = setTimeout(() => {
          child.kill('SIGKILL')
          answered({ fault: 'slow' })
        }, patience)
        child.on('message', answered).on('disconnect', died).on('error', failed)
        const task: Task = { bytes: bytes.length, variants }
        child.send(task)
        stdin?.write(bytes)
      }),
  }
}
