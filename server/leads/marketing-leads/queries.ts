import { sql, type RawBuilder } from 'kysely'
import type { Static } from 'typebox'
import type { Holding } from '#contract/leads/marketing-leads.ts'
import type { Tenant } from '#server/db/tenant.ts'

/** Who holds each lead: the sales person of a valid one, the QA person of any other. */
export const holdings = async ({ db, companyId }: Tenant, ids: readonly number[], visible: RawBuilder<boolean>) => {
  const { rows } = await sql<Static<typeof Holding>>`
    select l.id as "leadId", l.status, s.id is not null as assigned,
      case when s.id is not null then json_build_object('id', s.id, 'name', s.name) end as holder,
      case when s.id is not null then case l.status when 'valid' then l.sales_assigned_at else l.assigned_at end end as since, l.version
    from leads l
    left join staff s on s.id = case l.status when 'valid' then l.sales_person else l.assigned_qa end
    where l.company_id = ${companyId} and l.id = any(${ids}::bigint[]) and l.deleted_at is null and ${visible}
    order by l.id`.execute(db)
  return rows
}
