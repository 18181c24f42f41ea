/** A course of events that says when it wants to go on. */
export type Course = Generator<number, void, undefined>

interface Waiting {
  at: number
  order: number
  course: Course
}

/**
 * Runs courses side by side in the order of time, however they interleave. `add` starts one; `step` lets the
 * next thing happen that is due by a moment; whoever wants to go on later than the end waits for ever.
 */
export const openSchedule = () => {
  const heap: Waiting[] = []
  let started = 0

  const before = (one: Waiting | undefined, other: Waiting | undefined) =>
    one !== undefined && other !== undefined && (one.at < other.at || (one.at === other.at && one.order < other.order))
  const swap = (left: number, right: number) => {
    const [one, other] = [heap[left], heap[right]]
    if (one && other) [heap[left], heap[right]] = [other, one]
  }

  const push = (waiting: Waiting) => {
    let at = heap.push(waiting) - 1
    while (at > 0 && before(heap[at], heap[(at - 1) >> 1])) {
      swap(at, (at - 1) >> 1)
      at = (at - 1) >> 1
    }
  }
  const pop = (): Waiting | undefined => {
    const first = heap[0]
    const last = heap.pop()
    if (last && heap.length) {
      heap[0] = last
      let at = 0
      for (;;) {
        const least = [2 * at + 1, 2 * at + 2].reduce(
          (found, child) => (before(heap[child], heap[found]) ? child : found),
          at,
        )
        if (least === at) break
        swap(at, least)
        at = least
      }
    }
    return first
  }
  const step = ({ course, order }: Pick<Waiting, 'course' | 'order'>) => {
    const { done, value } = course.next()
    if (!done) push({ at: value, order, course })
  }

  return {
    add: (course: Course) => step({ course, order: started++ }),
    /** One step at a time, so that the caller can do something between two; false when nothing is due any more. */
    step(until: number): boolean {
      if (heap[0] === undefined || heap[0].at > until) return false
      const next = pop()
      if (next) step(next)
      return true
    },
  }
}
