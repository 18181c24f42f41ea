import { sql } from 'kysely'
import type { Tenant } from '#server/db/tenant.ts'
import { notify } from '#server/platform/notifications/notify.ts'
import type { NotificationRule, NotifiedEntity } from '#server/platform/notifications/rules.ts'
import { plain, who } from '#server/platform/notifications/words.ts'

type Became = 'answered' | 'reopened' | 'closed'

/** A question to QC was answered, reopened or closed: whoever asked is notified, and of one reopened whoever had answered it last. */
export const tellQuestionBecame = async (tenant: Tenant, id: number, became: Became) => {
  const { rows } = await sql<{ id: number }>`
    select q.asked_by as id from qc_questions q where q.company_id = ${tenant.companyId} and q.id = ${id}
    union
    select a.answered_by from qc_answers a where a.company_id = ${tenant.companyId} and ${became === 'reopened'}
      and a.id = (select max(id) from qc_answers where company_id = ${tenant.companyId} and question_id = ${id})`.execute(
    tenant.db,
  )
  await notify(
    tenant,
    rows.map((person) => ({
      personId: person.id,
      kind: 'question',
      thing: `question:${id}`,
      entity: 'question',
      about: [id],
      detail: { question: { id, became } },
    })),
  )
}

const EXCERPT = 300

interface Facts {
  /** The reader had asked it. */
  own: boolean
}

export const questionNotified: NotifiedEntity<Facts> = {
  noun: { one: 'question', many: 'questions' },
  shown: (companyId, caller) => sql`
    select q.id, left(q.question, ${EXCERPT}) as label, null::text as note,
      json_build_object('own', q.asked_by = ${caller.personId}) as facts
    from qc_questions q where q.company_id = ${companyId} and q.id = subject.id
      and (q.asked_by = ${caller.personId} or ${caller.can('qc_support_list')})`,
  href: ({ id }, caller) =>
    caller.can('view_qc_support_menu') && caller.can('qc_support_list')
      ? `/marketing/qc_support?view=all&question=${id}`
      : undefined,
}

export const questionRule: NotificationRule<{ question?: { became: Became } }, Facts> = {
  words: (told) => [
    ...who(told),
    plain(
      ` ${told.detail.question?.became ?? 'answered'} ${told.subjects[0]?.facts.own ? 'your question' : 'a question you answered'}`,
    ),
  ],
  excerpt: 'label',
  holds: (companyId) => sql`exists (
    select from qc_questions q where q.company_id = ${companyId} and q.id = (n.detail->'question'->>'id')::bigint
      and q.state = n.detail->'question'->>'became')`,
}
