import { parseFeed } from 'feedsmith'
import { readFeed } from '#server/insight/feed-polls/read-feed.ts'
import { median, rounded, type Figure } from '../figure.ts'
import { sampleFeed } from './sample-feed.ts'

const FEEDS = 45
const GOAL = 0.6
const FIRST_GOAL = 0.1
const SIDES = ['again', 'first', 'bare'] as const

/** From the bytes of feeds with one new post each to rows that are ready to be stored, against the parser alone; and the same of feeds that nobody has read yet. */
export const feedParse = async (rounds: number): Promise<Figure[]> => {
  const feeds = Array.from({ length: FEEDS }, (_, at) => sampleFeed(at, 1))
  const bytes = feeds.map((text) => new TextEncoder().encode(text))
  const megabytes = bytes.reduce((sum, { length }) => sum + length, 0) / 1e6
  const known = feeds.map((_, at) => digestsIn(sampleFeed(at)))
  const read = (digests: readonly (readonly string[])[]) =>
    bytes.forEach((each, at) =>
      readFeed({
        bytes: each,
        contentType: null,
        url: 'https://rival.example/feed',
        digests: digests[at] ?? [],
      }),
    )
  const times: Record<(typeof SIDES)[number], number[]> = { again: [], first: [], bare: [] }
  for (let round = 0; round <= rounds; round++) {
    const took = {
      again: timed(() => read(known)),
      bare: timed(() => feeds.forEach((each) => parseFeed(each))),
      first: timed(() => read([])),
    }
    // The first round warms all up.
    if (round > 0) for (const side of SIDES) times[side].push(megabytes / took[side])
  }
  const figure = (name: string, ours: number, goal: number): Figure => {
    const bare = median(times.bare)
    return {
      figure: name,
      ratio: rounded(ours / bare),
      rows: FEEDS,
      ours: rounded(ours),
      bare: rounded(bare),
      unit: 'MB/s',
      goal: `≥ ${goal}`,
      meets: ours / bare >= goal,
    }
  }
  return [figure('feed-parse', median(times.again), GOAL), figure('feed-parse: first', median(times.first), FIRST_GOAL)]
}

const digestsIn = (text: string) => {
  const read = readFeed({
    bytes: new TextEncoder().encode(text),
    contentType: null,
    url: 'https://rival.example/feed',
  })
  return 'items' in read ? read.items.map(({ digest }) => digest) : []
}

/** In seconds. */
const timed = (act: () => void) => {
  const from = performance.now()
  act()
  return (performance.now() - from) / 1_000
}
