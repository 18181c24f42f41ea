/** One piece of work for everybody who asks for the same before it begins. */
export type Coalesce = <T>(key: string, work: () => Promise<T>) => Promise<T>

interface Line {
  running: number
  /** What those share who ask while some of it is running, and what lets it begin. */
  next?: { answer: Promise<unknown>; begin: () => void } | undefined
}

/**
 * While work of a key is running, whoever asks for it gathers for the next: nobody is answered by what began before they asked, so
 * each sees what was stored until then. The next begins when one has ended, or beside it where it is slow: after a `moment` (in
 * milliseconds), and after four times as long for each more that is running, so that few ever do.
 */
export const openCoalescing = (moment: number): Coalesce => {
  const lines = new Map<string, Line>()

  const run = <T>(key: string, line: Line, work: () => Promise<T>): Promise<T> => {
    lines.set(key, line)
    line.running += 1
    const answer = work()
    const leave = () => {
      line.running -= 1
      line.next?.begin()
      if (line.running === 0 && !line.next) lines.delete(key)
    }
    answer.then(leave, leave)
    return answer
  }

  const gather = <T>(key: string, line: Line, work: () => Promise<T>) => {
    const turn = Promise.withResolvers<void>()
    const timer = setTimeout(turn.resolve, moment * 4 ** (line.running - 1))
    const answer = turn.promise.then(() => {
      clearTimeout(timer)
      line.next = undefined
      return run(key, line, work)
    })
    return { answer, begin: turn.resolve }
  }

  return <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const line = lines.get(key)
    if (!line) return run(key, { running: 0 }, work)
    line.next ??= gather(key, line, work)
    // Of one key all work is of one kind.
    return line.next.answer as Promise<T>
  }
}
