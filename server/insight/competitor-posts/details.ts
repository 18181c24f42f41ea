import { sql } from 'kysely'
import type { CompetitorPost } from '#contract/insight/competitor-posts.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { similarOfOurs } from '#server/insight/competitor-topics/coverage.ts'
import { COMPETITOR, FROM, rowOf, withOurs, type OurNearest } from './rows.ts'

const MOST_REVISIONS = 20
/** Of a revision, so much of each side is shown. */
const MOST_OF_TEXT = 20_000
const MOST_OF_CLUSTER = 50

type Facts = Omit<CompetitorPost, 'our_coverage' | 'history' | 'matched' | 'cluster' | 'similar'> & OurNearest

/** A post with all that is known of it; undefined: there is none, or its competitor is not followed any more. */
export const postDetails = async (
  tenant: Tenant,
  personId: number,
  id: number,
): Promise<CompetitorPost | undefined> => {
  const { db, companyId } = tenant
  const { rows } = await sql<Facts>`
    select ${rowOf(tenant)}, p.html, p.text, p.published_raw from competitor_posts p ${FROM(tenant, personId)}
    where p.company_id = ${companyId} and p.id = ${id} and c.deleted_at is null`.execute(db)
  const [row] = await withOurs(tenant, rows)
  if (!row) return undefined
  const [history, matched, cluster, similar] = await Promise.all([
    revisionsOf(tenant, id),
    matchedIn(tenant, id),
    clusterOf(tenant, id),
    similarOfOurs(tenant, row),
  ])
  return { ...row, history, matched, cluster, similar }
}

const revisionsOf = async ({ db, companyId }: Tenant, id: number) => {
  const { rows } = await sql<CompetitorPost['history'][number]>`
    select at, field, left(old, ${MOST_OF_TEXT}) as old, left(new, ${MOST_OF_TEXT}) as new from competitor_post_revisions
    where company_id = ${companyId} and post_id = ${id} order by id desc limit ${MOST_REVISIONS}`.execute(db)
  return rows
}

const matchedIn = async ({ db, companyId }: Tenant, id: number) => {
  const { rows } = await sql<CompetitorPost['matched'][number]>`
    select json_build_object('id', t.id, 'name', t.name) as topic, pt.phrase, pt.place from competitor_post_topics pt
    join competitor_topics t on t.company_id = ${companyId} and t.id = pt.topic_id and t.deleted_at is null
    where pt.company_id = ${companyId} and pt.post_id = ${id} order by pt.points desc, t.name, t.id`.execute(db)
  return rows
}

const clusterOf = async ({ db, companyId }: Tenant, id: number) => {
  const { rows } = await sql<CompetitorPost['cluster'][number]>`
    select o.id, o.title, o.url, ${COMPETITOR} as competitor, o.published_at from competitor_posts p
    join competitor_posts o on o.company_id = ${companyId} and o.cluster_id = p.cluster_id and o.id <> p.id and o.hidden_at is null
    join competitors c on c.company_id = ${companyId} and c.id = o.competitor_id and c.deleted_at is null
    where p.company_id = ${companyId} and p.id = ${id} order by o.sort_at, o.id limit ${MOST_OF_CLUSTER}`.execute(db)
  return rows
}
