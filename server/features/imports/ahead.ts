/** As many as a process has jobs at a time; what belongs to one that has gone elsewhere makes room. */
const MOST = 2

/**
 * What jobs read before its turn, while the database is at the chunk before, each under a name and to be taken once. It is a gain
 * of time alone: after a kill, on another node or when reading has failed there is nothing, and whoever asks reads it himself.
 */
export const openAhead = <T>() => {
  const waiting = new Map<string, Promise<T | undefined>>()
  return {
    keep(name: string, reading: Promise<T>) {
      waiting.set(
        name,
        reading.catch(() => undefined),
      )
      const [oldest = name] = waiting.keys()
      if (waiting.size > MOST) waiting.delete(oldest)
    },
    async take(name: string): Promise<T | undefined> {
      const reading = waiting.get(name)
      waiting.delete(name)
      return reading
    },
  }
}
