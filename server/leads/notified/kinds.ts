import { sql } from 'kysely'
import { leadPathFor, pathToLead } from '#contract/leads/lead-path.ts'
import type { PermissionKey } from '#contract/kit/permissions.ts'
import { NOT_ACCEPTED } from '#server/leads/assignment/acceptance.ts'
import { KEY_TO_KEEP } from '#server/leads/assignment/queue.ts'
import { commentableBy, visibleTo } from '#server/leads/lists/scope.ts'
import type { NotificationRule, NotifiedEntity } from '#server/platform/notifications/rules.ts'
import type { WaitingQueue } from './events.ts'
import { followUpOn } from '#server/leads/valid-leads/follow-ups.ts'
import { acceptance, assigned, followUp, queue, verdict } from './words.ts'

export const leadNotified: NotifiedEntity<{ kind: string; status: string }> = {
  noun: { one: 'lead', many: 'leads' },
  // Through however many merges, until a lead is taken out.
  now: (companyId) => sql`
    select case when m.loser_id is null then told.id else lead_now(told.id) end as id
    from unnest(n.subject_ids) told (id)
    left join lead_merges m on m.company_id = ${companyId} and m.loser_id = told.id and m.unmerged_at is null`,
  shown: (companyId, caller) => sql`
    select l.id, l.name as label, l.company as note, json_build_object('kind', l.kind, 'status', l.status) as facts
    from leads l where l.company_id = ${companyId} and l.id = subject.id and l.deleted_at is null and ${visibleTo(caller)}`,
  href: ({ id, facts }, caller) => leadPathFor({ id, ...facts }, (key) => caller.can(key)),
  link: pathToLead,
  comments: {
    table: 'lead_comments',
    readable: (companyId, caller) => sql`exists (
      select from leads l
      where l.company_id = ${companyId} and l.id = c.lead_id and l.deleted_at is null and ${commentableBy(caller)})`,
  },
}

const assignedRule: NotificationRule = {
  words: assigned,
  // It is still with the person.
  holdsFor: (companyId, lead) => sql`exists (
    select from leads l where l.company_id = ${companyId} and l.id = ${lead} and l.deleted_at is null
      and n.person_id = case n.thing when 'list:sales' then l.sales_person else l.assigned_qa end)`,
}

const verdictRule: NotificationRule<{ verdict?: string }> = {
  words: verdict,
  holdsFor: (companyId, lead) => sql`exists (
    select from leads l where l.company_id = ${companyId} and l.id = ${lead} and l.status = n.detail->>'verdict')`,
}

const acceptanceRule: NotificationRule<{ acceptance?: string }> = {
  words: acceptance,
  holdsFor: (companyId, lead) => sql`exists (
    select from lead_acceptances a join leads l on l.company_id = ${companyId} and l.id = a.lead_id
    where a.company_id = ${companyId} and a.lead_id = ${lead} and ${NOT_ACCEPTED} and a.id = (
        select max(newest.id) from lead_acceptances newest where newest.company_id = ${companyId} and newest.lead_id = a.lead_id)
      and case n.detail->>'acceptance' when 'awaited' then a.staff_id = n.person_id and a.reminded_at is not null
        else a.escalated_at is not null end)`,
}

const followUpRule: NotificationRule = {
  words: followUp,
  // Neither moved to another day nor to another person.
  holdsFor: (companyId, lead) => sql`exists (
    select from leads l where l.company_id = ${companyId} and l.id = ${lead} and l.deleted_at is null
      and l.sales_person = n.person_id and 'day:' || ${followUpOn} = n.thing)`,
}

const queueRule: NotificationRule<{ queue?: WaitingQueue }> = {
  words: queue,
  href: ({ queue }, caller) => {
    if (!queue) return undefined
    const { path, keys } = WAITING[queue.list]
    return keys.every((key) => caller.can(key)) ? path : undefined
  },
  // Only while the person keeps the list.
  mayRead: sql`exists (select from staff s where s.id = n.person_id
    and case n.detail->'queue'->>'list' when 'qa' then ${KEY_TO_KEEP.qa} else ${KEY_TO_KEEP.sales} end = any (s.permissions))`,
  holds: (companyId) => sql`exists (
    select from assignment_queue q where q.company_id = ${companyId} and q.list = n.detail->'queue'->>'list')`,
}

const WAITING: Readonly<Record<WaitingQueue['list'], { path: string; keys: readonly PermissionKey[] }>> = {
  qa: { path: '/marketing/all_leads', keys: ['view_all_leads_menu', 'all_leads_list'] },
  sales: { path: '/marketing/valid_leads?sales_person=none', keys: ['view_valid_leads_menu', 'valid_leads_list'] },
}

export const kinds = {
  assigned: assignedRule,
  verdict: verdictRule,
  acceptance: acceptanceRule,
  follow_up: followUpRule,
  queue: queueRule,
}
