import { constants, setPriority } from 'node:os'
import { convert } from './convert.ts'
import type { Converted, Variant } from './picture.ts'

/** What comes, and what is to be made of it. */
export interface Task {
  bytes: number
  variants: readonly Variant[]
}

// The program that reads pictures, one after the other: told how many bytes come and what to make of them, it takes them from its standard input and answers
// what it made. It ends with the server, and by itself before it takes more memory than it may.

const MOST_BYTES = 380_000_000
const LOOK_EVERY_MS = 5

setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
// At once: the end of a program that is asked to exit waits for what libvips is at.
const end = () => process.kill(process.pid, 'SIGKILL')
const answer = (converted: Converted, then: () => void = () => undefined) => process.send?.(converted, then)

process.on('disconnect', end)
setInterval(() => {
  if (process.memoryUsage.rss() > MOST_BYTES) answer({ fault: 'memory' }, end)
}, LOOK_EVERY_MS)
process.on(
  'message',
  ({ bytes, variants }: Task) =>
    void received(bytes)
      .then((all) => convert(all, variants))
      .then(answer),
)

const received = (length: number) =>
  new Promise<Uint8Array>((resolve) => {
    const bytes = Buffer.allocUnsafeSlow(length)
    let at = 0
    const take = (piece: Buffer) => {
      at += piece.copy(bytes, at)
      if (at < length) return
      process.stdin.off('data', take).pause()
      resolve(bytes)
    }
    process.stdin.on('data', take).resume()
  })
