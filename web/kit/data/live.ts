import { useEffect, useEffectEvent } from 'react'
import { live, type LiveEvent } from '#contract/platform/live.ts'
import { warn } from './log.ts'
import { session } from './session.ts'
import { createStore } from './store.ts'
import { openLines } from './streams-and-files.ts'
import { ApiError } from './transport.ts'

export type LiveTopic = keyof LiveEvent

/** Whether changes of others come by themselves, or are looked for now and then. */
export const liveState = createStore<'stream' | 'polling'>('stream')

const listeners = new Map<LiveTopic, Set<(event: never) => void>>()

/** Topics that say how it stands: whoever listens later is told what was told last. */
const STATES: readonly LiveTopic[] = ['presence', 'unread']
const known = new Map<LiveTopic, LiveEvent>()

/** Calls the listener with what is told of the topic, until the returned function is called. */
export const onLive = <Topic extends LiveTopic>(
  topic: Topic,
  listener: (told: NonNullable<LiveEvent[Topic]>) => void,
) => {
  const all = listeners.get(topic) ?? new Set()
  listeners.set(topic, all.add(listener))
  const last = known.get(topic)?.[topic]
  if (last !== undefined) listener(last)
  return () => void all.delete(listener)
}

/** The same while a component is on screen. */
export const useLive = <Topic extends LiveTopic>(
  topic: Topic,
  listener: (told: NonNullable<LiveEvent[Topic]>) => void,
) => {
  const latest = useEffectEvent(listener)
  useEffect(() => onLive(topic, (told) => latest(told)), [topic])
}

const deliver = (event: LiveEvent) => {
  for (const topic of STATES) if (event[topic]) known.set(topic, event)
  for (const [topic, told] of Object.entries(event))
    for (const listener of listeners.get(topic as LiveTopic) ?? []) listener(told as never)
}

// ── One stream for all tabs of a browser ─────────────────────────────────────

/** What tabs say to one another: what came, how it comes, and a new tab's question for both. */
type Said = { event: LiveEvent } | { state: 'stream' | 'polling' } | { asks: true }

const POLL_MS = 15_000
const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 30_000

let started = false

/** Follows what others change, in one tab for all tabs of the browser; when that tab ends, another one takes over. Started once. */
export const startLive = () => {
  if (started) return
  started = true
  const { companyId, user } = session.get()
  const name = `leadroom.live.${companyId}.${user?.id}`
  const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel(name) : undefined
  let leads = false

  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of one origin
  const say = (said: Said) => channel?.postMessage(said)
  const take = (event: LiveEvent) => {
    deliver(event)
    say({ event })
  }
  const setState = (state: 'stream' | 'polling') => {
    liveState.set(state)
    say({ state })
  }
  channel?.addEventListener('message', ({ data }: MessageEvent<Said>) => {
    if ('asks' in data) {
      if (!leads) return
      say({ state: liveState.get() })
      for (const event of known.values()) say({ event })
    } else if ('state' in data) liveState.set(data.state)
    else deliver(data.event)
  })

  const lead = async () => {
    leads = true
    await follow(take, setState)
  }
  if ('locks' in navigator && channel) {
    say({ asks: true })
    void navigator.locks.request(name, lead)
  } else void lead()
}

/** Reads the stream for as long as the session lives, opening it again when it ends; while it cannot be had, everybody looks for themselves. */
const follow = async (take: (event: LiveEvent) => void, setState: (state: 'stream' | 'polling') => void) => {
  let failures = 0
  let poller: ReturnType<typeof setInterval> | undefined
  for (;;) {
    try {
      for await (const event of openLines(live.watch)) {
        failures = 0
        clearInterval(poller)
        poller = undefined
        if (liveState.get() !== 'stream') setState('stream')
        take(event)
      }
    } catch (failure) {
      // The page is that of another company, and says so: nothing comes to it any more.
      if (failure instanceof ApiError && failure.code === 'company_changed') return
      failures += 1
      if (failures === 2) {
        warn('Live updates are unavailable: checking for changes regularly', failure)
        setState('polling')
        poller ??= setInterval(() => take({ resync: true }), POLL_MS)
      }
    }
    await pause(Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** failures) * (0.5 + Math.random() / 2))
  }
}

export const pause = (milliseconds: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, milliseconds)
  })
