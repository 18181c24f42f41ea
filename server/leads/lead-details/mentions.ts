import { sql, type RawBuilder } from 'kysely'
import type { PersonRef } from '#contract/kit/endpoint.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { visibleToStaff } from '#server/leads/lists/scope.ts'
import { conflict, UserError } from '#server/kit/errors.ts'
import { containing } from '#server/kit/page.ts'

const MOST_OFFERED = 10

/** Colleagues who can see every one of the leads, those whose name begins so first. */
export const mentionable = async (
  { db, companyId }: Tenant,
  me: number,
  leadIds: readonly number[],
  search: string,
): Promise<PersonRef[]> => {
  const { rows } = await sql<PersonRef>`
    select s.id, s.name from staff s
    where s.status = 'active' and s.id <> ${me} and fold(s.name) like fold(${containing(search)})
      and not exists (
        select from leads l where l.company_id = ${companyId} and l.id = any(${leadIds}::bigint[]) and not ${visibleToStaff()})
    order by starts_with(fold(s.name), fold(${search})) desc, fold(s.name), s.id limit ${MOST_OFFERED}`.execute(db)
  return rows
}

/** Whether each of the leads is there for the caller (`l` is the lead). */
export const allThere = async (
  { db, companyId }: Tenant,
  leadIds: readonly number[],
  condition: RawBuilder<boolean>,
): Promise<boolean> => {
  const { rows } = await sql`
    select l.id from leads l
    where l.company_id = ${companyId} and l.id = any(${leadIds}::bigint[]) and l.deleted_at is null and ${condition}`.execute(
    db,
  )
  return rows.length === leadIds.length
}

/** Everybody mentioned is of the company, at work there, and sees the lead; 404 or 409 otherwise. */
export const checkMentions = async ({ db, companyId }: Tenant, leadId: number, people: readonly number[]) => {
  if (people.length === 0) return
  const { rows } = await sql<{ name: string; sees: boolean }>`
    select s.name, ${visibleToStaff()} as sees from staff s, leads l
    where s.id = any(${people}) and s.status = 'active' and l.company_id = ${companyId} and l.id = ${leadId}
    order by s.name`.execute(db)
  if (rows.length < people.length) throw new UserError(404, 'One of the people mentioned was not found')
  const blind = rows.filter(({ sees }) => !sees).map(({ name }) => name)
  if (blind.length > 0)
    throw conflict(`${blind.join(', ')} can’t see this lead and would not be notified.`, undefined, 'unseen')
}
