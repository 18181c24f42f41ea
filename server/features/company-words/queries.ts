import { sql } from 'kysely'
import type { Choice } from '#contract/company-words.ts'
import type { Tenant } from '#server/db/tenant.ts'

/** One change of them at a time: each rests on what the others are called. */
export const lockWords = async ({ db, companyId }: Tenant) => {
  await sql`select pg_advisory_xact_lock(hashtext('company_words'), ${companyId})`.execute(db)
}

/** What is so already leaves no row behind: nothing was decided. */
export const putReason = async ({ db, companyId }: Tenant, { code, label, hidden }: Omit<Choice, 'gone'>) => {
  await sql`
    insert into invalid_reasons as r (company_id, code, label, hidden) values (${companyId}, ${code}, ${label}, ${hidden})
    on conflict (company_id, code) do update set label = excluded.label, hidden = excluded.hidden, deleted_at = null
    where (r.label, r.hidden, r.deleted_at) is distinct from (excluded.label, excluded.hidden, null)`.execute(db)
}
