import type { Client } from 'pg'
import type { Staffed } from './companies.ts'
import { placed, writePosts, type Rival } from './competitor-posts.ts'
import { SUBJECTS } from './competitor-texts.ts'
import { changeOf, type Recorded, type Row } from './history.ts'
import { nextId } from './next-id.ts'
import type { Random } from './random.ts'
import { storeRows } from './store.ts'
import { actAt, iso, person } from './world.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** Followed for so long: older posts came with the first reading of their feed. */
const FOLLOWED = 60 * DAY
/** No feed is read until somebody presses Check now. */
const NEVER = '2100-01-01T00:00:00+00:00'

interface Site {
  name: string
  host: string
  colour: string
  kind: 'rss' | 'atom' | 'json'
  path: string
  posts: number
  /** Days since its last post. */
  silent: number
  state: 'ok' | 'late' | 'broken'
  sentence: string
}
const SITES: readonly Site[] = [
  {
    name: 'Norden Pumps',
    host: 'norden-pumps.example',
    colour: '#0b6b3a',
    kind: 'rss',
    path: '/blog/feed',
    posts: 64,
    silent: 0.2,
    state: 'ok',
    sentence: 'Read without a fault. Press Check now to read it again.',
  },
  {
    name: 'Fluidwerk',
    host: 'fluidwerk.example',
    colour: '#1b6fa8',
    kind: 'atom',
    path: '/wissen/atom.xml',
    posts: 58,
    silent: 0.9,
    state: 'ok',
    sentence: 'Read without a fault. Press Check now to read it again.',
  },
  {
    name: 'Sealtrade',
    host: 'sealtrade.example',
    colour: '#a3294a',
    kind: 'rss',
    path: '/feed.xml',
    posts: 48,
    silent: 5,
    state: 'broken',
    sentence: 'The site refuses us (403). Ask its owner, or use the sitemap.',
  },
  {
    name: 'Axon Process',
    host: 'axon-process.example',
    colour: '#8a4b00',
    kind: 'json',
    path: '/news.json',
    posts: 30,
    silent: 22,
    state: 'late',
    sentence: 'Nothing new for 22 days; usually every 5.',
  },
]

const WATCHED = 'Food grade'

/** For what the company sells: how many leads request it stands beside these topics. */
const CATEGORY_OF: Readonly<Record<string, string>> = {
  'Tube life': 'Pumps',
  'Dry running': 'Pumps',
  Sealing: 'Seals and bearings',
  'O-rings': 'Seals and bearings',
  'Relief valves': 'Valves',
  'Solenoid valves': 'Valves',
  'Food grade': 'Hoses and fittings',
  Couplings: 'Hoses and fittings',
}

type Make = (table: Recorded, at: number, act: string, changeSet: string, fields: Row) => Promise<Row & { id: number }>

interface Follower {
  client: Client
  random: Random
  companyId: number
  manager: number
  make: Make
  since: number
  now: number
}

/** Four competitors with 200 posts, the topics of these, alerts, and what two people have read. */
export const followCompetitors = async (client: Client, random: Random, { companyId, staff }: Staffed, now: number) => {
  await client.query(`select set_config('leadroom.company', $1, true)`, [String(companyId)])
  const manager = staff.get('manager') ?? 0
  const changes: Row[] = []
  const since = now - FOLLOWED
  const make: Make = async (table, at, act, changeSet, fields) => {
    const id = await nextId(client, table)
    const row = { company_id: companyId, id, ...fields, created_at: iso(at), updated_at: iso(at), version: 1 }
    const change = changeOf(table, undefined, row, { ...actAt({ random }, at, person(manager), act), changeSet }, () =>
      random.hex(16),
    )
    if (change) changes.push(change)
    return row
  }
  const follower: Follower = { client, random, companyId, manager, make, since, now }
  const { competitors, feeds, states, rivals } = await followSites(follower)
  const topics = await makeTopics(follower)
  const watched = topics.find(({ name }) => name === WATCHED)
  const news = await makeAlert(follower, 'New posts about food grade', 'new_post_in_topic', watched ? [watched.id] : [])
  const broken = await makeAlert(follower, 'A feed is broken', 'feed_broken', [])
  await storeRows(client, companyId, {
    competitors,
    competitor_feeds: feeds,
    competitor_topics: topics,
    competitor_alerts: [news, broken],
    changes,
  })
  await placed(client, 'feed_states', states)
  const posts = await writePosts(client, random, { companyId, rivals, topics, since, now })
  // What our own posts are about, and how near they come, is made by the server.
  await client.query(`select mark_due('understand-posts')`)
  const later = posts.filter(({ seen }) => seen > since + DAY)
  await placed(
    client,
    'competitor_alert_hits',
    later
      .filter(({ topicIds }) => watched && topicIds.includes(watched.id))
      .map(({ id, seen }) => ({
        company_id: companyId,
        alert_id: news.id,
        about: `cluster ${id}`,
        post_id: id,
        at: iso(seen),
      })),
  )
  await placed(
    client,
    'competitor_post_reads',
    [manager, staff.get('admin') ?? manager].flatMap((reader) =>
      later
        .filter(({ seen }) => seen < now - 7 * DAY || random.chance(0.35))
        .map(({ id, seen }) => ({
          company_id: companyId,
          person_id: reader,
          post_id: id,
          read_at: iso(Math.min(now - MINUTE, seen + random.between(1, 40) * HOUR)),
          saved_at: random.chance(0.06) ? iso(now - HOUR) : null,
        })),
    ),
  )
}

