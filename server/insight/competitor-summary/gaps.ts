import { sql } from 'kysely'
import type { CompetitorSummary, Gap } from '#contract/insight/competitor-summary.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { conflict, found } from '#server/kit/errors.ts'
import { ourPosts } from '#server/content/published.ts'
import { leadsOf } from '#server/insight/competitor-topics/queries.ts'
import { endOf, POSTS, type Period } from './period.ts'

const FEWEST = 2
const MOST_GAPS = 50

/** Topics of at least two of their posts in the period that we never wrote about, or not for twelve months. */
export const gapsOf = async (
  tenant: Tenant,
  competitor: number | undefined,
  { period, zone }: Omit<Period, 'before'>,
): Promise<Gap[]> => {
  const { companyId, db } = tenant
  const { rows } = await sql<Omit<Gap, 'ours'> & { near: { id: number; score: number } | null; old: number | null }>`
    with theirs as materialized (
      select pt.topic_id, p.id, p.sort_at, c.name from competitor_post_topics pt, ${POSTS(tenant, competitor, period, zone)}
        and pt.company_id = ${companyId} and pt.post_id = p.id and not c.own
    ), counted as (
      select topic_id, json_agg(id order by sort_at desc, id desc) as posts, count(*) as n,
        (json_agg(json_build_object('at', sort_at, 'competitor', name) order by sort_at, id)) -> 0 as their_first
      from theirs group by topic_id having count(*) >= ${FEWEST}
    )
    select json_build_object('id', t.id, 'name', t.name) as topic, n.posts, n.their_first, ${leadsOf(companyId)} as leads_90,
      (select o.post_id from own_post_topics o where o.company_id = ${companyId} and o.topic_id = t.id
        order by o.published_at desc limit 1) as old,
      (select json_build_object('id', s.our_post_id, 'score', s.score) from competitor_post_similar s
        where s.company_id = ${companyId} and s.post_id in (select id from theirs x where x.topic_id = t.id)
        order by s.score desc, s.our_post_id desc limit 1) as near
    from counted n join competitor_topics t on t.company_id = ${companyId} and t.id = n.topic_id and t.deleted_at is null
    where not exists (select from own_post_topics o where o.company_id = ${companyId} and o.topic_id = t.id
        and o.published_at >= ${endOf(period, zone)} - interval '12 months')
      and not exists (select from dismissed_gaps d where d.company_id = ${companyId} and d.topic_id = t.id and d.deleted_at is null)
    order by n.n desc, t.name, t.id limit ${MOST_GAPS}`.execute(db)
  const ours = await ourPosts(
    tenant,
    rows.flatMap(({ near, old }) => [near?.id ?? [], old ?? []].flat()),
  )
  return rows.map(({ near, old, ...gap }) => {
    const post = ours.get(old ?? near?.id ?? 0)
    return {
      ...gap,
      ours: post
        ? { id: post.id, title: post.title, score: near?.id === post.id ? near.score : 0, old: old !== null }
        : null,
    }
  })
}

export const dismissedGaps = async ({ db, companyId }: Tenant): Promise<CompetitorSummary['dismissed']> => {
  const { rows } = await sql<CompetitorSummary['dismissed'][number]>`
    select d.id, json_build_object('id', t.id, 'name', t.name) as topic, d.reason,
      coalesce((select s.name from staff s where s.id = d.dismissed_by), '') as by, d.dismissed_at as at
    from dismissed_gaps d join competitor_topics t on t.company_id = ${companyId} and t.id = d.topic_id and t.deleted_at is null
    where d.company_id = ${companyId} and d.deleted_at is null order by d.dismissed_at desc, d.id desc limit ${MOST_GAPS}`.execute(
    db,
  )
  return rows
}

export const dismissGap = async (
  { db, companyId }: Tenant,
  topicId: number,
  reason: string,
  by: number,
): Promise<number> => {
  const { rows: topics } = await sql`
    select from competitor_topics where company_id = ${companyId} and id = ${topicId} and deleted_at is null for share`.execute(
    db,
  )
  found('Topic', topics[0])
  const row = await db
    .insertInto('dismissed_gaps')
    .values({ company_id: companyId, topic_id: topicId, reason, dismissed_by: by })
    .onConflict((at) => at.columns(['company_id', 'topic_id']).where('deleted_at', 'is', null).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!row) throw conflict('This gap is dismissed already.')
  return row.id
}

export const restoreGap = async ({ db, companyId }: Tenant, id: number): Promise<number> => {
  const { rows } = await sql<{ id: number }>`
    update dismissed_gaps set deleted_at = now() where company_id = ${companyId} and id = ${id} and deleted_at is null
    returning id`.execute(db)
  return found('Dismissed gap', rows[0]).id
}

/** Why dismissals can't be as they were, by id. */
export const faultsOf = async ({ db, companyId }: Tenant, back: readonly number[]): Promise<Map<number, string>> => {
  const { rows } = await sql<{ id: number }>`
    select d.id from dismissed_gaps d where d.company_id = ${companyId} and d.id = any (${back}::bigint[])
      and exists (select from dismissed_gaps o where o.company_id = ${companyId} and o.topic_id = d.topic_id and o.id <> d.id and o.deleted_at is null)`.execute(
    db,
  )
  return new Map(rows.map(({ id }) => [id, 'The gap was dismissed again since.']))
}
