import { sql } from 'kysely'
import type { Tenant, Tenants } from '#server/db/tenant.ts'
import { ourTexts, type OurText } from '#server/content/published.ts'
import { coverageOf, nearestTo, ourWords, type OurWords } from './coverage.ts'
import { matchesOf, matchTopics, mayContain, type TextToMatch } from './matching.ts'
import { shortOf } from './words.ts'

/** Alerts look at what has come, and at what has not. */
export const ALERTS_DUE = 'competitor-alerts'

/** So many posts are looked at in one transaction. */
const AT_ONCE = 50
/** So many of ours, the newest, are compared with. */
const MOST_OURS = 1_000
const ACTOR = { kind: 'system', channel: 'api', act: 'competitor-topics.understand' } as const

/** Makes of all posts that wait what people see of them; then looks for topics that have changed, and compares with what is new of ours. */
export const understandPosts = async (tenants: Tenants, companyId: number): Promise<void> => {
  const { changed, posts } = await tenants.read(companyId, (tenant) => ourState(tenant))
  const ours = await ourWords(posts)
  if (changed) await tenants.write(companyId, ACTOR, (tenant) => takeOurs(tenant, posts))
  while (await tenants.write(companyId, ACTOR, (tenant) => understandSome(tenant, ours)));
  while (await tenants.write(companyId, ACTOR, walkTopic));
  while (await tenants.write(companyId, ACTOR, (tenant) => compareSome(tenant, ours)));
  await tenants.write(companyId, ACTOR, (tenant) => tenant.due(ALERTS_DUE))
}

interface Post extends TextToMatch {
  summary: string
}

const nextPosts = async ({ db, companyId }: Tenant, condition: ReturnType<typeof sql>): Promise<Post[]> => {
  const { rows } = await sql<Post>`
    select id, language, title, html, text, summary from competitor_posts
    where company_id = ${companyId} and ${condition} order by id limit ${AT_ONCE} for no key update`.execute(db)
  return rows
}

const understandSome = async (tenant: Tenant, ours: OurWords): Promise<boolean> => {
  const posts = await nextPosts(tenant, sql`understood_at is null`)
  if (posts.length === 0) return false
  await matchTopics(tenant, posts)
  await storeNearest(tenant, posts, ours)
  return posts.length === AT_ONCE
}

/** What is near of ours, what follows, and how a post is told in short. */
const storeNearest = async ({ db, companyId }: Tenant, posts: readonly Post[], ours: OurWords) => {
  const made = posts.map((post) => {
    const similar = nearestTo(ours, post)
    const [first] = similar
    return {
      id: post.id,
      summary: shortOf(post.text, post.language),
      our_post_id: first?.id ?? null,
      our_score: first?.score ?? null,
      coverage: coverageOf(first?.score ?? 0),
      nearest: similar,
    }
  })
  const ids = posts.map(({ id }) => id)
  await sql`delete from competitor_post_similar where company_id = ${companyId} and post_id = any (${ids}::bigint[])`.execute(
    db,
  )
  await sql`
    insert into competitor_post_similar (company_id, post_id, our_post_id, score)
    select ${companyId}, m.id, s.id, s.score from jsonb_to_recordset(${JSON.stringify(made)}::jsonb) as m (id bigint, nearest jsonb)
    cross join lateral jsonb_to_recordset(m.nearest) as s (id bigint, score int)
    where exists (select from blog_posts b where b.company_id = ${companyId} and b.id = s.id)`.execute(db)
  await sql`
    update competitor_posts p set summary = m.summary, our_post_id = m.our_post_id, our_score = m.our_score, coverage = m.coverage,
      understood_at = coalesce(p.understood_at, now())
    from jsonb_to_recordset(${JSON.stringify(made)}::jsonb)
      as m (id bigint, summary text, our_post_id bigint, our_score int, coverage text)
    where p.company_id = ${companyId} and p.id = m.id and (p.understood_at is null
      or (p.summary, p.our_post_id, p.our_score, p.coverage) is distinct from (m.summary, m.our_post_id, m.our_score, m.coverage))`.execute(
    db,
  )
}

/** Looks for the next topic that is not as it was looked for, in the next posts; whether there may be more. */
const walkTopic = async (tenant: Tenant): Promise<boolean> => {
  const { db, companyId } = tenant
  const { rows } = await sql<{ id: number; version: number; there: boolean; last_id: number; phrases: string[] }>`
    select t.id, t.version, t.deleted_at is null as there, t.phrases,
      case when w.version = t.version then w.last_id else 0 end as last_id
    from competitor_topics t left join topic_walks w on w.company_id = ${companyId} and w.topic_id = t.id
    where t.company_id = ${companyId} and (w.version is distinct from t.version or w.last_id >= 0)
    order by t.id limit 1`.execute(db)
  const [topic] = rows
  if (!topic) return false
  let last = -1
  if (topic.there) {
    const { posts, passed } = await nextAmong(tenant, topic)
    await matchTopics(tenant, posts, [topic.id])
    last = passed ?? -1
  } else
    await sql`delete from competitor_post_topics where company_id = ${companyId} and topic_id = ${topic.id}`.execute(db)
  // Below nought: it has been looked for in all of them.
  await sql`
    insert into topic_walks (company_id, topic_id, version, last_id) values (${companyId}, ${topic.id}, ${topic.version}, ${last})
    on conflict (company_id, topic_id) do update set version = excluded.version, last_id = excluded.last_id`.execute(db)
  return true
}

