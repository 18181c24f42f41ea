import { sql, type RawBuilder } from 'kysely'
import type { Tenant } from '#server/db/tenant.ts'
import { redistributions } from '#server/leads/assignment/take-off.ts'

/** What a restricted domain writes to a lead that it makes invalid. No person makes a new lead invalid: they have it before. */
const INVALID_BY_DOMAIN = sql<boolean>`(c.fields #>> '{status,0}' = 'new' and c.fields #>> '{reason_code,1}' = 'restricted_domain'
  and c.fields - '{status,status_at,reason_code,reason_note}'::text[] = '{}')`

/**
 * Whether a change `c` of the history is a person's work on a lead. What entries of the domains do to the leads that they match, and the undo
 * of that, is none; that somebody lets a lead out is. Nor is that somebody is taken off the list, whose leads the rotation gives to others.
 */
const IS_WORK = sql<boolean>`(c.actor_kind = 'person' and c.act <> ${redistributions.qa.name} and not (
  c.entity = 'leads' and c.verb = 'updated' and c.personal is null and (${INVALID_BY_DOMAIN} or (c.fields - 'quarantined_by' = '{}'
  and (c.channel = 'undo' or c.fields #>> '{quarantined_by,1}' is not null)))))`

/**
 * Whether a change `c` to the root `about` is still in force: nobody undid it, or somebody undid the undo. An undo is not work in itself;
 * the change that it takes back is. Undos that left this root alone do not count.
 */
const isInForce = (companyId: number) => sql<boolean>`(
  with recursive chain (change_set, times) as (
    select c.change_set, 0
    union all
    select u.change_set, times + 1 from chain join undos u on u.company_id = ${companyId} and u.undone = chain.change_set
    where times < 100 and exists (select from changes back where back.company_id = ${companyId} and back.change_set = u.change_set
      and back.root = about.root and back.root_id = about.id)
  )
  select max(times) % 2 = 0 from chain) and not exists (
    select from undos u join changes cause on cause.company_id = ${companyId} and cause.change_set = u.undone and cause.root = about.root
      and cause.root_id = about.id and cause.actor_kind = 'person'
    where u.company_id = ${companyId} and u.change_set = c.change_set)`

/** Of these leads, those that somebody has touched. */
export const touchedByPeople = async (tenant: Tenant, ids: readonly number[]): Promise<ReadonlySet<number>> => {
  const { rows } = await sql<{ id: number }>`
    select l.id from unnest(${ids}::bigint[]) l (id) where exists (${touches(tenant)})`.execute(tenant.db)
  return new Set(rows.map(({ id }) => id))
}

/**
 * What people have done to the lead `l`, as `(at, actor_id, id)`: to itself, by a question about it, or by finding that another lead
 * repeats it. Both would be left with a lead that is gone.
 */
export const touches = ({ companyId }: Tenant): RawBuilder<unknown> => sql`
  select c.at, c.actor_id, c.id from (
    select 'leads' as root, l.id
    union all select 'qc_questions', q.id from qc_questions q where q.company_id = ${companyId} and q.lead_id = l.id
    union all select 'leads', d.id from leads d
      where d.company_id = ${companyId} and d.duplicate_of = l.id and d.deleted_at is null
  ) about
  join changes c on c.company_id = ${companyId} and c.root = about.root and c.root_id = about.id and ${IS_WORK} and ${isInForce(companyId)}`
