import robotsParser from 'robots-parser'

// The task of a thread: what a robots.txt says about addresses.

export interface RobotsSay {
  allowed: boolean[]
  sitemaps: string[]
}

interface Robots {
  isAllowed(url: string, name: string): boolean | undefined
  getSitemaps(): string[]
}

const MOST_SITEMAPS = 20

/** The package is one function; its types are those of another kind of module. */
const readRobots = (address: string, text: string): Robots => {
  const read: unknown = robotsParser
  if (typeof read !== 'function') throw new Error('robots-parser is no function')
  return read(address, text)
}

export const parse = ({
  address,
  text,
  name,
  urls,
}: {
  address: string
  text: string
  name: string
  urls: string[]
}): RobotsSay => {
  const robots = readRobots(address, text)
  return {
    allowed: urls.map((url) => robots.isAllowed(url, name) ?? true),
    sitemaps: robots.getSitemaps().slice(0, MOST_SITEMAPS),
  }
}
