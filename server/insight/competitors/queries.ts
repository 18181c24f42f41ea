import { sql } from 'kysely'
import type { CompetitorRow, Feed, FeedPoll, competitors } from '#contract/insight/competitors.ts'
import type { BodyOf } from '#contract/kit/endpoint.ts'
import type { Tenant } from '#server/db/tenant.ts'
import type { Caller } from '#server/kit/auth.ts'
import { badField } from '#server/kit/errors.ts'
import { realDay } from '#server/kit/day.ts'
import { containing, pageBounds, paginationOf } from '#server/kit/page.ts'

const USUAL_DAYS = 30
const WEEKS = 13
const TOP_TOPICS = 3
/** Who has read what is counted for so many days. */
const UNREAD_DAYS = 90

const feedColumns = sql`f.id, f.competitor_id, f.url, f.kind, s.title,
  case when f.paused or c.paused then 'paused' else s.state end as state,
  case when f.paused or c.paused then 'Paused. Resume it to read it again.' else s.sentence end as sentence,
  f.path_prefix, f.full_text, f.keep_words, f.mute_words, f.interval_min, f.paused, s.last_poll_at, s.last_ok_at, s.last_new_at, s.next_at, f.version`
const FEEDS = sql`from competitor_feeds f
  join competitors c on c.company_id = f.company_id and c.id = f.competitor_id
  join feed_states s on s.company_id = f.company_id and s.feed_id = f.id`

const feedsOf = async ({ db, companyId }: Tenant, competitorIds: readonly number[]): Promise<Feed[]> => {
  const { rows } = await sql<Feed>`select ${feedColumns} ${FEEDS}
    where f.company_id = ${companyId} and f.competitor_id = any(${competitorIds}::bigint[]) and f.deleted_at is null order by f.id`.execute(
    db,
  )
  return rows
}

export const feed = async ({ db, companyId }: Tenant, id: number): Promise<Feed | undefined> => {
  const { rows } = await sql<Feed>`select ${feedColumns} ${FEEDS}
    where f.company_id = ${companyId} and f.id = ${id} and f.deleted_at is null and c.deleted_at is null`.execute(db)
  return rows[0]
}

type Query = BodyOf<typeof competitors.list>
type Order = (one: CompetitorRow, other: CompetitorRow) => number
const time = ({ last_post_at }: CompetitorRow) => (last_post_at === null ? 0 : Date.parse(last_post_at))
const words = new Intl.Collator('en')
const SORTS: Readonly<Record<string, Order>> = {
  last_post_at: (one, other) => time(one) - time(other),
  name: (one, other) => words.compare(one.name, other.name),
  posts: (one, other) => one.posts - other.posts,
  per_week: (one, other) => one.per_week - other.per_week,
}

/** All of a company are few: they are sorted by what was counted of them. */
export const list = async (tenant: Tenant, caller: Caller, query: Query) => {
  const { offset, limit, page } = pageBounds(query)
  const name = query.sort ?? 'last_post_at'
  const order = Object.hasOwn(SORTS, name) ? SORTS[name] : undefined
  if (!order)
    throw badField('sort', `The list can’t be sorted by this. Choose one of: ${Object.keys(SORTS).join(', ')}`)
  const rows = await counted(tenant, caller, query)
  const sign = (query.order ?? (name === 'name' ? 'asc' : 'desc')) === 'asc' ? 1 : -1
  const sorted = rows.toSorted((one, other) => sign * order(one, other) || sign * (one.id - other.id))
  return { data: sorted.slice(offset, offset + limit), pagination: paginationOf(page, limit, rows.length) }
}

export const one = async (tenant: Tenant, caller: Caller, id: number): Promise<CompetitorRow | undefined> =>
  (await counted(tenant, caller, { id }))[0]

type Counted = Omit<CompetitorRow, 'feeds'>

