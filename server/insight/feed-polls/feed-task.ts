import { readFeed } from './read-feed.ts'

// The task of a thread: what a feed says.

export const parse = readFeed
