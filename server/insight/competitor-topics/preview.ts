import { sql } from 'kysely'
import type { competitorTopics } from '#contract/insight/competitor-topics.ts'
import type { Reply } from '#contract/kit/endpoint.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { matchesOf, mayContain, type TextToMatch } from './matching.ts'

/** So many of the newest posts that may match are looked at. */
const MOST_POSTS = 500
const MOST_SHOWN = 50

type Preview = Reply<typeof competitorTopics.preview>['data']

/** What phrases would match among the posts of 90 days, the newest first. */
export const previewOf = async (tenant: Tenant, phrases: readonly string[]): Promise<Preview> => {
  const { db, companyId } = tenant
  const wanted = mayContain(phrases)
  if (wanted.length === 0) return { total: 0, posts: [] }
  const { rows: texts } = await sql<TextToMatch>`
    select p.id, p.language, p.title, p.html, p.text from competitor_posts p
    join competitors c on c.company_id = ${companyId} and c.id = p.competitor_id and c.deleted_at is null and not c.own
    where p.company_id = ${companyId} and p.hidden_at is null and p.leads and p.sort_at >= company_days_began(90)
      and (${sql.join(wanted, sql` or `)})
    order by p.sort_at desc, p.id desc limit ${MOST_POSTS}`.execute(db)
  if (texts.length === 0) return { total: 0, posts: [] }
  const topic = sql`select 0::bigint as topic_id, ${phrases}::text[] as phrases`
  const { rows } = await sql<Preview['posts'][number] & { total: number }>`
    select p.id, p.title, c.name as competitor, m.phrase, m.place, count(*) over () as total from (${matchesOf(texts, topic)}) m
    join competitor_posts p on p.company_id = ${companyId} and p.id = m.id
    join competitors c on c.company_id = ${companyId} and c.id = p.competitor_id
    order by p.sort_at desc, p.id desc limit ${MOST_SHOWN}`.execute(db)
  return { total: rows[0]?.total ?? 0, posts: rows.map(({ total: _, ...post }) => post) }
}
