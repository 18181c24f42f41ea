import { enableCompileCache, flushCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

// What a start has compiled, the next one takes as it is: a third less work. Told before it starts (`scripts/install.mjs`, the
// same folder), Node needs no compiler in memory for this file either. Where the folder cannot be written, nothing is kept.
enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/compiled', import.meta.url)))
await import('./serve.ts')
flushCompileCache()
