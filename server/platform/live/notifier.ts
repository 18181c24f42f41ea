import type { Identity } from '#server/db/identity/door.ts'
import { forgetTold, tell } from '#server/db/identity/live.ts'

/** What stands for a company in a message: a change set, `!topic`, or `*` for more than can be named. */
export const EVERYTHING = '*'

export interface Notifier {
  /** A transaction of the company has been stored; `topics` are what it touched beside the history. */
  stored(companyId: number, changeSet: string, topics: readonly string[]): void
  close(): Promise<void>
}

/** Together rather than each for itself: NOTIFY makes all who use it wait for one another at their commit. */
const GATHER_MS = 50
const AGAIN_MS = 1_000
const FORGET_EVERY = 600
/** Past this a company's readers are told to look at everything. */
const MOST_WORDS = 100
/** PostgreSQL takes 8,000 bytes. */
const PAYLOAD_BYTES = 7_900

/** Gathers what this process has stored and tells all nodes of it; a writer waits for none of that. */
export const openNotifier = (identity: Identity, onError: (error: unknown) => void): Notifier => {
  let words = new Map<number, Set<string>>()
  let timer: NodeJS.Timeout | undefined
  let sending = Promise.resolve()
  let sent = 0
  let closed = false

  const add = (companyId: number, word: string) => {
    const known = words.get(companyId) ?? new Set()
    words.set(companyId, known.size < MOST_WORDS ? known.add(word) : new Set([EVERYTHING]))
  }
  const schedule = (after: number) => {
    if (closed) return
    timer ??= setTimeout(() => {
      timer = undefined
      sending = send()
    }, after)
  }
  const send = async () => {
    const told = words
    words = new Map()
    try {
      await tell(identity, payloadsOf(told))
      sent += 1
      if (sent % FORGET_EVERY === 1) await forgetTold(identity)
    } catch (error) {
      for (const companyId of told.keys()) words.set(companyId, new Set([EVERYTHING]))
      onError(error)
      schedule(AGAIN_MS)
    }
  }

  return {
    stored(companyId, changeSet, topics) {
      for (const word of [changeSet, ...topics.map((topic) => `!${topic}`)]) add(companyId, word)
      schedule(GATHER_MS)
    },
    async close() {
      closed = true
      clearTimeout(timer)
      await sending
      if (words.size > 0) await send()
    },
  }
}

const payloadsOf = (words: ReadonlyMap<number, ReadonlySet<string>>) => {
  const payloads: string[] = []
  for (const [companyId, known] of words)
    for (const word of known) {
      const text = `${companyId}:${word}`
      const last = payloads.at(-1)
      if (last !== undefined && last.length + text.length < PAYLOAD_BYTES)
        payloads[payloads.length - 1] = `${last},${text}`
      else payloads.push(text)
    }
  return payloads
}

/** The companies of a message with their words. */
export const wordsOf = (payload: string): [companyId: number, word: string][] =>
  payload.split(',').flatMap((text) => {
    const [, companyId, word] = /^(\d+):(.+)$/.exec(text) ?? []
    return companyId === undefined || word === undefined ? [] : [[Number(companyId), word]]
  })
