import { sql } from 'kysely'
import type { ContactMessage, ContactReply, ContactRow } from '#contract/content/contact-message.ts'
import type { StoredComment } from '#contract/platform/comments.ts'
import type { Tenant } from '#server/db/tenant.ts'
import type { Caller } from '#server/kit/auth.ts'
import { found } from '#server/kit/errors.ts'
import { domainState } from '#server/platform/contact-details/email-address.ts'
import { commentsOf } from '#server/platform/comments/comments.ts'
import { knownCompanies, leadsOfAddress } from '#server/leads/published.ts'
import { firstAnswer } from './first-answer.ts'
import type { Answers } from './answers.ts'
import { AGAIN_FROM } from './reply.ts'
import { columns, START } from './rows.ts'
import { lockMessage } from './standing.ts'

/** All that answering a message takes. */
export const contactMessage = async (
  tenant: Tenant,
  caller: Caller,
  answers: Answers,
  id: number,
): Promise<ContactMessage> => {
  const { waiting, ...message } = found('Message', await stored(tenant, caller, id))
  const [comments, replies, leads, earlier, newsletter, known, minutes, mail] = await Promise.all([
    contactComments.list(tenant, id),
    repliesOf(tenant, id),
    leadsOfAddress(tenant, caller, message.email),
    earlierOf(tenant, message),
    newsletterOf(tenant, caller, message.email),
    knownCompanies(tenant, caller, [
      { id, email: message.email, domain_state: domainState(message.email.split('@')[1]) },
    ]),
    firstAnswer(tenant, waiting ? [message] : []),
    answers.of(tenant, caller),
  ])
  return {
    ...message,
    first_answer_minutes: message.first_answer_minutes ?? minutes.get(id) ?? null,
    known_company: known.get(id)?.company ?? null,
    comments: comments.map(({ about: _, ...comment }): StoredComment => comment).toReversed(),
    replies,
    leads: leads ?? null,
    earlier,
    newsletter,
    mail: mail ?? null,
  }
}

type Stored = Pick<
  ContactMessage,
  | keyof ContactRow
  | 'message'
  | 'phone'
  | 'phone_as_written'
  | 'country'
  | 'page_url'
  | 'utm'
  | 'form'
  | 'spam_reasons'
  | 'answered_at'
  | 'first_answer_minutes'
>

const stored = async ({ db, companyId }: Tenant, caller: Caller, id: number) => {
  const { rows } = await sql<Stored & { waiting: boolean }>`
    select ${columns(caller)}, m.message, m.phone, m.phone_as_written, m.country, m.page_url, m.utm, m.spam_reasons, m.answered_at,
      m.first_answer_minutes, m.status in ('new', 'in_progress') and m.answered_at is null as waiting,
      (select f.name from intake_forms f where f.company_id = m.company_id and f.id = m.form_id) as form
    from contact_messages m where m.company_id = ${companyId} and m.id = ${id} and m.deleted_at is null`.execute(db)
  return rows[0]
}

/** What colleagues said about a message. */
export const contactComments = commentsOf({
  table: 'contact_comments',
  about: 'message_id',
  noun: 'Message',
  most: 200,
  find: (tenant, _, id) => lockMessage(tenant, id),
  hold: (tenant, _, id) => lockMessage(tenant, id),
})

const repliesOf = async ({ db, companyId }: Tenant, id: number): Promise<ContactReply[]> => {
  const { rows } = await sql<ContactReply>`
    select r.id, r.text, r.at, jsonb_build_object('id', s.id, 'name', s.name) as by,
      json_build_object('state', coalesce(a.state, 'sent'), 'reply', a.reply, 'done_at', a.done_at, 'again_from', ${AGAIN_FROM}) as mail
    from contact_replies r join staff s on s.id = r.by_id
    left join mails a on a.company_id = r.company_id and a.id = r.mail_id
    where r.company_id = ${companyId} and r.message_id = ${id} order by r.id`.execute(db)
  return rows
}

const MOST_EARLIER = 5

const earlierOf = async ({ db, companyId }: Tenant, { id, email }: Pick<Stored, 'id' | 'email'>) => {
  const { rows } = await sql<ContactMessage['earlier']['rows'][number] & { total: number }>`
    select m.id, m.subject, left(m.message, ${START}) as message_start, m.created_at, m.status, m.first_answer_minutes,
      (select jsonb_build_object('id', s.id, 'name', s.name) from staff s where s.id = m.handled_by) as handled_by,
      count(*) over () as total
    from contact_messages m
    where m.company_id = ${companyId} and m.email = ${email} and m.deleted_at is null and m.status <> 'spam'
      and (m.created_at, m.id) < (select created_at, id from contact_messages where company_id = ${companyId} and id = ${id})
    order by m.created_at desc, m.id desc limit ${MOST_EARLIER}`.execute(db)
  return { total: rows[0]?.total ?? 0, rows: rows.map(({ total: _, ...row }) => row) }
}

const newsletterOf = async (
  { db, companyId }: Tenant,
  caller: Caller,
  email: string,
): Promise<ContactMessage['newsletter']> => {
  if (!caller.can('newsletter_list')) return null
  const { rows } = await sql<{ status: string; since: string }>`
    select status, status_at as since from newsletter_subscribers
    where company_id = ${companyId} and email = ${email} and deleted_at is null`.execute(db)
  return rows[0] ?? { status: null, since: null }
}
