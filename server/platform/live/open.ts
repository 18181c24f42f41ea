import type { Pool } from 'pg'
import { openIdentity } from '#server/db/identity/door.ts'
import { openTenants } from '#server/db/tenant.ts'
import type { Caller } from '#server/kit/auth.ts'
import { openHub } from './hub.ts'
import { startListener, type Listener } from './listener.ts'
import { EVERYTHING, openNotifier, wordsOf, type Notifier } from './notifier.ts'
import { personOfRights, type OnRights } from '#server/kit/rights.ts'
import type { LiveTopic } from './topic.ts'

export interface Live extends Pick<Notifier, 'stored'> {
  /** What the caller is told from now on. */
  watch(caller: Caller, signal: AbortSignal): AsyncGenerator<object>
  /** How many watch on this node. */
  watching(): number
  /** Once it resolves, `changed` is called for each company in which the topic is signalled, on any node; with undefined after a gap in what was heard. */
  follow(topic: string, changed: (companyId: number | undefined) => void): Promise<void>
  /** Who hears of changed rights, for as long as somebody watches. */
  onRights(listener: OnRights): void
  onError(listener: (error: unknown) => void): void
  close(): Promise<void>
}

interface LiveOptions {
  /** For this alone, so that it never waits behind requests. */
  pool: Pool
  /** Past any pooler; undefined: what others have stored is asked for each second. */
  directUrl: string | undefined
  topics: Readonly<Record<string, LiveTopic>>
}

/** Tells watchers on this node what any node has stored. It listens only once somebody watches or follows. */
export const openLive = ({ pool, directUrl, topics }: LiveOptions): Live => {
  let report: (error: unknown) => void = () => undefined
  const onError = (error: unknown) => report(error)
  const identity = openIdentity(pool)
  const notifier = openNotifier(identity, onError)
  const hub = openHub({ tenants: openTenants(pool), topics, onError })
  let listener: Listener | undefined
  const concerned: OnRights[] = []
  const followers: { word: string; changed: (companyId: number | undefined) => void }[] = []
  const hear = (payload: string) => {
    for (const [companyId, word] of wordsOf(payload)) {
      const personId = personOfRights(word)
      if (personId === undefined) hub.told(companyId, word)
      else for (const tell of concerned) tell({ companyId, personId })
      for (const follower of followers) if (word === follower.word || word === EVERYTHING) follower.changed(companyId)
    }
  }
  const missed = () => {
    hub.missed()
    for (const tell of concerned) tell(undefined)
    for (const { changed } of followers) changed(undefined)
  }
  const listen = () =>
    (listener ??= startListener({ identity, url: directUrl, onMessage: hear, onGap: missed, onError })).ready

  return {
    stored: notifier.stored,
    async *watch(caller, signal) {
      await listen()
      yield* hub.watch(caller, signal)
    },
    watching: hub.size,
    async follow(topic, changed) {
      followers.push({ word: `!${topic}`, changed })
      await listen()
    },
    onRights: (next) => void concerned.push(next),
    onError: (next) => void (report = next),
    async close() {
      hub.close()
      await notifier.close()
      await listener?.close()
      await pool.end()
    },
  }
}
