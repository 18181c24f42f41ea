import { sql } from 'kysely'
import type { ContactRow } from '#contract/content/contact-message.ts'
import type { Tenant } from '#server/db/tenant.ts'
import type { Caller } from '#server/kit/auth.ts'
import { idsOf, type PageOfIds } from '#server/platform/counted-lists/page.ts'
import { visibleTo } from '#server/leads/published.ts'

/** How much of a text a list shows. */
export const START = 200

/** All that lists show of a message `m`. */
export const columns = (caller: Caller) => sql`
  m.id, m.contact_no, m.created_at, m.name, m.email, m.company, m.subject, left(m.message, ${START}) as message_start, m.status, m.source,
  m.repeats, m.version,
  case when m.restricted_by is not null then jsonb_build_object('domain', m.email_domain) end as domain_badge,
  (select jsonb_build_object('id', s.id, 'name', s.name) from staff s where s.id = m.handled_by) as handled_by,
  (select jsonb_build_object('seen', case when l.deleted_at is null and ${visibleTo(caller)}
      then jsonb_build_object('id', l.id, 'lead_no', l.lead_no) end)
    from leads l where l.company_id = m.company_id and l.id = lead_now(m.lead_id)) as lead,
  (select a.state from contact_replies r join mails a on a.company_id = r.company_id and a.id = r.mail_id
    where r.company_id = m.company_id and r.message_id = m.id and a.state in ('refused', 'in_doubt') order by r.id desc limit 1) as mail_problem`

/** Messages as rows of the list, in the order of the ids. */
export const contactRows = async ({ db, companyId }: Tenant, caller: Caller, ids: PageOfIds): Promise<ContactRow[]> => {
  const { rows } = await sql<ContactRow>`
    select ${columns(caller)} from ${ids} as wanted (id, place)
    join contact_messages m on m.company_id = ${companyId} and m.id = wanted.id order by wanted.place`.execute(db)
  return rows
}

/** The same of some that exist. */
export const rowsOf = (tenant: Tenant, caller: Caller, ids: readonly number[]) =>
  contactRows(tenant, caller, idsOf([...new Set(ids)]))
