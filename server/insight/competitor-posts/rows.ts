import { sql } from 'kysely'
import type { CompetitorPostRow } from '#contract/insight/competitor-posts.ts'
import type { Tenant } from '#server/db/tenant.ts'
import type { PageOfIds } from '#server/platform/counted-lists/page.ts'
import { ourPosts } from '#server/content/published.ts'

/** So many other places of a text are named. */
const MOST_PLACES = 20

/** The competitor `c` as lists show one. */
export const COMPETITOR = sql`json_build_object('id', c.id, 'name', c.name, 'own', c.own, 'colour', c.colour)`

/** All that a list shows of the post `p` of the competitor `c`, but for our own post. */
export const rowOf = ({ companyId }: Tenant) => sql`
  p.id, p.title, p.url, ${COMPETITOR} as competitor, p.published_at, p.date_known, p.seen_at, p.author, p.words, p.summary, p.coverage,
  p.revisions, p.our_post_id, p.our_score, p.hidden_at is not null as hidden,
  coalesce((select json_agg(json_build_object('id', t.id, 'name', t.name) order by pt.points desc, t.name)
    from competitor_post_topics pt join competitor_topics t on t.company_id = ${companyId} and t.id = pt.topic_id and t.deleted_at is null
    where pt.company_id = ${companyId} and pt.post_id = p.id), '[]') as topics,
  coalesce((select json_agg(json_build_object('competitor', o.competitor, 'post_id', o.id, 'url', o.url) order by o.sort_at, o.id)
    from (select o.id, o.url, o.sort_at, ${COMPETITOR} as competitor from competitor_posts o
      join competitors c on c.company_id = ${companyId} and c.id = o.competitor_id and c.deleted_at is null
      where o.company_id = ${companyId} and o.cluster_id = p.cluster_id and o.id <> p.id and o.hidden_at is null
      order by o.sort_at, o.id limit ${MOST_PLACES}) o), '[]') as also_in,
  case when r.post_id is null then p.old_news else r.read_at is not null end as read, coalesce(r.saved_at is not null, false) as saved,
  (select s.state from competitor_feeds f join feed_states s on s.company_id = ${companyId} and s.feed_id = f.id
    where f.company_id = ${companyId} and f.competitor_id = p.competitor_id and f.deleted_at is null
    order by array_position(array['broken', 'gone', 'failing', 'moved', 'late', 'ok'], s.state) limit 1) as feed_state`

export const FROM = ({ companyId }: Tenant, personId: number) => sql`
  join competitors c on c.company_id = ${companyId} and c.id = p.competitor_id
  left join competitor_post_reads r on r.company_id = ${companyId} and r.person_id = ${personId} and r.post_id = p.id`

export interface OurNearest {
  our_post_id: number | null
  our_score: number | null
}
type Stored = Omit<CompetitorPostRow, 'our_coverage'> & OurNearest & { hidden: boolean }

export const postRows = async (tenant: Tenant, personId: number, ids: PageOfIds): Promise<CompetitorPostRow[]> => {
  const { rows } = await sql<Stored>`
    select ${rowOf(tenant)} from ${ids} as page (id, place)
    join competitor_posts p on p.company_id = ${tenant.companyId} and p.id = page.id ${FROM(tenant, personId)}
    order by page.place`.execute(tenant.db)
  const shown = await withOurs(tenant, rows)
  return shown.map(({ hidden: _, ...row }) => row)
}

/** Each with the nearest of our own posts, as long as that is to be read. */
export const withOurs = async <Row extends OurNearest>(tenant: Tenant, rows: readonly Row[]) => {
  const ours = await ourPosts(
    tenant,
    rows.flatMap(({ our_post_id }) => our_post_id ?? []),
  )
  return rows.map(({ our_post_id, our_score, ...row }) => {
    const post = our_post_id === null ? undefined : ours.get(our_post_id)
    return { ...row, our_coverage: { post: post ?? null, score: post ? our_score : null } }
  })
}
