import { sql, type RawBuilder } from 'kysely'
import { NOTIFICATION_DAYS, type Notification, type NotificationKind } from '#contract/leads/notifications.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { NOT_ACCEPTED } from '#server/leads/assignment/acceptance.ts'
import { KEY_TO_KEEP } from '#server/leads/assignment/queue.ts'
import { commentableBy, visibleTo } from '#server/leads/lists/scope.ts'
import type { Caller } from '#server/kit/auth.ts'
import { wordsOf, type Told } from './words.ts'

/** A person's older ones are forgotten, however young. */
export const MOST_KEPT = 5_000
/** How many leads of one line are named. */
const LEADS_NAMED = 5
const EXCERPT = 300

interface Row extends Omit<Told, 'kind'> {
  id: number
  kind: NotificationKind
  unread: boolean
  at: string
  excerpt: string | null
  leads: Notification['leads']
  job_id: number | null
}

interface Which {
  /** The rows, of `notifications`, to be told, within a person's. */
  where: RawBuilder<unknown>
  /** Those of them alone that are of this kind. */
  kind?: NotificationKind | undefined
  limit: number
  before?: number | undefined
}

/** Whether the person of `n` still keeps the list that it tells of. */
const KEEPS_LIST = sql<boolean>`exists (select from staff s where s.id = n.person_id
  and case n.detail->'queue'->>'list' when 'qa' then ${KEY_TO_KEEP.qa} else ${KEY_TO_KEEP.sales} end = any (s.permissions))`

/**
 * Whether a notification `n` that is unread still holds: leads that somebody else has now were given in vain, a comment or a verdict may
 * have been taken back, a list is somebody else's to keep.
 */
export const stands = (companyId: number) => sql<boolean>`case n.kind
  when 'mentioned' then exists (
    select from lead_comments c
    where c.company_id = ${companyId} and c.id = (n.detail->>'commentId')::bigint and n.person_id = any (c.mentions))
  when 'queue' then ${KEEPS_LIST} and exists (
    select from assignment_queue q where q.company_id = ${companyId} and q.list = n.detail->'queue'->>'list')
  when 'question' then exists (
    select from qc_questions q where q.company_id = ${companyId} and q.id = (n.detail->'question'->>'id')::bigint and q.state = n.detail->'question'->>'became')
  else exists (
    select from (select array(select id from ${subjects(companyId)} subject) as ids offset 0) subject
    where ${standsFor(companyId, sql`any (subject.ids)`)}) end`

/**
 * What `n` is about: of leads what they have become, through however many merges, until they are taken out. Leads are looked up by
 * these as values (offset 0): under row-level security an expression would make it look at all of them.
 */
const subjects = (companyId: number) => sql`(
  select case when m.loser_id is null then told.id else lead_now(told.id) end as id
  from unnest(n.subject_ids) told (id)
  left join lead_merges m on m.company_id = ${companyId} and m.loser_id = told.id and m.unmerged_at is null offset 0)`

/** The same of a lead, or of any of some: it is still with the reader, was still not accepted, has still that verdict. */
const standsFor = (companyId: number, lead: RawBuilder<unknown>) => sql`case n.kind
  when 'assigned' then exists (
    select from leads l where l.company_id = ${companyId} and l.id = ${lead} and l.deleted_at is null
      and n.person_id = case n.thing when 'list:sales' then l.sales_person else l.assigned_qa end)
  when 'acceptance' then exists (
    select from lead_acceptances a join leads l on l.company_id = ${companyId} and l.id = a.lead_id
    where a.company_id = ${companyId} and a.lead_id = ${lead} and ${NOT_ACCEPTED} and a.id = (
        select max(newest.id) from lead_acceptances newest where newest.company_id = ${companyId} and newest.lead_id = a.lead_id)
      and case n.detail->>'acceptance' when 'awaited' then a.staff_id = n.person_id and a.reminded_at is not null
        else a.escalated_at is not null end)
  when 'verdict' then exists (
    select from leads l where l.company_id = ${companyId} and l.id = ${lead} and l.status = n.detail->>'verdict')
  else true end`

/** What the bell counts. */
export const UNREAD = sql<boolean>`n.in_app and n.read_at is null`

/** The newest of a person's notifications `n` that meet this: what the lists tell, and the bell counts. */
export const kept = (companyId: number, personId: unknown, where: RawBuilder<unknown>) => sql`
  select n.* from notifications n
  where n.company_id = ${companyId} and n.person_id = ${personId} and ${where}
    and n.created_at > now() - make_interval(days => ${NOTIFICATION_DAYS})
  order by n.id desc limit ${MOST_KEPT}`

