import slugify from '@sindresorhus/slugify'
import type { Client } from 'pg'
import { COVERED_FROM, NEAREST_FROM } from '#contract/insight/competitor-posts.ts'
import type { Subject } from './competitor-subject.ts'
import { AUTHORS, ENDINGS, HEADINGS, SUBJECTS, TITLES } from './competitor-texts.ts'
import type { Row } from './history.ts'
import type { Random } from './random.ts'
import { iso } from './world.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** Over so many days they wrote what they wrote. */
const SPAN = 150
const POINTS = { title: 4, heading: 3, beginning: 2 } as const

export interface Rival {
  id: number
  feedId: number
  host: string
  posts: number
  /** Days since its last post. */
  silent: number
  /** Since when its feed answers nothing. */
  refusesSince: number | undefined
}

interface Following {
  companyId: number
  rivals: readonly Rival[]
  topics: readonly { id: number; name: string }[]
  /** When their feeds were read first. */
  since: number
  now: number
}

interface Written {
  id: number
  rival: Rival
  subject: Subject
  title: string
  paragraphs: readonly string[]
  headings: readonly string[]
  author: string | null
  published: number
  seen: number
  clusterId: number
}

interface Match {
  topic: string
  phrase: string
  place: string
  points: number
}

/** Stores rows of a table without a history. */
export const placed = async (client: Client, table: string, rows: readonly Row[]) => {
  const [first] = rows
  if (!first) return
  const columns = Object.keys(first).join(', ')
  await client.query(
    `insert into ${table} (${columns}) overriding system value select ${columns} from jsonb_populate_recordset(null::${table}, $1::jsonb)`,
    [JSON.stringify(rows)],
  )
}

/** Their posts with topics, copies, changes, polls and how near ours come; answers what people may have read of. */
export const writePosts = async (client: Client, random: Random, following: Following) => {
  const { companyId, topics, since, now } = following
  const posts = await written(client, random, following)
  const ours = await ourPosts(client, companyId)
  const polls = await pollsOf(client, random, following, posts)
  const revised = new Set(posts.filter((_, at) => at % 29 === 7).map(({ id }) => id))
  const matches = new Map(posts.map((post) => [post.id, matchesOf(post)]))
  await placed(client, 'feed_polls', polls.rows)
  await placed(
    client,
    'competitor_posts',
    posts.map((post) => {
      const { id, rival, title, paragraphs, published, seen } = post
      const text = paragraphs.join('\n\n')
      return {
        company_id: companyId,
        id,
        competitor_id: rival.id,
        poll_id: polls.by.get(id) ?? null,
        url: `https://${rival.host}/blog/${slugify(title)}`,
        title,
        author: post.author,
        published_at: iso(published),
        published_raw: new Date(published).toUTCString(),
        date_known: true,
        sort_at: iso(published),
        seen_at: iso(seen),
        words: text.split(/\s+/).length,
        language: 'en',
        excerpt: paragraphs[0]?.slice(0, 300) ?? '',
        summary: summaryOf(paragraphs),
        text,
        html: htmlOf(post),
        source: 'feed',
        cluster_id: post.clusterId,
        revisions: revised.has(id) ? 1 : 0,
        ...coverageOf(random, post, ours),
        understood_at: iso(seen),
        old_news: seen <= since + HOUR,
      }
    }),
  )
  await placed(
    client,
    'competitor_post_revisions',
    posts
      .filter(({ id }) => revised.has(id))
      .map(({ id, title, paragraphs, seen }, at) => {
        const text = paragraphs.join('\n\n')
        const was = at % 2 === 0 ? { field: 'title', old: `${title} (draft)`, new: title } : undefined
        return {
          company_id: companyId,
          post_id: id,
          at: iso(Math.min(now - MINUTE, seen + 2 * DAY)),
          ...(was ?? { field: 'text', old: paragraphs.slice(0, -1).join('\n\n'), new: text }),
        }
      }),
  )
  const topicIds = new Map(topics.map(({ id, name }) => [name, id]))
  await placed(
    client,
    'competitor_post_topics',
    posts.flatMap(({ id }) =>
      (matches.get(id) ?? []).flatMap(({ topic, ...match }) => {
        const topicId = topicIds.get(topic)
        return topicId === undefined ? [] : [{ company_id: companyId, post_id: id, topic_id: topicId, ...match }]
      }),
    ),
  )
  return posts.map(({ id, seen }) => ({
    id,
    seen,
    topicIds: (matches.get(id) ?? []).flatMap(({ topic }) => topicIds.get(topic) ?? []),
  }))
}

/** In the order in which they were published. Some appear with a second competitor, word for word. */
const written = async (client: Client, random: Random, { rivals, since, now }: Following): Promise<Written[]> => {
  const total = rivals.reduce((sum, { posts }) => sum + posts, 0)
  const { rows } = await client.query<{ id: string }>(
    `select nextval('competitor_posts_id_seq') as id from generate_series(1, $1::int)`,
    [total],
  )
  const times = rivals
    .flatMap((rival) =>
      Array.from({ length: rival.posts }, (_, at) => {
        const spread = ((SPAN - rival.silent) * DAY) / rival.posts
        return { rival, published: now - rival.silent * DAY - at * spread - random.next() * spread * (at ? 0.9 : 0) }
      }),
    )
    .toSorted((one, other) => one.published - other.published)
  const used = new Set<string>()
  const posts: Written[] = []
  for (const [at, { rival, published }] of times.entries()) {
    const id = Number(rows[at]?.id)
    const seen = published < since ? since : Math.min(now - MINUTE, published + random.between(2, 55) * MINUTE)
    const original = posts.at(-1)
    if (at % 31 === 30 && original && original.rival !== rival && original.clusterId === original.id) {
      posts.push({ ...original, id, rival, published, seen })
      continue
    }
    const subject = random.pick(subjectsAt((now - published) / DAY))
    posts.push({ ...newPost(random, subject, used), id, rival, published, seen, clusterId: id })
  }
  return posts
}

