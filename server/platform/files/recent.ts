/** Bytes that were asked for lately: those that were not for the longest time make room. */
export const openRecent = (mostBytes: number) => {
  const kept = new Map<string, Buffer>()
  const coming = new Map<string, Promise<Buffer>>()
  let size = 0

  const keep = (key: string, bytes: Buffer) => {
    size += bytes.length
    kept.set(key, bytes)
    for (const [oldest, { length }] of kept) {
      if (size <= mostBytes) break
      kept.delete(oldest)
      size -= length
    }
  }

  /** Whoever asks while they are being read shares the reading. */
  return (key: string, read: () => Promise<Buffer>): Promise<Buffer> => {
    const known = kept.get(key)
    if (known) {
      kept.delete(key)
      kept.set(key, known)
      return Promise.resolve(known)
    }
    const reading =
      coming.get(key) ??
      read()
        .then((bytes) => {
          keep(key, bytes)
          return bytes
        })
        .finally(() => coming.delete(key))
    coming.set(key, reading)
    return reading
  }
}
