import { sql } from 'kysely'
import type { competitorPosts } from '#contract/insight/competitor-posts.ts'
import type { Reply } from '#contract/kit/endpoint.ts'
import type { Tenant } from '#server/db/tenant.ts'
import type { Caller } from '#server/kit/auth.ts'
import { isRead } from './list.ts'

type Counts = Reply<typeof competitorPosts.counts>['data']

/** Of posts, those of the last 90 days, a text in several places once. */
export const countsOf = async ({ db, companyId }: Tenant, { personId }: Pick<Caller, 'personId'>): Promise<Counts> => {
  const { rows } = await sql<Counts>`
    with recent as materialized (
      select p.id, p.old_news from competitor_posts p
      where p.company_id = ${companyId} and p.hidden_at is null and p.leads and p.sort_at >= company_days_began(90)
        and p.competitor_id in (select id from competitors where company_id = ${companyId} and deleted_at is null)
    )
    select (select count(*) from recent) as posts,
      (select count(*) from recent p where not ${isRead(companyId, personId)}) as unread,
      (select count(*) from competitor_post_reads r
        join competitor_posts p on p.company_id = ${companyId} and p.id = r.post_id and p.hidden_at is null
        join competitors c on c.company_id = ${companyId} and c.id = p.competitor_id and c.deleted_at is null
        where r.company_id = ${companyId} and r.person_id = ${personId} and r.saved_at is not null) as saved,
      (select count(*) from competitors where company_id = ${companyId} and deleted_at is null) as competitors,
      (select count(*) from competitor_topics where company_id = ${companyId} and deleted_at is null) as topics,
      (select count(*) from competitor_alerts where company_id = ${companyId} and deleted_at is null) as alerts,
      (select count(*) from competitor_feeds f join feed_states s on s.company_id = ${companyId} and s.feed_id = f.id
        join competitors c on c.company_id = ${companyId} and c.id = f.competitor_id and c.deleted_at is null and not c.paused
        where f.company_id = ${companyId} and f.deleted_at is null and not f.paused and s.state in ('broken', 'gone')) as broken_feeds`.execute(
    db,
  )
  const [counts] = rows
  if (!counts) throw new Error('A count has no row')
  return counts
}
