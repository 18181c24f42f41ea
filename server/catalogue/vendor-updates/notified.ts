import { sql } from 'kysely'
import type { Tenant } from '#server/db/tenant.ts'
import { notify } from '#server/platform/notifications/notify.ts'
import type { NotificationRule, NotifiedEntity } from '#server/platform/notifications/rules.ts'
import { plain, subjectOrMany } from '#server/platform/notifications/words.ts'

/** A vendor asks for something: those who decide are notified, but for one who hears of it otherwise. */
export const tellRequested = async (tenant: Tenant, id: number, except: number | null) => {
  const { rows } = await sql<{ id: number }>`
    select id from staff where status = 'active' and 'vendor_data_update_decide' = any (permissions)
      and id is distinct from ${except}::int order by id`.execute(tenant.db)
  await notify(
    tenant,
    rows.map((person) => ({
      personId: person.id,
      kind: 'vendor_request',
      thing: 'vendor_requests',
      entity: 'vendor_update',
      about: [id],
    })),
  )
}

/** A vendor answered: whoever asked is notified. */
export const tellAnswered = async (tenant: Tenant, personId: number | null, ids: readonly number[]) =>
  personId === null
    ? undefined
    : notify(tenant, [
        { personId, kind: 'vendor_answer', thing: `vendor_answer:${ids.join()}`, entity: 'vendor_update', about: ids },
      ])

export const vendorUpdateNotified: NotifiedEntity = {
  noun: { one: 'vendor request', many: 'vendor requests' },
  shown: (companyId, caller) => sql`
    select u.id, p.name as label, u.vendor_name as note, '{}'::json as facts from vendor_updates u
    join products p on p.company_id = u.company_id and p.id = u.product_id
    where u.company_id = ${companyId} and u.id = subject.id and u.deleted_at is null and ${caller.can('vendor_data_update_list')}`,
  href: ({ id }, caller) =>
    caller.can('vendor_data_update_list') ? `/marketing/vendor_data_update_listing?view=all&update=${id}` : undefined,
}

/** News as long as one of the requests waits. */
const waits = (companyId: number) => sql<boolean>`exists (
  select from vendor_updates u where u.company_id = ${companyId} and u.id = any (n.subject_ids) and u.status = 'pending'
    and u.deleted_at is null)`

export const vendorRequestRule: NotificationRule = {
  words: (told) => [plain('A vendor asks to change '), ...subjectOrMany(told)],
  permission: 'vendor_data_update_decide',
  holds: waits,
}

export const vendorAnswerRule: NotificationRule = {
  words: (told) => [plain('A vendor answered about '), ...subjectOrMany(told)],
  permission: 'vendor_data_update_list',
  holds: waits,
}
