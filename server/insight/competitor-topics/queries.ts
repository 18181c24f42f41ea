import { sql } from 'kysely'
import { TOPIC_LIMITS, type Topic } from '#contract/insight/competitor-topics.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { inWords } from '#server/kit/page.ts'

/** Of topics, at most 500, or one. The leads are those of the category that is called like the topic, or like one of its phrases. */
export const topics = async ({ db, companyId }: Tenant, id?: number): Promise<Topic[]> => {
  const { rows } = await sql<Topic>`
    with counted as (
      select pt.topic_id, (count(*) filter (where p.sort_at >= company_days_began(90)))::int as posts,
        (count(*) filter (where p.sort_at < company_days_began(90)))::int as posts_before,
        (count(distinct p.competitor_id) filter (where p.sort_at >= company_days_began(90)))::int as competitors, max(p.sort_at) as last_post_at
      from competitor_posts p join competitors c on c.company_id = ${companyId} and c.id = p.competitor_id and c.deleted_at is null and not c.own
      join competitor_post_topics pt on pt.company_id = ${companyId} and pt.post_id = p.id
      where p.company_id = ${companyId} and p.hidden_at is null and p.leads and p.sort_at >= company_days_began(180)
        ${id === undefined ? sql`` : sql`and pt.topic_id = ${id}`}
      group by pt.topic_id
    )
    select t.id, t.name, t.phrases, t.colour, t.watch, t.source, coalesce(n.posts, 0) as posts, coalesce(n.posts_before, 0) as posts_before,
      coalesce(n.competitors, 0) as competitors, n.last_post_at,
      (select count(*) from own_post_topics o where o.company_id = ${companyId} and o.topic_id = t.id) as ours,
      ${leadsOf(companyId)} as leads_90, t.version
    from competitor_topics t left join counted n on n.topic_id = t.id
    where t.company_id = ${companyId} and t.deleted_at is null ${id === undefined ? sql`` : sql`and t.id = ${id}`}
    order by ${inWords(sql.ref('t.name'))}, t.id limit ${TOPIC_LIMITS.topics}`.execute(db)
  return rows
}

/** How many leads of 90 days ask for products of the category that the topic `t` stands for; null: it stands for none. */
export const leadsOf = (companyId: number) => sql<number | null>`(
  select coalesce((select sum(d.asked_90) from products p join product_demand d on d.company_id = ${companyId} and d.product_id = p.id
    where p.company_id = ${companyId} and p.category_id = g.id and p.deleted_at is null), 0)::int
  from product_categories g where g.company_id = ${companyId} and g.deleted_at is null
    and (g.id = t.category_id or fold(g.name) = fold(t.name) or fold(g.name) = any (select fold(x) from unnest(t.phrases) x))
  order by g.id is not distinct from t.category_id desc, g.id limit 1)`

/** Nobody else adds or changes topics until the transaction ends. */
export const lockTopics = async ({ db, companyId }: Tenant): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtext('competitor_topics'), ${companyId})`.execute(db)
}

export interface TopicValues {
  name: string
  phrases: string[]
  colour: string
  watch: boolean
}

export const add = async (
  { db, companyId }: Tenant,
  values: Pick<TopicValues, 'name' | 'phrases'> &
    Partial<TopicValues> & { source: 'own' | 'suggested'; added_by: number },
): Promise<number> =>
  (
    await db
      .insertInto('competitor_topics')
      .values({ company_id: companyId, ...values })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id

export const change = async (
  { db, companyId }: Tenant,
  id: number,
  changes: Partial<TopicValues> | { deleted_at: ReturnType<typeof sql<string>> },
): Promise<void> => {
  if (Object.keys(changes).length === 0) return
  await db
    .updateTable('competitor_topics')
    .set(changes)
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute()
}

/** Of a name that another one has now, in the place of `id`. */
export const nameTaken = async (
  { db, companyId }: Tenant,
  rows: readonly { id: number; name: string }[],
  table: 'competitor_topics' | 'competitor_alerts',
): Promise<number[]> => {
  const { rows: taken } = await sql<{ id: number }>`
    select w.id from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as w (id bigint, name text)
    where exists (select from ${sql.table(table)} t where t.company_id = ${companyId} and t.deleted_at is null and t.id <> w.id
      and fold(t.name) = fold(w.name))`.execute(db)
  return taken.map(({ id }) => id)
}
