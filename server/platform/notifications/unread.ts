import { sql } from 'kysely'
import type { Unread } from '#contract/platform/live.ts'
import type { Tenant } from '#server/db/tenant.ts'
import type { LiveTopic } from '#server/platform/live/topic.ts'
import { kept, stands, UNREAD } from './read.ts'
import type { NotificationRules } from './rules.ts'

/** The unread lines of each of these people, in their order. Of a line it is looked until something in it stands. */
export const unreadLines = async (
  rules: NotificationRules,
  { db, companyId }: Tenant,
  people: readonly number[],
): Promise<Unread[]> => {
  const { rows } = await sql<Unread>`
    select lines.count, lines.mentions from unnest(${people}::int[]) with ordinality as person (id, place)
    cross join lateral (
      select count(*)::int as count, (count(*) filter (where line.kind = 'mentioned'))::int as mentions from (
        select n.kind, array_agg(n::notifications) as told from (${kept(companyId, sql`person.id`, UNREAD)}) n group by n.kind, n.thing) line
      where exists (select from unnest(line.told) n where ${stands(rules, companyId)})) lines
    order by person.place`.execute(db)
  return rows
}

/** The number at the bell. It may also become less without a word: leads go on to others, comments are taken back. */
export const unreadLive = (rules: NotificationRules): LiveTopic => ({
  state: true,
  tell: (tenant, watchers) =>
    unreadLines(
      rules,
      tenant,
      watchers.map(({ personId }) => personId),
    ),
})
