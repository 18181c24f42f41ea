import { sql, type RawBuilder } from 'kysely'
import type { Tenant } from '#server/db/tenant.ts'
import { notify } from '#server/platform/notifications/notify.ts'
import type { NotificationRule, NotifiedEntities, NotifiedEntity } from '#server/platform/notifications/rules.ts'
import { plain, subject, who } from '#server/platform/notifications/words.ts'

const EXCERPT = 300

/** People were mentioned in a comment on a row. */
export const notifyMentioned = (
  tenant: Tenant,
  comment: { entity: string; id: number; commentId: number },
  people: readonly number[],
) =>
  notify(
    tenant,
    people.map((personId) => ({
      personId,
      kind: 'mentioned',
      thing: `${comment.entity}:${comment.id}`,
      entity: comment.entity,
      about: [comment.id],
      detail: { commentId: comment.commentId },
    })),
  )

export const mentioned: NotificationRule = {
  words: (told) => [...who(told), plain(' mentioned you on '), ...subject(told)],
  excerpt: (companyId, caller, entities) =>
    perEntity<string | null>(
      entities,
      ({ table, readable }) => sql`(
        select left(c.body, ${EXCERPT}) from ${sql.table(table)} c
        where c.company_id = ${companyId} and c.id = (n.detail->>'commentId')::bigint and ${readable(companyId, caller)})`,
      sql`null`,
    ),
  // The comment still mentions the person.
  holds: (companyId, entities) =>
    perEntity<boolean>(
      entities,
      ({ table }) => sql`exists (
        select from ${sql.table(table)} c
        where c.company_id = ${companyId} and c.id = (n.detail->>'commentId')::bigint and n.person_id = any (c.mentions))`,
      sql`false`,
    ),
}

const perEntity = <T>(
  entities: NotifiedEntities,
  make: (comments: NonNullable<NotifiedEntity['comments']>) => RawBuilder<T>,
  otherwise: RawBuilder<T>,
) => {
  const cases = [...entities].flatMap(([entity, { comments }]) =>
    comments ? [sql`when ${sql.lit(entity)} then ${make(comments)}`] : [],
  )
  return sql<T>`case n.entity ${sql.join(cases, sql` `)} else ${otherwise} end`
}
