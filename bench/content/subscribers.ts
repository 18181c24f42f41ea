import type { subscribers } from '#contract/content/subscribers.ts'
import type { QueryOf } from '#contract/kit/endpoint.ts'
import { firstSubscribers } from '#server/content/subscribers/list.ts'
import { asking, interleaved, startBare, type Asking } from '../asking.ts'
import { rounded, type Figure } from '../figure.ts'
import { COMPANY, fillSmall, untilQuiet, type Place } from '../place.ts'
import { recording } from '../platform/recorded.ts'

type Query = QueryOf<typeof subscribers.list>

const GOAL = 0.8
const SEARCH_GOAL = 0.5
const GROWTH = 1.3
const SMALL = 20_000

/** A figure’s name, what is asked for, and how the address says it. */
type Page = readonly [name: string, query: Query, goal: number]
const FIRST: Page = ['subscribers', {}, GOAL]
const PAGES: readonly Page[] = [
  FIRST,
  ['subscribers: one status', { status: ['complained'] }, GOAL],
  ['subscribers: statuses', { status: ['bounced', 'complained', 'unsubscribed'] }, GOAL],
  ['subscribers: source', { source: ['registration'] }, GOAL],
  ['subscribers: last page', { page: 500 }, GOAL],
  ['subscribers: search', { search: 'a7c3' }, SEARCH_GOAL],
]
const WIRE: Readonly<Record<string, string>> = { page: 'current', search: 'searchText' }

/** The list of subscribers with its exact total, against the bare select that counts nothing; and how that grows with the list. */
export const subscriberLists = async (place: Place, rows: number, rounds: number): Promise<Figure[]> => {
  await fillSmall(place)
  await addSubscribers(place, Math.min(SMALL, rows))
  const small = await asking(place, (at) => measured(place, at, FIRST, rounds))
  await addSubscribers(place, rows - SMALL)
  return asking(place, async (at) => {
    const figures: Figure[] = []
    for (const page of PAGES) {
      const sides = await measured(place, at, page, rounds)
      const [name, , goal] = page
      const growth = name === 'subscribers' ? small.ours / sides.ours : undefined
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
    services.tenants.read(caller.companyId, (tenant) => firstSubscribers(tenant, caller, query)),
  )
  const bare = await startBare(place, name.replaceAll(/\W+/g, '-'), select, 'leadroom_login')
  const asked = new URLSearchParams(
    Object.entries(query).flatMap(([key, value]) => [value].flat().map((each) => [WIRE[key] ?? key, String(each)])),
  )
  const ours = load(`/marketing/newsletter-list?${asked.toString()}`)
  return interleaved(ours, { ...load('/list'), port: bare.port }, rounds).finally(() => bare.stop())
}

/** Subscribers without a history, most of them subscribed. */
const addSubscribers = async ({ owner }: Place, many: number) => {
  if (many <= 0) return
  const client = await owner.connect()
  try {
    await client.query('begin')
    await client.query('set local session_replication_role = replica')
    await client.query(
      `insert into newsletter_subscribers (company_id, email, name, status, blocked_from, status_source, source, created_at, status_at, confirmed_at)
       select c.id, md5(m.n::text) || '@' || m.n % 977 || '.example', 'Person ' || m.n, status, case when status = 'blocked' then 'subscribed' end,
         'form', (array['website_form', 'website_form', 'import', 'manual', 'registration'])[1 + m.n % 5],
         now() - m.n * interval '30 seconds', now() - m.n * interval '20 seconds', now() - m.n * interval '25 seconds'
       from identity.companies c
       cross join (select n + (select count(*) from newsletter_subscribers) as n from generate_series(1, $2::int) n) m
       cross join lateral (select case when m.n % 100 = 0 then 'complained' when m.n % 50 = 1 then 'bounced' when m.n % 50 = 2 then 'blocked'
         when m.n % 25 = 3 then 'unconfirmed' when m.n % 10 = 4 then 'unsubscribed' else 'subscribed' end as status) s
       where c.domain = $1`,
      [COMPANY, many],
    )
    // What was counted before is not true any more, and nobody has noted the difference.
    await client.query('delete from list_counts')
    await client.query('commit')
    await client.query('vacuum analyze newsletter_subscribers')
  } finally {
    client.release()
  }
}
