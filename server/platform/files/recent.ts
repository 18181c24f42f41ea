import { LRUCache } from 'lru-cache'

type Read = () => Promise<Buffer>

/** A cache of small files, bounded in bytes; the least recently used are dropped. Requests for a file that is being read share one read. */
export const openRecent = (mostBytes: number) => {
  const recent = new LRUCache<string, Buffer, Read>({
    maxSize: mostBytes,
    sizeCalculation: ({ length }) => Math.max(1, length),
    fetchMethod: (_key, _stale, { context }) => context(),
    // A read is finished even when others fill the cache meanwhile: somebody waits for it.
    ignoreFetchAbort: true,
  })
  return (key: string, read: Read): Promise<Buffer> => recent.forceFetch(key, { context: read })
}
