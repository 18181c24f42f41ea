/**
 * How Node is started for the server. Its young generation is kept small: by default an idle server holds some 50 MB of
 * memory that was needed only while it started.
 */
export const SERVER_FLAGS = ['--max-semi-space-size=8']

/** What it is given beside: glibc keeps a heap for each thread, and most of their freed memory, unless told to share two. */
export const SERVER_ENV = { MALLOC_ARENA_MAX: '2' }
