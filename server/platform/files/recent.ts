/** A cache of small files, bounded in bytes; the least recently used are dropped. */
export const openRecent = (mostBytes: number) => {
  const cached = new Map<string, Buffer>()
  const reads = new Map<string, Promise<Buffer>>()
  let size = 0

  const add = (key: string, bytes: Buffer) => {
    size += bytes.length
    cached.set(key, bytes)
    for (const [oldest, { length }] of cached) {
      if (size <= mostBytes) break
      cached.delete(oldest)
      size -= length
    }
  }

  /** Requests for a file that is being read share one read. */
  return (key: string, read: () => Promise<Buffer>): Promise<Buffer> => {
    const known = cached.get(key)
    if (known) {
      cached.delete(key)
      cached.set(key, known)
      return Promise.resolve(known)
    }
    const begun = reads.get(key)
    if (begun) return begun
    const started = read()
      .then((bytes) => {
        add(key, bytes)
        return bytes
      })
      .finally(() => reads.delete(key))
    reads.set(key, started)
    return started
  }
}
