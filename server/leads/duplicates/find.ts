import { sql, type RawBuilder } from 'kysely'
import { MOST_DUPLICATES, type Duplicates } from '#contract/leads/duplicates.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { USUAL_CHECKS } from '#server/leads/enquiry-checks/enquiry-checks.ts'
import { visibleTo } from '#server/leads/lists/scope.ts'
import type { Caller } from '#server/kit/auth.ts'

/**
 * Whether an equal key makes duplicates of two leads that came in at these times: the same email or phone does always,
 * the same person of the same company within the company's days. They are looked up once for the whole statement.
 */
export const countsAt = (
  { companyId }: Pick<Tenant, 'companyId'>,
  kind: RawBuilder<unknown>,
  at: RawBuilder<unknown>,
  otherAt: RawBuilder<unknown>,
) => {
  const days = sql`(select make_interval(days => coalesce(min(c.person_days), ${USUAL_CHECKS.person_days}::int))
    from enquiry_checks c where c.company_id = ${companyId})`
  return sql<boolean>`(${kind} <> 'person' or ${at} between ${otherAt} - ${days} and ${otherAt} + ${days})`
}

/** The newest are shown, the others counted. */
const SHOWN = 20

/** What is known of somebody, normalised as leads are stored. */
export interface Known {
  email?: string | null
  phone?: string | null
  phone_sent?: string | null
  name?: string | null
  company?: string | null
}

/** Leads that somebody who asks now would repeat. */
export const duplicatesOfPerson = (
  tenant: Tenant,
  caller: Caller,
  { email, phone, phone_sent, name, company }: Known,
) =>
  find(
    tenant,
    caller,
    0,
    sql`select kind, key, now() as at
      from duplicate_keys_of(${email ?? null}::text, ${phone ?? null}::text, ${phone_sent ?? null}::text, ${name ?? null}::text, ${company ?? null}::text)`,
  )

/** Leads that this one repeats, or that repeat it; those found different stand last and are not counted. */
export const duplicatesOfLead = (tenant: Tenant, caller: Caller, leadId: number) =>
  find(
    tenant,
    caller,
    leadId,
    sql`select kind, key, at from duplicate_keys where company_id = ${tenant.companyId} and lead_id = ${leadId}`,
  )

/**
 * Leads that share a key, the newest of each. Shown and counted are those that the caller can see on some list; of others,
 * only that there are any.
 */
const find = async (tenant: Tenant, caller: Caller, leadId: number, keys: RawBuilder<unknown>): Promise<Duplicates> => {
  const { db, companyId } = tenant
  const visible = visibleTo(caller)
  const { rows } = await sql<Duplicates>`
    with keys as (${keys}), sharing as materialized (
      select k.lead_id, k.kind, k.place from keys cross join lateral (
        select k.lead_id, k.kind, row_number() over (order by k.at desc, k.lead_id desc) as place from duplicate_keys k
        where k.company_id = ${companyId} and k.key = keys.key and k.lead_id <> ${leadId} and ${countsAt(tenant, sql`k.kind`, sql`k.at`, sql`keys.at`)}
        order by k.at desc, k.lead_id desc limit ${MOST_DUPLICATES + 1}
      ) k
    ), same as materialized (
      select lead_id, array_agg(distinct kind) as same from sharing where place <= ${MOST_DUPLICATES} group by 1
    ), found as materialized (
      select l.id, l.created_at, s.same, ${visible} as visible, exists (
          select from not_duplicates n
          where n.company_id = ${companyId} and n.lead_id = least(l.id, ${leadId}) and n.other_id = greatest(l.id, ${leadId})
        ) as different
      from same s join leads l on l.company_id = ${companyId} and l.id = s.lead_id and l.deleted_at is null
    )
    select
      (select count(*) from found where visible and not different) as total,
      exists (select from sharing where place > ${MOST_DUPLICATES}) as at_least,
      exists (select from found where not visible and not different) as elsewhere,
      coalesce((select json_agg(json_build_object(
          'id', l.id, 'lead_no', l.lead_no, 'name', l.name, 'company', l.company, 'email', l.email,
          'phone', coalesce(l.phone, l.phone_sent), 'status', l.status, 'created_at', l.created_at,
          'assigned_qa', case when s.id is not null then json_build_object('id', s.id, 'name', s.name) end,
          'same', shown.same, 'different', shown.different) order by shown.different, shown.created_at desc, shown.id desc)
        from (select * from found where visible order by different, created_at desc, id desc limit ${SHOWN}) shown
        join leads l on l.company_id = ${companyId} and l.id = shown.id
        left join staff s on s.id = l.assigned_qa), '[]') as leads`.execute(db)
  return rows[0] ?? { total: 0, at_least: false, elsewhere: false, leads: [] }
}