/** Of the next posts by their ids those that may be about the topic, or are so far; the last one passed, unless it was the end. */
const nextAmong = async (
  { db, companyId }: Tenant,
  { id, last_id, phrases }: { id: number; last_id: number; phrases: readonly string[] },
) => {
  const { rows } = await sql<TextToMatch & { passed: number; candidate: boolean }>`
    with next as materialized (
      select p.id, (${sql.join([sql`false`, ...mayContain(phrases)], sql` or `)}) or exists (
        select from competitor_post_topics pt where pt.company_id = ${companyId} and pt.topic_id = ${id} and pt.post_id = p.id) as candidate
      from competitor_posts p where p.company_id = ${companyId} and p.id > ${last_id} order by p.id limit ${PASSED_AT_ONCE}
    ), candidates as (
      select id from next where candidate order by id limit ${AT_ONCE}
    ), passed as (
      select case when (select count(*) from candidates) = ${AT_ONCE} then (select max(id) from candidates)
        when count(*) = ${PASSED_AT_ONCE} then max(id) end as id from next
    )
    select p.id, p.language, p.title, p.html, p.text, passed.id as passed, p.id is not null as candidate from passed
    left join candidates c on true left join competitor_posts p on p.company_id = ${companyId} and p.id = c.id`.execute(
    db,
  )
  return { posts: rows.filter(({ candidate }) => candidate), passed: rows[0]?.passed ?? null }
}
const PASSED_AT_ONCE = 1_000

/** Our published posts, and whether they or the topics are others than those that were looked at last. */
const ourState = async (tenant: Tenant): Promise<{ changed: boolean; posts: OurText[] }> => {
  const { rows } = await sql<{ same: boolean }>`
    select exists (select from own_post_states s where s.company_id = ${tenant.companyId}
      and s.digest = ${digestOf(tenant)} and s.topics = ${topicsOf(tenant)}) as same`.execute(tenant.db)
  return { changed: !rows[0]?.same, posts: await ourTexts(tenant, MOST_OURS) }
}
const digestOf = ({ companyId }: Tenant) => sql<string>`(
  select count(*) || ' ' || coalesce(max(made_at)::text, '') from blog_pages where company_id = ${companyId})`
const topicsOf = ({ companyId }: Tenant) => sql<string>`(
  select count(*) || ' ' || coalesce(sum(version), 0) from competitor_topics where company_id = ${companyId})`

/** Notes which of ours are about which topics; where ours have changed, theirs are to be compared again. */
const takeOurs = async (tenant: Tenant, posts: readonly OurText[]): Promise<void> => {
  const { db, companyId } = tenant
  await sql`
    insert into own_post_states as s (company_id, digest, topics, last_id) values (${companyId}, ${digestOf(tenant)}, ${topicsOf(tenant)}, 0)
    on conflict (company_id) do update set digest = excluded.digest, topics = excluded.topics,
      last_id = case when s.digest = excluded.digest then s.last_id else 0 end`.execute(db)
  const topics = sql`select id as topic_id, phrases from competitor_topics where company_id = ${companyId} and deleted_at is null`
  await sql`delete from own_post_topics where company_id = ${companyId}`.execute(db)
  if (posts.length === 0) return
  const texts = posts.map(({ id, title, text }) => ({ id, title, text, html: '', language: null }))
  await sql`
    insert into own_post_topics (company_id, topic_id, post_id, published_at)
    select ${companyId}, m.topic_id, g.post_id, g.published_at from (${matchesOf(texts, topics)}) m
    join blog_pages g on g.company_id = ${companyId} and g.post_id = m.id`.execute(db)
}

/** Older posts stay as they were compared. */
const compareSome = async (tenant: Tenant, ours: OurWords): Promise<boolean> => {
  const { db, companyId } = tenant
  const { rows } = await sql<{ last_id: number | null }>`
    select last_id from own_post_states where company_id = ${companyId} for update`.execute(db)
  const last = rows[0]?.last_id ?? null
  if (last === null) return false
  const posts = await nextPosts(
    tenant,
    sql`understood_at is not null and id > ${last} and sort_at >= now() - interval '12 months'`,
  )
  await storeNearest(tenant, posts, ours)
  const next = posts.length === AT_ONCE ? posts.at(-1)?.id : null
  await sql`update own_post_states set last_id = ${next ?? null} where company_id = ${companyId}`.execute(db)
  return next !== null && next !== undefined
}
