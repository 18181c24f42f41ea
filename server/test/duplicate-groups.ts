import { sql } from 'kysely'
import type { Tenant, Tenants } from '#server/db/tenant.ts'
import { regroup } from '#server/leads/duplicates/groups.ts'
import { putBack } from './put-back.ts'

/** Leads of a company whose group is another one when all of its groups are found anew; nothing stays changed. */
export const groupedOtherwise = (tenants: Tenants, companyId: number): Promise<string[]> =>
  putBack(tenants, companyId, async (tenant) => {
    const kept = await groupsOf(tenant)
    await sql`delete from duplicate_members where company_id = ${companyId}`.execute(tenant.db)
    await sql`delete from duplicate_groups where company_id = ${companyId}`.execute(tenant.db)
    const { rows } = await sql<{ id: number }>`
      select id from leads where company_id = ${companyId} order by id`.execute(tenant.db)
    await regroup(
      tenant,
      [],
      rows.map(({ id }) => id),
    )
    const anew = await groupsOf(tenant)
    return [...new Set([...kept.keys(), ...anew.keys()])]
      .filter((lead) => kept.get(lead) !== anew.get(lead))
      .map((lead) => `lead ${lead}: with ${kept.get(lead)}, found anew ${anew.get(lead)}`)
  })

/** Who is together with each lead, itself among them. */
const groupsOf = async ({ db, companyId }: Tenant) => {
  const { rows } = await sql<{ lead: number; together: string }>`
    select m.lead_id as lead, string_agg(o.lead_id::text, ', ' order by o.lead_id) as together
    from duplicate_members m join duplicate_members o on o.company_id = ${companyId} and o.group_id = m.group_id
    where m.company_id = ${companyId} group by m.lead_id`.execute(db)
  return new Map(rows.map(({ lead, together }) => [lead, together]))
}
