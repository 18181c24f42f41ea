import { sql, type RawBuilder } from 'kysely'
import type { DomainImpact } from '#contract/leads/restricted-domains.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { visibleTo } from '#server/leads/lists/scope.ts'
import type { Caller } from '#server/kit/auth.ts'

/** What a change of the restricted or of the allowed domains bears on, each as a query. */
interface Bearing {
  domainName: string
  /** The leads of late. */
  came: RawBuilder<unknown>
  /** The domains of the leads that wait in quarantine because of it, one row for each lead. */
  held: RawBuilder<unknown>
  /** Of domains, what becomes of their enquiries now (`was`) and then (`becomes`): null, or the effect. */
  treated: (domains: RawBuilder<unknown>) => RawBuilder<unknown>
}

const EXAMPLES = 5

/** What a change would touch: the leads of late that would have been treated otherwise, and those that are held now; named are some that the caller sees. */
export const impactOf = async (
  { db, companyId }: Tenant,
  caller: Caller,
  { domainName, came, held, treated }: Bearing,
): Promise<DomainImpact> => {
  const { rows } = await sql<Omit<DomainImpact, 'domainName'>>`
    with came as materialized (${came}
    ), held as materialized (${held}
    ), treated as materialized (
      ${treated(sql`select email_domain from came union select email_domain from held`)}
    ), touched as materialized (
      select c.id, c.status, c.created_at, t.was, t.becomes from came c join treated t using (email_domain)
      where t.was is distinct from t.becomes
    ), shown as (
      select t.id, t.status = 'valid' as valid from touched t join leads l on l.company_id = ${companyId} and l.id = t.id and ${visibleTo(caller)}
      order by t.status = 'valid' desc, t.created_at desc, t.id desc limit ${EXAMPLES}
    )
    select count(*) as leads, count(*) filter (where status = 'valid') as valid,
      count(*) filter (where was is null) as newly, count(*) filter (where becomes is null) as no_longer,
      (select count(*) from held) as held,
      (select count(*) from held join treated t using (email_domain) where t.was is not null and t.becomes is null) as released,
      coalesce((select json_agg(json_build_object('id', l.id, 'lead_no', l.lead_no, 'name', l.name, 'company', l.company, 'status', l.status,
        'created_at', l.created_at) order by s.valid desc, l.created_at desc, l.id desc)
        from shown s join leads l on l.company_id = ${companyId} and l.id = s.id), '[]') as examples
    from touched`.execute(db)
  const [found] = rows
  if (!found) throw new Error('A count without an answer')
  return { domainName, ...found }
}
