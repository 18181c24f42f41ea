import { sql } from 'kysely'
import type { EntityRules } from '#server/platform/changes/rules.ts'
import { redirectTo } from '#server/content/blog-publishing/publish.ts'
import { PUBLISH_DUE } from '#server/content/blog-publishing/set-status.ts'

interface Row {
  slug?: unknown
  live?: unknown
  work?: unknown
  publish_at?: unknown
  deleted_at?: unknown
  archived_at?: unknown
}

/** A post can't come back without its text, nor go back to an address that another has now, nor wait for a time that has passed. */
export const postFaults: NonNullable<EntityRules['faults']> = async ({ db, companyId }, rows) => {
  const wanted = rows
    .filter(({ added }) => !added)
    .map(({ id, now, values }) => {
      const { slug, work, publish_at, live, deleted_at, archived_at }: Row = { ...now, ...values }
      const hides = live === false || Boolean(deleted_at) || Boolean(archived_at)
      return { id, slug, hides, at: work === 'scheduled' && 'publish_at' in values ? publish_at : null }
    })
  const { rows: found } = await sql<{ id: number; fault: string | null }>`
    select r.id, coalesce(case when self.erased_at is not null then 'The post was deleted for good.' end,
      case when r.hides and exists (select from post_mailings m join mailings g on g.company_id = m.company_id and g.id = m.mailing_id
        where m.company_id = ${companyId} and m.post_id = r.id and g.state in ('held', 'sending', 'paused', 'stopped'))
        then 'An update of this post is being sent. Cancel the mailing first.' end,
      'The address ' || r.slug || ' belongs to ' || p.title || ' now.',
      case when r.at < now() then 'The time to publish it has passed.' end) as fault
    from json_to_recordset(${JSON.stringify(wanted)}::json) as r (id bigint, slug text, at timestamptz, hides boolean)
    left join blog_posts self on self.company_id = ${companyId} and self.id = r.id
    left join blog_posts p on p.company_id = ${companyId} and p.slug = r.slug and p.id <> r.id and p.deleted_at is null`.execute(
    db,
  )
  return new Map(found.flatMap(({ id, fault }) => (fault === null ? [] : [[id, fault] as const])))
}

/** Readers of the address that a live post has no more are sent on, and what waits for its time again is published then. */
export const afterPosts: NonNullable<EntityRules['after']> = async (tenant, rows) => {
  for (const { id, now, values } of rows) {
    const [before, after]: [Row, Row] = [now, { ...now, ...values }]
    const moved = typeof before.slug === 'string' && typeof after.slug === 'string' && before.slug !== after.slug
    if (moved && before.live === true && after.live === true)
      await redirectTo(tenant, id, String(before.slug), String(after.slug))
    if (after.work === 'scheduled' && typeof after.publish_at === 'string')
      await tenant.due(PUBLISH_DUE, after.publish_at)
  }
}
