interface Moment {
  at: number
  /** Of one time, what was planned first comes first. */
  place: number
  happens: (at: number) => void
}

/** What will happen, in the order of time: a heap. */
export const openMoments = () => {
  const heap: Moment[] = []
  let places = 0
  const earlier = (one: Moment | undefined, other: Moment | undefined) =>
    !!one && !!other && (one.at - other.at || one.place - other.place) < 0
  const swap = (one: number, other: number) => {
    const [first, second] = [heap[one], heap[other]]
    if (first && second) [heap[one], heap[other]] = [second, first]
  }

  const rise = (from: number) => {
    for (let at = from; at > 0 && earlier(heap[at], heap[(at - 1) >> 1]); at = (at - 1) >> 1) swap(at, (at - 1) >> 1)
  }
  const sink = () => {
    for (let at = 0, next = 0; ; at = next) {
      for (const child of [2 * at + 1, 2 * at + 2]) if (earlier(heap[child], heap[next])) next = child
      if (next === at) return
      swap(at, next)
    }
  }

  return {
    /** When the next one is; never is last. */
    next: () => heap[0]?.at ?? Infinity,
    plan(at: number, happens: Moment['happens']) {
      heap.push({ at, place: places++, happens })
      rise(heap.length - 1)
    },
    /** Lets the next one happen. */
    pass() {
      const [first] = heap
      const last = heap.pop()
      if (!first || !last) return
      if (heap.length) {
        heap[0] = last
        sink()
      }
      first.happens(first.at)
    },
  }
}
