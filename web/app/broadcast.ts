import type { BroadcastMessage } from '#contract/portal/broadcast.ts'

/** In milliseconds: before the first look, between two, at least between two, after the tab was shown again. */
const TIMING = { first: 500, steady: 5000, least: 1000, shown: 200 } as const

interface Broadcast {
  /** Nobody is signed in any more: there is nothing left to look for. */
  isOver: () => boolean
  onOver: () => void
  /** False skips the look: nobody is signed in, or the company is not known. */
  ready: () => boolean
  fetch: (afterId: number | undefined) => Promise<readonly BroadcastMessage[]>
  /** Gets the newest message only. */
  onNewest: (message: BroadcastMessage) => void
  onFailure: (failure: unknown) => void
  visible: () => boolean
}

/** Looks for messages while the tab is visible, and never while it is hidden. */
export const createPoller = ({ isOver, onOver, ready, fetch, onNewest, onFailure, visible }: Broadcast) => {
  let timer: ReturnType<typeof setTimeout> | undefined
  let lastAt = -Infinity
  let afterId: number | undefined
  let stopped = false

  const schedule = (wait: number) => {
    clearTimeout(timer)
    if (!stopped && visible()) timer = setTimeout(() => void look(), wait)
  }

  const look = async () => {
    if (isOver()) return onOver()
    const now = Date.now()
    if (ready() && now - lastAt >= TIMING.least) {
      lastAt = now
      await fetch(afterId).then(act, onFailure)
    }
    schedule(TIMING.steady)
  }

  const act = (messages: readonly BroadcastMessage[]) => {
    const newest = messages.toSorted((one, other) => Date.parse(other.timestamp) - Date.parse(one.timestamp))[0]
    if (!newest) return
    afterId = newest.id
    onNewest(newest)
  }

  return {
    start: () => schedule(TIMING.first),
    /** Tells that the tab was shown or hidden. */
    visibilityChanged: () => {
      if (visible()) schedule(TIMING.shown)
      else clearTimeout(timer)
    },
    stop: () => {
      stopped = true
      clearTimeout(timer)
    },
  }
}
