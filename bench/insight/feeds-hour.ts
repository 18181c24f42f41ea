import { connect } from 'node:net'
import { parseFeed } from 'feedsmith'
import { request } from 'undici'
import { openFetchPublic } from '#server/outside/fetch-public.ts'
import { pollFeeds } from '#server/insight/feed-polls/poll.ts'
import { withServices } from '../asking.ts'
import { rounded, type Figure } from '../figure.ts'
import { COMPANY, fillSmall, type Place } from '../place.ts'
import { startProgram, type Running } from '../real-server.ts'

const FEEDS = 2_000
const GOAL = 3
const GOAL_MB = 150
const GOAL_MINUTES = 5
const MIB = 1024 * 1024

/** What an hour of 2,000 feeds takes of the processor, a tenth of them with one new post, against the same requests and the parser alone. */
export const feedsHour = async (place: Place): Promise<Figure[]> => {
  await fillSmall(place)
  const companyId = await addFeeds(place)
  const sites = await startProgram(['bench/insight/feed-site.ts'], {})
  try {
    // The jobs of a server would read the same feeds.
    return await withServices(place, async (services) => {
      const fetchPublic = openFetchPublic({
        agent: 'bench',
        resolve: async () => ['93.184.216.34'],
        dial: ([first = '']) => ({
          socket: connect({ host: '127.0.0.1', port: sites.port }),
          reached: () => first,
        }),
      })
      const poll = pollFeeds({ fetchPublic, apartMs: 0 })
      const pollAll = async () => {
        await place.owner.query(`update feed_states set next_at = now() - interval '1 second'`)
        while (await isDue(place)) await poll(services.tenants, companyId)
      }
      // As the hour before, when all were read.
      await pollAll()
      await new Promise((resolve) => setTimeout(resolve, 2_000))
      const idle = process.memoryUsage().rss / MIB
      let most = idle
      const watch = setInterval(() => (most = Math.max(most, process.memoryUsage().rss / MIB)), 100)
      await change(sites, 1)
      const ours = await measured(pollAll)
      clearInterval(watch)
      const etags = new Map(Array.from({ length: FEEDS }, (_, feed) => [feed, feed % 10 === 0 ? '"1"' : '"0"']))
      await change(sites, 2)
      const bare = await measured(() => readAll(sites, etags))
      await expectAllRead(place)
      const ratio = ours.cpu / bare.cpu
      return [
        {
          figure: 'feeds-hour',
          ratio: rounded(ratio),
          rows: FEEDS,
          ours: rounded(ours.cpu),
          bare: rounded(bare.cpu),
          unit: 's of processor',
          goal: `≤ ${GOAL}`,
          meets: ratio <= GOAL,
        },
        {
          figure: 'feeds-hour: time',
          ratio: rounded(ours.took / 60 / GOAL_MINUTES),
          rows: FEEDS,
          ours: rounded(ours.took),
          bare: rounded(bare.took),
          unit: 's',
          goal: `≤ ${GOAL_MINUTES} min`,
          meets: ours.took / 60 <= GOAL_MINUTES,
        },
        {
          figure: 'feeds-hour: memory',
          ratio: rounded((most - idle) / GOAL_MB),
          rows: FEEDS,
          ours: rounded(most - idle),
          unit: 'MB',
          goal: `≤ ${GOAL_MB} MB`,
          meets: most - idle <= GOAL_MB,
        },
      ]
    })
  } finally {
    await sites.stop()
  }
}

const change = ({ port }: Running, edition: number) => request(`http://127.0.0.1:${port}/edition/${edition}`)

const isDue = async ({ owner }: Place) =>
  (await owner.query(`select from feed_states where next_at <= now() limit 1`)).rowCount === 1

/** The bare side: each feed is asked for with its tag, twenty at a time, and what has changed goes through the parser. */
const readAll = async ({ port }: Running, etags: ReadonlyMap<number, string>) => {
  const left = [...etags]
  const one = async () => {
    for (let next = left.pop(); next; next = left.pop()) {
      const [feed, etag] = next
      const { statusCode, body } = await request(`http://127.0.0.1:${port}/feed/${feed}`, {
        headers: { 'if-none-match': etag },
      })
      const text = await body.text()
      if (statusCode === 200) parseFeed(text)
    }
  }
  await Promise.all(Array.from({ length: 20 }, one))
}

/** In seconds, of this process with all its threads. */
const measured = async (work: () => Promise<unknown>) => {
  const [before, from] = [process.cpuUsage(), performance.now()]
  await work()
  const { user, system } = process.cpuUsage(before)
  return { cpu: (user + system) / 1e6, took: (performance.now() - from) / 1_000 }
}

/** A figure of polls that failed would be one of nothing. */
const expectAllRead = async ({ owner }: Place) => {
  const { rows } = await owner.query<{ outcome: string; polls: number }>(
    `select outcome, count(*)::int as polls from feed_polls group by outcome order by outcome`,
  )
  const told = rows.map(({ outcome, polls }) => `${outcome} ${polls}`).join(', ')
  if (told === `baseline ${FEEDS}, new ${FEEDS / 10}, not_modified ${FEEDS - FEEDS / 10}`) return
  const { rows: why } = await owner.query<{ sentence: string; polls: number }>(
    `select sentence, count(*)::int as polls from feed_polls where outcome = 'failed' group by 1 order by 2 desc limit 3`,
  )
  throw new Error([told, ...why.map(({ sentence, polls }) => `${polls} × ${sentence}`)].join('\n'))
}

/** Answers whose they are. */
const addFeeds = async ({ owner }: Place): Promise<number> => {
  const client = await owner.connect()
  try {
    const { rows } = await client.query<{ id: number }>('select id from identity.companies where domain = $1', [
      COMPANY,
    ])
    const companyId = rows[0]?.id
    if (companyId === undefined) throw new Error('The company of the bench is missing')
    await client.query(
      `select set_config('leadroom.company', $1, false), set_config('leadroom.actor_kind', 'system', false),
         set_config('leadroom.channel', 'demo', false), set_config('leadroom.act', 'demo.made', false),
         set_config('leadroom.change_set', gen_random_uuid()::text, false)`,
      [String(companyId)],
    )
    await client.query('update competitors set deleted_at = now() where company_id = $1', [companyId])
    await client.query('delete from feed_states')
    await client.query('delete from feed_polls')
    await client.query(
      `insert into competitors (company_id, name, site, host)
       select $1, 'Rival ' || n, 'https://rival' || n || '.example/', 'rival' || n || '.example' from generate_series(0, $2::int - 1) n`,
      [companyId, FEEDS],
    )
    await client.query(
      `with added as (
         insert into competitor_feeds (company_id, competitor_id, url, kind, found_by, full_text)
         select $1, id, 'http://' || host || '/feed/' || substring(host from '\\d+'), 'rss', 'typed', 'off' from competitors
         where company_id = $1 and host ~ '^rival\\d+\\.example$' and deleted_at is null
         returning id, url
       )
       insert into feed_states (company_id, feed_id, host) select $1, id, split_part(url, '/', 3) from added`,
      [companyId],
    )
    return companyId
  } finally {
    client.release()
  }
}