/** The sites with a feed each, and how these do. */
const followSites = async ({ random, companyId, manager, make, since, now }: Follower) => {
  const rivals: Rival[] = []
  const competitors: Row[] = []
  const feeds: Row[] = []
  const states: Row[] = []
  for (const [place, site] of SITES.entries()) {
    const at = since + place * 4 * MINUTE
    const added = random.uuid()
    const competitor = await make('competitors', at, 'competitors.add', added, {
      name: site.name,
      site: `https://${site.host}/`,
      host: site.host,
      own: false,
      colour: site.colour,
      note: '',
      paused: false,
      added_by: manager,
    })
    const feed = await make('competitor_feeds', at, 'competitors.add', added, {
      competitor_id: competitor.id,
      url: `https://${site.host}${site.path}`,
      kind: site.kind,
      found_by: 'link',
      path_prefix: '',
      full_text: 'auto',
      keep_words: [],
      mute_words: [],
      interval_min: 60,
      paused: false,
    })
    const lastNew = now - site.silent * DAY
    const isBroken = site.state === 'broken'
    const okUntil = isBroken ? lastNew + 2 * DAY : now - 3 * HOUR
    competitors.push(competitor)
    feeds.push(feed)
    states.push({
      company_id: companyId,
      feed_id: feed.id,
      state: site.state,
      sentence: site.sentence,
      title: `${site.name}: blog`,
      language: 'en',
      next_at: NEVER,
      failures: isBroken ? 5 : 0,
      gone_times: 0,
      last_poll_at: iso(now - 3 * HOUR),
      last_ok_at: iso(okUntil),
      last_full_at: iso(okUntil),
      last_new_at: iso(lastNew),
      cadence_hours: Math.round(2_880 / site.posts),
    })
    rivals.push({
      id: competitor.id,
      feedId: feed.id,
      host: site.host,
      posts: site.posts,
      silent: site.silent,
      refusesSince: isBroken ? okUntil : undefined,
    })
  }
  return { competitors, feeds, states, rivals }
}

/** One for each subject, beside the category of the catalogue that it is about. */
const makeTopics = async ({ client, random, companyId, manager, make, since }: Follower) => {
  const { rows: categories } = await client.query<{ id: string; name: string }>(
    'select id, name from product_categories where company_id = $1 and deleted_at is null',
    [companyId],
  )
  const topics: (Row & { id: number; name: string })[] = []
  for (const [place, { topic, phrases }] of SUBJECTS.entries()) {
    const category = categories.find(({ name }) => name === CATEGORY_OF[topic])
    const row = await make('competitor_topics', since + HOUR + place * MINUTE, 'competitor-topics.add', random.uuid(), {
      name: topic,
      phrases: [...phrases],
      colour: '#475569',
      watch: topic === WATCHED,
      source: 'own',
      category_id: category ? Number(category.id) : null,
      added_by: manager,
    })
    topics.push({ ...row, name: topic })
  }
  return topics
}

const makeAlert = (
  { random, manager, make, since }: Follower,
  name: string,
  kind: string,
  topicIds: readonly number[],
) =>
  make('competitor_alerts', since + 2 * HOUR, 'competitor-alerts.add', random.uuid(), {
    name,
    kind,
    topic_ids: topicIds,
    words: [],
    days: null,
    people: [],
    active: true,
    added_by: manager,
  })