const counted = async (
  tenant: Tenant,
  caller: Caller,
  { id, search, from_date, to_date }: Pick<Query, 'search' | 'from_date' | 'to_date'> & { id?: number },
): Promise<CompetitorRow[]> => {
  const { db, companyId } = tenant
  const from = from_date === undefined ? null : realDay('from_date', from_date)
  const to = to_date === undefined ? null : realDay('to_date', to_date)
  if (from !== null && to !== null && from > to)
    throw badField('to_date', 'Choose an end that is not before the beginning.')
  const text = search?.trim() ?? ''
  const zone = caller.timeZone
  const { rows } = await sql<Counted>`
    with days as (
      select d.first, d.last, (d.last - d.first) + 1 as days from (
        select coalesce(${from}::date, coalesce(${to}::date, (now() at time zone ${zone})::date) - ${USUAL_DAYS - 1}::int) as first,
          coalesce(${to}::date, greatest(${from}::date, (now() at time zone ${zone})::date)) as last) d
    ), period as (
      select days, first::timestamp at time zone ${zone} as begins, (last + 1)::timestamp at time zone ${zone} as ends,
        (first - days)::timestamp at time zone ${zone} as before from days
    )
    select c.id, c.name, c.site, c.own, c.colour, c.note, c.paused, c.version,
      figures.posts, figures.posts_before, round(figures.posts * 7.0 / period.days, 1)::float as per_week, last.last_post_at,
      silence.days as longest_silence_d, topics.top_topics, topics.new_topics, unread.unread, weeks.weeks
    from competitors c cross join period
    cross join lateral (
      select count(*) filter (where p.sort_at >= period.begins)::int as posts, count(*) filter (where p.sort_at < period.begins)::int as posts_before
      from competitor_posts p where p.company_id = c.company_id and p.competitor_id = c.id and p.hidden_at is null
        and p.sort_at >= period.before and p.sort_at < period.ends
    ) figures
    cross join lateral (
      select max(p.sort_at) as last_post_at from competitor_posts p
      where p.company_id = c.company_id and p.competitor_id = c.id and p.hidden_at is null
    ) last
    cross join lateral (
      select coalesce(floor(max(extract(epoch from gap.until - gap.since) / 86400))::int, 0) as days from (
        select at as since, lead(at) over (order by at) as until from (
          select period.begins as at union all select least(period.ends, now()) union all
          select p.sort_at from competitor_posts p where p.company_id = c.company_id and p.competitor_id = c.id and p.hidden_at is null
            and p.sort_at >= period.begins and p.sort_at < period.ends
        ) moments
      ) gap
    ) silence
    cross join lateral (
      select coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'name', t.name) order by t.posts desc, t.id) filter (where t.place <= ${TOP_TOPICS}), '[]') as top_topics,
        coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'name', t.name) order by t.posts desc, t.id) filter (where not t.earlier), '[]') as new_topics
      from (
        select f.*, row_number() over (order by f.posts desc, f.id) as place, exists (
          select from competitor_post_topics e join competitor_posts q on q.company_id = e.company_id and q.id = e.post_id
          where e.company_id = c.company_id and e.topic_id = f.id and q.competitor_id = c.id and q.sort_at < period.begins) as earlier
        from (
          select t.id, t.name, count(*)::int as posts from competitor_posts p
            join competitor_post_topics pt on pt.company_id = p.company_id and pt.post_id = p.id
            join competitor_topics t on t.company_id = pt.company_id and t.id = pt.topic_id and t.deleted_at is null
          where p.company_id = c.company_id and p.competitor_id = c.id and p.hidden_at is null
            and p.sort_at >= period.begins and p.sort_at < period.ends
          group by t.id, t.name
        ) f
      ) t
    ) topics
    cross join lateral (
      select count(*)::int as unread from competitor_posts p
      where p.company_id = c.company_id and p.competitor_id = c.id and p.hidden_at is null and not p.old_news
        and p.sort_at >= now() - make_interval(days => ${UNREAD_DAYS})
        and not exists (select from competitor_post_reads r where r.company_id = p.company_id and r.person_id = ${caller.personId}
          and r.post_id = p.id and r.read_at is not null)
    ) unread
    cross join lateral (
      select jsonb_agg(coalesce(n.posts, 0) order by w.week desc) as weeks from generate_series(0, ${WEEKS - 1}::int) as w (week)
      left join (
        select floor(extract(epoch from now() - p.sort_at) / 604800)::int as week, count(*)::int as posts from competitor_posts p
        where p.company_id = c.company_id and p.competitor_id = c.id and p.hidden_at is null and p.sort_at > now() - make_interval(weeks => ${WEEKS})
        group by 1
      ) n on n.week = w.week
    ) weeks
    where c.company_id = ${companyId} and c.deleted_at is null ${id === undefined ? sql`` : sql`and c.id = ${id}`}
      ${text === '' ? sql`` : sql`and fold(c.name || ' ' || c.site) like fold(${containing(text)})`}`.execute(db)
  const feeds = Map.groupBy(
    await feedsOf(
      tenant,
      rows.map((row) => row.id),
    ),
    ({ competitor_id }) => competitor_id,
  )
  return rows.map((row) => ({ ...row, feeds: feeds.get(row.id) ?? [] }))
}

const POLLS = 20

/** The polls of a feed, the newest first. */
export const polls = async ({ db, companyId }: Tenant, feedId: number, wanted: number | undefined) => {
  const { offset, limit, page } = pageBounds({ page: wanted ?? 1, pageSize: POLLS })
  const { rows } = await sql<FeedPoll>`
    select id, at, outcome, http_status, bytes, new, changed, ms, sentence from feed_polls
    where company_id = ${companyId} and feed_id = ${feedId} order by at desc, id desc limit ${limit} offset ${offset}`.execute(
    db,
  )
  const { rows: total } = await sql<{ n: number }>`
    select count(*)::int as n from feed_polls where company_id = ${companyId} and feed_id = ${feedId}`.execute(db)
  return { data: rows, pagination: paginationOf(page, limit, total[0]?.n ?? 0) }
}
