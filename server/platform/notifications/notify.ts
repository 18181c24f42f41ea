import { sql } from 'kysely'
import type { NotificationKind } from '#contract/platform/notifications.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { runPlanned } from '#server/db/transaction.ts'
import { heard } from './preferences.ts'

/** What one person is notified of by one act. */
export interface News {
  personId: number
  kind: NotificationKind
  /** Unread news of one kind about one thing is told in one line. */
  thing: string
  /** Of which entity its subjects are, and their ids; undefined: it is about none. */
  entity?: string
  about?: readonly number[]
  /** What the sentence needs beside labels, which are looked up when it is read. */
  detail?: object
  /** It is news to the person who did it, too, and names nobody. */
  ownAct?: true
}

/** The due kinds of rows to be forgotten, and of those to be mailed. */
export const FORGET_DUE = 'notifications'
export const DIGEST_DUE = 'digest'

/**
 * Notifies people, in the transaction of the act that it is about: stored with it or not at all. Nobody is notified of
 * their own act, unless the news says so, and nobody of a kind that they have switched off.
 */
export const notify = async (tenant: Tenant, news: readonly News[]) => {
  if (news.length === 0) return
  const { db, companyId, changeSet } = tenant
  const rows = news.map(({ personId, kind, thing, entity = null, about = [], detail = {}, ownAct = false }) => ({
    person_id: personId,
    kind,
    thing,
    entity,
    about,
    detail,
    own_act: ownAct,
  }))
  await runPlanned(
    db,
    'notify',
    sql`
    with news as (
      select * from json_to_recordset(${JSON.stringify(rows)}::json)
        as n (person_id int, kind text, thing text, entity text, about bigint[], detail jsonb, own_act boolean)
    ), actor as (
      select nullif(current_setting('leadroom.actor_id', true), '')::int as id
    ), told as (
      insert into notifications (company_id, person_id, kind, thing, entity, subject_ids, detail, actor_id, change_set, in_app)
      select ${companyId}::int, n.person_id, n.kind, n.thing, n.entity, n.about, n.detail, case when not n.own_act then a.id end,
        ${changeSet}::uuid, heard.in_app
      from news n
      cross join actor a
      join staff s on s.id = n.person_id and s.status = 'active'
      ${heard(companyId)}
      where (n.own_act or n.person_id is distinct from a.id) and (heard.in_app or heard.digest <> 'none')
      order by n.person_id
      returning person_id, kind, created_at
    ), due as (
      select ${DIGEST_DUE} as kind, digest_slot(n.created_at, heard.digest, s.time_zone) as at
      from told n
      join staff s on s.id = n.person_id
      ${heard(companyId)}
      where heard.digest <> 'none'
      union
      select ${FORGET_DUE}, date_trunc('day', now()) + interval '27 hours' from told
    )
    select mark_due_once(kind, at) from due`,
  )
  tenant.signal('unread')
}
