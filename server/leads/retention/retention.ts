import { sql } from 'kysely'
import { MOST_COUNTED, RETENTION_MONTHS, type Retention } from '#contract/leads/retention.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { removeLeads } from '#server/leads/lead/remove.ts'

const AT_ONCE = 200

/** Until a company says otherwise. */
const USUAL: Retention = { invalid_months: null }

export const retentionOf = async ({ db, companyId }: Tenant): Promise<Retention> => {
  const { rows } = await sql<Retention>`
    select invalid_months from retention_settings where company_id = ${companyId}`.execute(db)
  return rows[0] ?? USUAL
}

/**
 * Deletes the next invalid leads that nobody has touched for as long as the company keeps them; true when there may be more.
 * They can come back as any deleted lead, and whoever brings one back has touched it.
 */
export const deleteLongInvalid = async (tenant: Tenant): Promise<boolean> => {
  const { invalid_months: months } = await retentionOf(tenant)
  if (months === null) return false
  const { rows } = await sql<{ id: number }>`
    select id from leads l where ${longInvalid(tenant, months)}
    order by l.status_at limit ${AT_ONCE} for update skip locked`.execute(tenant.db)
  if (rows.length > 0)
    await removeLeads(
      tenant,
      rows.map(({ id }) => id),
    )
  return rows.length === AT_ONCE
}

/** How many leads would go now, for each number of months; `MOST_COUNTED` + 1 where there are more. */
export const retentionImpact = async (tenant: Tenant) => {
  const counts = RETENTION_MONTHS.map(
    (months) => sql`
      select ${months}::int as months, count(*)::int as leads
      from (select from leads l where ${longInvalid(tenant, months)} limit ${MOST_COUNTED + 1}) as found`,
  )
  const { rows } = await sql<{ months: number; leads: number }>`${sql.join(counts, sql` union all `)}`.execute(
    tenant.db,
  )
  return rows
}

const longInvalid = ({ companyId }: Tenant, months: number) => sql<boolean>`
  l.company_id = ${companyId} and l.status = 'invalid' and l.deleted_at is null
  and l.status_at < now() - make_interval(months => ${months})
  and l.updated_at < now() - make_interval(months => ${months})
  and not exists (
    select from lead_comments c
    where c.company_id = l.company_id and c.lead_id = l.id and c.created_at >= now() - make_interval(months => ${months}))
  and not exists (
    select from qc_questions q where q.company_id = l.company_id and q.lead_id = l.id
      and greatest(q.updated_at, (
        select max(c.created_at) from qc_comments c where c.company_id = q.company_id and c.question_id = q.id
      )) >= now() - make_interval(months => ${months}))`