/**
 * A person's notifications in lines, the newest first: what is of one kind, about one thing, and unread or read
 * together. Names come from the leads as they are now, and only from those that the person may see now.
 */
export const tellings = async (
  { db, companyId }: Tenant,
  caller: Caller,
  { where, kind, limit, before = Number.MAX_SAFE_INTEGER }: Which,
): Promise<Notification[]> => {
  const { personId } = caller
  const { rows } = await sql<Row>`
    with mine as materialized (
      select * from (${kept(companyId, personId, where)}) n
      where ${kind === undefined ? sql`true` : sql`n.kind = ${kind}`} and case when n.read_at is null then ${stands(companyId)} else n.kind <> 'queue' or ${KEEPS_LIST} end
    ), lines as materialized (
      select max(id) as id, kind, thing, read_at, max(created_at) as at, count(distinct actor_id)::int as actor_count
      from mine group by kind, thing, read_at having max(id) < ${before} order by 1 desc limit ${limit}
    )
    select g.id, g.kind, g.read_at is null as unread, g.at, newest.detail, g.actor_count as "actorCount",
      coalesce(actors.names, '{}') as actors, coalesce(things.leads, '[]') as leads, things.total, things.gone,
      coalesce(comment.excerpt, question.excerpt) as excerpt, coalesce(question.own, false) as "ownQuestion", case when g.kind = 'job' then newest.subject_ids[1] end as job_id, job.job
    from lines g
    join mine newest on newest.id = g.id
    left join lateral (
      select array_agg(s.name order by a.newest desc) as names from (
        select n.actor_id, max(n.id) as newest from mine n
        where ${sameLine} and n.actor_id is not null group by n.actor_id order by 2 desc limit 3
      ) a join staff s on s.id = a.actor_id
    ) actors on true
    left join lateral (
      select count(*)::int as total, (count(*) - count(t.id))::int as gone,
        json_agg(json_build_object('id', t.id, 'lead_no', t.lead_no, 'name', t.name, 'company', t.company,
          'kind', t.kind, 'status', t.status) order by t.place) filter (where t.id is not null and t.place <= ${LEADS_NAMED}) as leads
      from (
        select l.id, l.lead_no, l.name, l.company, l.kind, l.status,
          row_number() over (order by l.id is null, subject.newest desc, l.id desc) as place
        from (
          select subject.id, max(n.id) as newest from mine n, lateral ${subjects(companyId)} subject
          where ${sameLine} and n.kind <> 'job' and (n.read_at is not null or ${standsFor(companyId, sql`subject.id`)})
          group by subject.id
        ) subject
        left join leads l on l.company_id = ${companyId} and l.id = subject.id and l.deleted_at is null and ${visibleTo(caller)}
      ) t
    ) things on true
    left join lateral (
      select left(c.body, ${EXCERPT}) as excerpt from lead_comments c
      join leads l on l.company_id = ${companyId} and l.id = c.lead_id and l.deleted_at is null and ${commentableBy(caller)}
      where c.company_id = ${companyId} and c.id = (newest.detail->>'commentId')::bigint
    ) comment on true
    left join lateral (
      select left(q.question, ${EXCERPT}) as excerpt, q.asked_by = ${personId} as own from qc_questions q
      where g.kind = 'question' and q.company_id = ${companyId} and q.id = (newest.detail->'question'->>'id')::bigint
        and (q.asked_by = ${personId} or ${caller.can('qc_support_list')})
    ) question on true
    left join lateral (
      select json_build_object('title', j.title, 'state', j.state) as job from jobs j
      where j.company_id = ${companyId} and g.kind = 'job' and j.id = newest.subject_ids[1] and j.person_id = ${personId}
    ) job on true
    order by g.id desc`.execute(db)
  return rows.map(toNotification)
}

const sameLine = sql`n.kind = g.kind and n.thing = g.thing and n.read_at is not distinct from g.read_at`

const toNotification = ({ actors, actorCount, detail, job, job_id, ownQuestion, ...row }: Row): Notification => ({
  id: row.id,
  kind: row.kind,
  unread: row.unread,
  at: row.at,
  words: wordsOf({ ...row, actors, actorCount, detail, job, ownQuestion }),
  excerpt: row.excerpt,
  leads: row.leads,
  total: row.total,
  gone: row.gone,
  job: job_id,
  queue: detail.queue?.list ?? null,
  question: detail.question?.id ?? null,
})
