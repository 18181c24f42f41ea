/**
 * How Node is started for the server. Its young generation is kept small: by default an idle server holds some 50 MB of
 * memory that was needed only while it started.
 */
export const SERVER_FLAGS = ['--max-semi-space-size=8']
