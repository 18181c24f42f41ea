import { sql } from 'kysely'
import type { Tenant } from '#server/db/tenant.ts'
import { notify } from '#server/platform/notifications/notify.ts'
import type { NotificationRule } from '#server/platform/notifications/rules.ts'
import { plain } from '#server/platform/notifications/words.ts'

/** Everybody who manages subscribers is notified that a form gets many times what it usually gets, once an hour. */
export const tellFlooded = async (tenant: Tenant, formId: number) => {
  const { db, companyId } = tenant
  const { rows } = await sql<{ id: number }>`
    select id from staff where status = 'active' and 'newsletter_edit' = any (permissions) and not exists (
      select from notifications n where n.company_id = ${companyId} and n.kind = 'newsletter_flooded' and n.thing = ${thing(formId)}
        and n.created_at > now() - interval '1 hour') order by id`.execute(db)
  await notify(
    tenant,
    rows.map((person) => ({ personId: person.id, kind: 'newsletter_flooded', thing: thing(formId) })),
  )
}

const thing = (formId: number) => `newsletter_form:${formId}`

export const floodedRule: NotificationRule = {
  words: () => [plain('Your newsletter form is being flooded. Mails to new addresses wait until it calms down.')],
  permission: 'newsletter_edit',
  href: () => '/marketing/news_letter_listing?status=unconfirmed',
}
