import { sql } from 'kysely'
import { NOTIFICATION_DAYS, type Unread } from '#contract/notifications.ts'
import type { Tenant } from '#server/db/tenant.ts'
import type { LiveTopic } from '#server/kit/live/topic.ts'
import { stands } from './read.ts'

/** Beyond this many rows nobody counts. */
const MOST_COUNTED = 1_000

/** The unread lines of each of these people, in their order. */
export const unreadLines = async ({ db, companyId }: Tenant, people: readonly number[]): Promise<Unread[]> => {
  const { rows } = await sql<Unread>`
    select lines.count, lines.mentions from unnest(${people}::int[]) with ordinality as person (id, place)
    cross join lateral (
      select count(*)::int as count, (count(*) filter (where kind = 'mentioned'))::int as mentions from (
        select distinct kind, thing from (
          select kind, thing from notifications n
          where company_id = ${companyId} and person_id = person.id and in_app and read_at is null
            and created_at > now() - make_interval(days => ${NOTIFICATION_DAYS}) and ${stands(companyId)}
          order by id desc limit ${MOST_COUNTED}) unread) distinct_lines) lines
    order by person.place`.execute(db)
  return rows
}

/** The number at the bell. It may also become less without a word: leads go on to others, comments are taken back. */
export const unreadLive: LiveTopic = {
  state: true,
  tell: (tenant, watchers) =>
    unreadLines(
      tenant,
      watchers.map(({ personId }) => personId),
    ),
}