const subjectsAt = (daysAgo: number): [Subject, ...Subject[]] => {
  const [first, ...rest] = SUBJECTS.filter(({ since }) => since === undefined || daysAgo <= since)
  if (!first) throw new Error('Competitors of the demo have nothing to write about')
  return [first, ...rest]
}

const newPost = (random: Random, subject: Subject, used: Set<string>) => {
  let title = ''
  do title = capital(random.pick(TITLES)(random.pick(subject.things)))
  while (used.has(title))
  used.add(title)
  const sentences = subject.sentences
    .map((sentence) => ({ sentence, place: random.next() }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ sentence }) => sentence)
  const cut = [0, 2, 4, 6].map((from) => sentences.slice(from, from + 2).join(' ')).filter(Boolean)
  const first = random.between(0, HEADINGS.length - 1)
  return {
    subject,
    title,
    paragraphs: [...cut, random.pick(ENDINGS)],
    headings: [0, 1].map((step) => HEADINGS[(first + step) % HEADINGS.length] ?? ''),
    author: random.pick(AUTHORS),
  }
}

const capital = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`

/** The opening, a heading, two paragraphs, a heading, the rest. */
const htmlOf = ({ paragraphs, headings }: Pick<Written, 'paragraphs' | 'headings'>) =>
  paragraphs
    .map((text, at) => `${at % 2 === 1 ? `<h2>${headings[(at - 1) / 2] ?? ''}</h2>` : ''}<p>${text}</p>`)
    .join('\n')
    .replaceAll('<h2></h2>', '')

const summaryOf = ([opening = '']: readonly string[]) => opening

/** Which topics a post has, by which phrase and where: the title counts most. */
const matchesOf = ({ title, paragraphs }: Written): Match[] =>
  SUBJECTS.flatMap<Match>(({ topic, phrases }) => {
    const inTitle = phrases.find((phrase) => title.toLowerCase().includes(phrase))
    if (inTitle) return [{ topic, phrase: inTitle, place: 'title', points: POINTS.title }]
    const beginning = paragraphs.slice(0, 3).join(' ').toLowerCase()
    const early = phrases.find((phrase) => beginning.includes(phrase))
    return early ? [{ topic, phrase: early, place: 'beginning', points: POINTS.beginning }] : []
  })

const ourPosts = async (client: Client, companyId: number) => {
  const { rows } = await client.query<{ id: string; title: string }>(
    `select p.id, v.title from blog_posts p join blog_versions v on v.company_id = p.company_id and v.post_id = p.id and v.number = p.live_version
     where p.company_id = $1 and p.live and p.archived_at is null`,
    [companyId],
  )
  return new Map(rows.map(({ id, title }) => [title, Number(id)]))
}

const coverageOf = (random: Random, { subject }: Written, ours: ReadonlyMap<string, number>) => {
  const score = Math.max(0, (subject.ours?.most ?? 0) - random.between(0, 9))
  const ourId = subject.ours && ours.get(subject.ours.title)
  if (ourId === undefined || score < NEAREST_FROM) return { our_post_id: null, our_score: null, coverage: 'gap' }
  return { our_post_id: ourId, our_score: score, coverage: score >= COVERED_FROM ? 'covered' : 'nearest' }
}

/** The readings of the last 30 days that brought something, and the latest ones of each feed. */
const pollsOf = async (
  client: Client,
  random: Random,
  { companyId, rivals, now }: Following,
  posts: readonly Written[],
) => {
  const rows: Row[] = []
  const by = new Map<number, number>()
  const poll = async (feedId: number, at: number, values: Row) => {
    const { rows: ids } = await client.query<{ id: string }>(`select nextval('feed_polls_id_seq') as id`)
    const id = Number(ids[0]?.id)
    rows.push({
      company_id: companyId,
      id,
      feed_id: feedId,
      at: iso(at),
      outcome: 'not_modified',
      http_status: 304,
      bytes: 0,
      new: 0,
      changed: 0,
      ms: random.between(90, 700),
      sentence: 'Nothing changed since the last reading.',
      ...values,
    })
    return id
  }
  for (const { id, rival, seen } of posts.filter(({ published }) => published > now - 30 * DAY))
    by.set(
      id,
      await poll(rival.feedId, seen, {
        outcome: 'new',
        http_status: 200,
        bytes: random.between(9_000, 80_000),
        new: 1,
        sentence: '1 new post.',
      }),
    )
  for (const { feedId, refusesSince } of rivals)
    for (let ago = 8; ago > 2; ago -= 1)
      await poll(
        feedId,
        now - ago * HOUR,
        refusesSince === undefined
          ? {}
          : { outcome: 'failed', http_status: 403, sentence: 'The site refuses us (403).' },
      )
  return { rows, by }
}
