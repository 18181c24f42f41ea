import { sql } from 'kysely'
import type { NotificationKind } from '#contract/leads/notifications.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { runPlanned } from '#server/db/transaction.ts'
import { DIGEST_DUE } from '#server/kit/due-worker.ts'
import { heard } from './preferences.ts'

/** What one person is told of by one act. */
export interface News {
  personId: number
  kind: NotificationKind
  /** Unread news of one kind about one thing is told in one line. */
  thing: string
  /** The leads, or the job. */
  about: readonly number[]
  detail?: Detail
}

/** What the sentence needs beside the names, which are looked up when it is read. */
export interface Detail {
  commentId?: number
  verdict?: 'valid' | 'invalid'
  queue?: WaitingQueue
  acceptance?: 'awaited' | 'missed'
  question?: { id: number; became: 'answered' | 'reopened' | 'closed' }
}

/** How a list stood when those who keep it were told. */
export interface WaitingQueue {
  list: 'qa' | 'sales'
  waiting: number
  /** The longest has waited for longer. */
  minutes: number
  why: string | null
}

/** The due kind of rows to be forgotten. */
export const FORGET_DUE = 'notifications'

/**
 * Tells people, in the transaction of the act that they are told of: stored with it or not at all. Nobody is told of
 * their own act, and nobody of what they do not want to hear; only the end of a job is told to whoever had begun it.
 */
export const notify = async (tenant: Tenant, news: readonly News[]) => {
  if (news.length === 0) return
  const { db, companyId, changeSet } = tenant
  const rows = news.map(({ personId, kind, thing, about, detail = {} }) => ({
    person_id: personId,
    kind,
    thing,
    about,
    detail,
  }))
  await runPlanned(
    db,
    sql`
    with news as (
      select * from json_to_recordset(${JSON.stringify(rows)}::json)
        as n (person_id int, kind text, thing text, about bigint[], detail jsonb)
    ), actor as (
      select nullif(current_setting('leadroom.actor_id', true), '')::int as id
    ), told as (
      insert into notifications (company_id, person_id, kind, thing, subject_ids, detail, actor_id, change_set, in_app)
      select ${companyId}::int, n.person_id, n.kind, n.thing, n.about, n.detail, case when n.kind <> 'job' then a.id end,
        ${changeSet}::uuid, heard.in_app
      from news n
      cross join actor a
      join staff s on s.id = n.person_id and s.status = 'active'
      ${heard(companyId)}
      where (n.kind = 'job' or n.person_id is distinct from a.id) and (heard.in_app or heard.digest <> 'none')
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
