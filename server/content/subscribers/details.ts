import { sql } from 'kysely'
import {
  MOST_SHOWN,
  STAFF_STEPS,
  type Consent,
  type Subscriber,
  type SubscriberBounce,
  type SubscriberMail,
} from '#contract/content/subscribers.ts'
import type { Tenant } from '#server/db/tenant.ts'
import type { Caller } from '#server/kit/auth.ts'
import { leadsOfAddress } from '#server/leads/published.ts'
import { ROW } from './list.ts'

type Facts = Omit<Subscriber, 'consents' | 'mails' | 'mails_total' | 'received_bounces' | 'also_known' | 'steps'>

/** A subscriber with all that happened to it; undefined: there is none. */
export const subscriberDetails = async (
  tenant: Tenant,
  caller: Caller,
  id: number,
): Promise<Subscriber | undefined> => {
  const { db, companyId } = tenant
  const facts = await sql<Facts>`
    select ${ROW}, s.locale, s.note, s.status_source, s.status_reason, s.blocked_from, s.import_id, s.soft_since, s.last_bounce_at,
      (select json_build_object('id', f.id, 'name', f.name) from intake_forms f where f.company_id = s.company_id and f.id = s.form_id) as form
    from newsletter_subscribers s where s.company_id = ${companyId} and s.id = ${id} and s.deleted_at is null`.execute(
    db,
  )
  const [row] = facts.rows
  if (!row) return undefined
  const [consents, mails, bounces, also_known] = await Promise.all([
    consentsOf(tenant, id),
    mailsTo(tenant, id),
    bouncesOf(tenant, id),
    alsoKnown(tenant, caller, row.email),
  ])
  return {
    ...row,
    consents,
    mails: mails.rows,
    mails_total: mails.total,
    received_bounces: bounces,
    also_known,
    steps: caller.can('newsletter_edit') ? stepsOf(row) : [],
  }
}

/** One that never confirmed is not set back to subscribed. */
const stepsOf = ({ status, confirmed_at }: Pick<Facts, 'status' | 'confirmed_at'>) =>
  STAFF_STEPS[status].filter((step) => step !== 'reset_bounces' || confirmed_at !== null)

const consentsOf = async ({ db, companyId }: Tenant, id: number) => {
  const { rows } = await sql<Consent>`
    select c.id, c.what, c.wording, c.page_url, c.network, c.user_agent as browser, c.proof, c.at,
      (select f.name from intake_forms f where f.company_id = c.company_id and f.id = c.form_id) as form,
      (select json_build_object('id', p.id, 'name', p.name) from staff p where p.id = c.person_id) as by
    from newsletter_consents c where c.company_id = ${companyId} and c.subscriber_id = ${id} order by c.id`.execute(db)
  return rows
}

const mailsTo = async ({ db, companyId }: Tenant, id: number) => {
  const { rows } = await sql<SubscriberMail & { total: number }>`
    select m.id, m.kind, m.mailing_id, t.subject, m.state, m.attempts, m.code, m.reply, coalesce(m.done_at, m.handed_at, m.created_at) as at,
      count(*) over () as total
    from mails m left join mailings g on g.company_id = m.company_id and g.id = m.mailing_id
    join mail_texts t on t.company_id = m.company_id and t.id = coalesce(m.text_id, g.text_id)
    where m.company_id = ${companyId} and m.kind in ('post_update', 'confirmation') and m.for_id = ${id}
    order by m.id desc limit ${MOST_SHOWN}`.execute(db)
  return { rows: rows.map(({ total: _, ...mail }) => mail), total: rows[0]?.total ?? 0 }
}

const bouncesOf = async ({ db, companyId }: Tenant, id: number) => {
  const { rows } = await sql<SubscriberBounce>`
    select id, mail_id, mailing_id, class, code, reply, received_by, raw, at from newsletter_bounces
    where company_id = ${companyId} and subscriber_id = ${id} order by at desc, id desc limit ${MOST_SHOWN}`.execute(db)
  return rows
}

/** What else is here of the same address, on the lists that the caller may see. */
const alsoKnown = async (tenant: Tenant, caller: Caller, email: string): Promise<Subscriber['also_known']> => {
  const { db, companyId } = tenant
  const leads = await leadsOfAddress(tenant, caller, email)
  const { rows } = caller.can('contact_us_list')
    ? await sql<{ messages: number }>`
        select count(*) as messages from contact_messages
        where company_id = ${companyId} and email = ${email} and deleted_at is null`.execute(db)
    : { rows: [] }
  return { leads: leads?.total ?? null, contact_messages: rows[0]?.messages ?? null }
}
