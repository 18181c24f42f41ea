import { sql } from 'kysely'
import type { Tenant } from '#server/db/tenant.ts'
import { notify } from '#server/platform/notifications/notify.ts'
import type { NotificationRule, NotifiedEntity } from '#server/platform/notifications/rules.ts'
import { plain, subjectOrMany } from '#server/platform/notifications/words.ts'

/** Everybody who handles messages is notified of a new one. */
export const tellArrived = async (tenant: Tenant, id: number) => {
  const { rows } = await sql<{ id: number }>`
    select id from staff where status = 'active' and 'contact_us_edit' = any (permissions) order by id`.execute(
    tenant.db,
  )
  await notify(
    tenant,
    rows.map((person) => ({
      personId: person.id,
      kind: 'contact_message',
      thing: 'contact_messages',
      entity: 'contact_message',
      about: [id],
    })),
  )
}

export const contactNotified: NotifiedEntity = {
  noun: { one: 'contact message', many: 'contact messages' },
  shown: (companyId, caller) => sql`
    select m.id, m.name as label, nullif(m.subject, '') as note, '{}'::json as facts from contact_messages m
    where m.company_id = ${companyId} and m.id = subject.id and m.deleted_at is null and ${caller.can('contact_us_list')}`,
  href: ({ id }, caller) =>
    caller.can('contact_us_list')
      ? `/marketing/contactus_listing?view=to_answer&status=new&status=in_progress&message=${id}`
      : undefined,
}

/** News as long as one of the messages is new. */
export const contactRule: NotificationRule = {
  words: (told) => [plain('New message from '), ...subjectOrMany(told)],
  permission: 'contact_us_edit',
  holds: (companyId) => sql<boolean>`exists (
    select from contact_messages m where m.company_id = ${companyId} and m.id = any (n.subject_ids) and m.status = 'new'
      and m.deleted_at is null)`,
}
