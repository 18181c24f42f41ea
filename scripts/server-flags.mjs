import { COMPILED } from './install.mjs'

/**
 * How Node is started for the server. Its young generation is kept small: by default an idle server holds some 50 MB of
 * memory that was needed only while it started. The old one is limited to what the server never needs: without a limit
 * V8 lets garbage grow to four times what lives before it looks, with one of 2 GB to twice (an import held 130 MB more).
 */
export const SERVER_FLAGS = ['--max-semi-space-size=8', '--max-old-space-size=1900']

/** What it is given beside: glibc keeps a heap for each thread, and most of their freed memory, unless told to share two. */
export const SERVER_ENV = { MALLOC_ARENA_MAX: '2', ...COMPILED }
