import type { competitorPosts } from '#contract/insight/competitor-posts.ts'
import type { BodyOf } from '#contract/kit/endpoint.ts'
import { firstPosts } from '#server/insight/competitor-posts/list.ts'
import { extracted } from '#server/insight/competitor-summary/kept.ts'
import { asking, interleaved, startBare, type Asking } from '../asking.ts'
import { median, rounded, type Figure } from '../figure.ts'
import { COMPANY, fillSmall, untilQuiet, type Place } from '../place.ts'
import { recording } from '../platform/recorded.ts'

type Query = BodyOf<typeof competitorPosts.list>
type Page = readonly [name: string, query: Query, goal: number]

const GOAL = 0.8
const SEARCH_GOAL = 0.5
const GROWTH = 1.3
const SMALL = 20_000
const FIRST: Page = ['posts-list', {}, GOAL]
const PAGES: readonly Page[] = [
  FIRST,
  ['posts-list: every copy', { cluster: 'all' }, GOAL],
  ['posts-list: gaps', { coverage: ['gap'] }, GOAL],
  ['posts-list: last page', { page: 500 }, GOAL],
  ['posts-search', { search: 'a7c3f' }, SEARCH_GOAL],
  ['posts-search: phrase and not', { search: '"number a7c" -title:pump' }, SEARCH_GOAL],
]

/** The list of posts with its exact total, against the bare select that counts nothing; and how that grows with the list. */
export const competitorPostLists = async (place: Place, rows: number, rounds: number): Promise<Figure[]> => {
  await fillSmall(place)
  await addPosts(place, Math.min(SMALL, rows))
  const small = await asking(place, (at) => measured(place, at, FIRST, rounds))
  await addPosts(place, rows - SMALL)
  return asking(place, async (at) => {
    const figures: Figure[] = []
    for (const page of PAGES) {
      const sides = await measured(place, at, page, rounds)
      const [name, , goal] = page
      const growth = page === FIRST ? small.ours / sides.ours : undefined
      figures.push({
        figure: name,
        ratio: rounded(sides.ratio),
        ...(growth === undefined ? {} : { growth: rounded(growth) }),
        rows,
        ours: rounded(sides.ours),
        bare: rounded(sides.bare),
        unit: 'pages/s',
        goal: growth === undefined ? `≥ ${goal}` : `≥ ${goal}, growth ≤ ${GROWTH}`,
        meets: sides.ratio >= goal && (growth ?? 0) <= GROWTH,
      })
    }
    return figures
  })
}

const measured = async (place: Place, { services, token, load }: Asking, [name, query]: Page, rounds: number) => {
  await untilQuiet(place)
  const caller = await services.auth.callerOfToken(token)
  if (!caller) throw new Error('The token does not hold')
  const select = await recording(() =>
    services.tenants.read(caller.companyId, (tenant) => firstPosts(tenant, caller, query)),
  )
  const bare = await startBare(place, name.replaceAll(/\W+/g, '-'), select, 'leadroom_login')
  const get = load('/competitorInsight/get_competitorPost')
  const ours = { ...get, method: 'POST', body: JSON.stringify(query) } as const
  return interleaved(ours, { ...load('/list'), port: bare.port }, rounds).finally(() => bare.stop())
}

const SUMMARISED = 2_000
const SUMMARY_GOAL = 3

/** A summary of 2,000 posts, against reading their texts. */
export const competitorSummaries = async (place: Place, rounds: number): Promise<Figure[]> => {
  await fillSmall(place)
  await addPosts(place, SUMMARISED)
  return asking(place, async ({ services, token }) => {
    const caller = await services.auth.callerOfToken(token)
    if (!caller) throw new Error('The token does not hold')
    const period = { from_date: '2000-01-01', to_date: '2100-01-01' }
    const about = { competitor: undefined, period, zone: 'UTC' }
    const took = async (work: () => Promise<unknown>) => {
      const begin = performance.now()
      await work()
      return performance.now() - begin
    }
    const times: { ours: number; bare: number }[] = []
    for (let round = 0; round < rounds; round += 1) {
      const ours = await took(() => services.tenants.read(caller.companyId, (tenant) => extracted(tenant, about)))
      const bare = await took(() =>
        place.owner.query(
          `select p.id, p.text from competitor_posts p join identity.companies c on c.id = p.company_id and c.domain = $1
           order by p.sort_at desc limit ${SUMMARISED}`,
          [COMPANY],
        ),
      )
      times.push({ ours, bare })
    }
    const [ours, bare] = [median(times.map((each) => each.ours)), median(times.map((each) => each.bare))]
    return [
      {
        figure: 'summary',
        ratio: rounded(ours / bare),
        rows: SUMMARISED,
        ours: rounded(ours),
        bare: rounded(bare),
        unit: 'ms',
        goal: `≤ ${SUMMARY_GOAL}`,
        meets: ours / bare <= SUMMARY_GOAL,
      },
    ]
  })
}

/** Posts of four competitors, a tenth of them copies, of texts of about 200 words. */
const addPosts = async ({ owner }: Place, many: number) => {
  if (many <= 0) return
  const client = await owner.connect()
  try {
    await client.query('begin')
    await client.query('set local session_replication_role = replica')
    await client.query(
      `insert into competitors (company_id, name, site, host)
       select c.id, 'Rival ' || n, 'https://rival' || n || '.example/', 'rival' || n || '.example'
       from identity.companies c cross join generate_series(1, 4) n
       where c.domain = $1 and not exists (select from competitors x where x.company_id = c.id and x.name = 'Rival ' || n)`,
      [COMPANY],
    )
    await client.query(
      `insert into competitor_posts (company_id, competitor_id, url, title, author, published_at, date_known, sort_at, seen_at, words, language,
         excerpt, summary, text, source, cluster_id, coverage, understood_at)
       select c.id, r.ids[1 + m.n % 4], 'https://rival.example/' || m.n, 'Post ' || m.n || ' of ' || (array['pumps', 'seals', 'valves'])[1 + m.n % 3],
         'Author ' || m.n % 50, t.at, true, t.at, t.at, 200, 'en', 'Excerpt', 'Two sentences.',
         (select string_agg('Sentence ' || s || ' says that number ' || left(md5(m.n || '-' || s), 12) || ' of ' || (array['pumps', 'seals', 'valves'])[1 + (m.n + s) % 3]
           || ' lasts longer in water that is hard.', ' ') from generate_series(1, 12) s),
         'feed', 0, (array['gap', 'nearest', 'covered', 'nearest', 'covered'])[1 + m.n % 5], now()
       from identity.companies c
       cross join lateral (select array_agg(id order by id) as ids from competitors x where x.company_id = c.id and x.name like 'Rival %') r
       cross join (select n + (select count(*) from competitor_posts) as n from generate_series(1, $2::int) n) m
       cross join lateral (select now() - m.n * interval '20 seconds' as at) t
       where c.domain = $1`,
      [COMPANY, many],
    )
    await client.query(
      `update competitor_posts set cluster_id = case when id % 10 = 0 then id - 1 else id end where cluster_id = 0`,
    )
    // What was counted before is not true any more, and nobody has noted the difference.
    await client.query('delete from list_counts')
    await client.query('commit')
    await client.query('vacuum analyze competitor_posts')
  } finally {
    client.release()
  }
}
