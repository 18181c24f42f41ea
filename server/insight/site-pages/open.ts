import type { FetchPublic } from '#server/outside/fetch-public.ts'
import { openPageReader, type PageReader } from './read-page.ts'
import { openRobots, type Robots } from './robots.ts'

export interface SitePages {
  robots: Robots
  readPage: PageReader
}

const opened = new WeakMap<FetchPublic, SitePages>()

/** One for all who read pages by the same way, so that they ask a site for its robots.txt once. */
export const sitePages = (fetchPublic: FetchPublic): SitePages => {
  const known = opened.get(fetchPublic)
  if (known) return known
  const robots = openRobots(fetchPublic)
  const made = { robots, readPage: openPageReader(fetchPublic, robots) }
  opened.set(fetchPublic, made)
  return made
}
