import { sql } from 'kysely'
import type { Choice, StatusWords } from '#contract/leads/company-words.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { CHOICES, type ChoiceKind } from './choices.ts'

/** One change of them at a time: each rests on what the others are called. */
export const lockWords = async ({ db, companyId }: Tenant) => {
  await sql`select pg_advisory_xact_lock(hashtext('company_words'), ${companyId})`.execute(db)
}

export const statuses = async ({ db, companyId }: Tenant): Promise<StatusWords[]> => {
  const { rows } = await sql<StatusWords>`
    select code, label, colour from status_words where company_id = ${companyId} order by id`.execute(db)
  return rows
}

export const putStatus = async ({ db, companyId }: Tenant, { code, label, colour }: StatusWords) => {
  await sql`
    insert into status_words (company_id, code, label, colour) values (${companyId}, ${code}, ${label}, ${colour})
    on conflict (company_id, code) do update set label = excluded.label, colour = excluded.colour`.execute(db)
}

export const putChoice = async (
  { db, companyId }: Tenant,
  kind: ChoiceKind,
  { code, label, hidden }: Omit<Choice, 'gone'>,
) => {
  await sql`
    insert into ${sql.table(CHOICES[kind].table)} (company_id, code, label, hidden)
    values (${companyId}, ${code}, ${label}, ${hidden})
    on conflict (company_id, code) do update set label = excluded.label, hidden = excluded.hidden, deleted_at = null`.execute(
    db,
  )
}
