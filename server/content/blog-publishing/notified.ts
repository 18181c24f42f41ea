import { sql } from 'kysely'
import type { Tenant } from '#server/db/tenant.ts'
import { notify } from '#server/platform/notifications/notify.ts'
import type { NotificationRule, NotifiedEntity } from '#server/platform/notifications/rules.ts'
import { plain, subjectOrMany } from '#server/platform/notifications/words.ts'
import type { Standing } from '#server/content/post/standing.ts'

/** Whoever may review is told, but for those who wrote the version that is asked about. */
export const tellAsked = async (tenant: Tenant, { id, draft_version }: Standing) => {
  const { rows } = await sql<{ id: number }>`
    select s.id from staff s where s.status = 'active' and 'blogs_edit' = any (s.permissions)
      and s.id is distinct from (select made_by from blog_versions
        where company_id = ${tenant.companyId} and post_id = ${id} and number = ${draft_version}) order by s.id`.execute(
    tenant.db,
  )
  await tell(tenant, 'review_asked', id, rows)
}

export const tellReviewed = async (tenant: Tenant, post: Standing, approved: boolean) =>
  tell(tenant, 'reviewed', post.id, await writersOf(tenant, post.id), { approved })

export const tellScheduled = async (tenant: Tenant, id: number, detail: { published: boolean; hours: number }) =>
  tell(tenant, 'post_published', id, await writersOf(tenant, id), detail)

/** Who made it, who asked for its review, and who changed it last. */
const writersOf = async ({ db, companyId }: Tenant, id: number) => {
  const { rows } = await sql<{ id: number }>`
    select distinct s.id from blog_posts p
    join blog_versions v on v.company_id = p.company_id and v.post_id = p.id and v.number = p.draft_version
    join staff s on s.id in (p.created_by, p.updated_by, v.made_by)
    where p.company_id = ${companyId} and p.id = ${id} order by s.id`.execute(db)
  return rows
}

const tell = (
  tenant: Tenant,
  kind: 'review_asked' | 'reviewed' | 'post_published',
  postId: number,
  people: readonly { id: number }[],
  detail: object = {},
) =>
  notify(
    tenant,
    people.map(({ id }) => ({
      personId: id,
      kind,
      thing: `${kind}:${postId}`,
      entity: 'blog_post',
      about: [postId],
      detail,
    })),
  )

export const blogPostNotified: NotifiedEntity = {
  noun: { one: 'blog post', many: 'blog posts' },
  shown: (companyId, caller) => sql`
    select p.id, p.title as label, null::text as note, '{}'::json as facts from blog_posts p
    where p.company_id = ${companyId} and p.id = subject.id and p.deleted_at is null and ${caller.can('blogs_list')}`,
  href: ({ id }, caller) => (caller.can('blogs_list') ? `/marketing/blog_listing?post=${id}` : undefined),
}

/** News as long as the post waits for a review. */
export const reviewAskedRule: NotificationRule = {
  words: (told) => [plain('Review requested: '), ...subjectOrMany(told)],
  permission: 'blogs_edit',
  holds: (companyId) => sql<boolean>`exists (
    select from blog_posts p where p.company_id = ${companyId} and p.id = any (n.subject_ids) and p.work = 'in_review' and p.deleted_at is null)`,
}
export const reviewedRule: NotificationRule<{ approved?: boolean }> = {
  words: (told) => [plain(told.detail.approved ? 'Approved: ' : 'Returned with a note: '), ...subjectOrMany(told)],
  permission: 'blogs_list',
}
export const postPublishedRule: NotificationRule<{ published?: boolean; hours?: number }> = {
  words: (told) => [
    plain(`${told.detail.published ? 'Published' : 'Could not be published'} as scheduled${late(told.detail.hours)}: `),
    ...subjectOrMany(told),
  ],
  permission: 'blogs_list',
}

const late = (hours = 0) => (hours >= 1 ? `, ${hours} h late because the server was not running` : '')
