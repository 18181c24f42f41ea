import { LRUCache } from 'lru-cache'
import type { FileAnswer } from './serve-file.ts'

/** As long as a session is trusted without a look (`auth.ts`): a deleted or expired file may be served for so long. */
const TRUSTED_MS = 2_000
const MOST = 2_000

/** Remembers which file a call responds with: the pictures of a page are requested by many at once. */
export const openFoundFiles = () => {
  const found = new LRUCache<string, FileAnswer>({ max: MOST, ttl: TRUSTED_MS })
  return async (key: string, look: () => Promise<FileAnswer>): Promise<FileAnswer> => {
    const known = found.get(key)
    if (known) return known
    const file = await look()
    found.set(key, file)
    return file
  }
}
