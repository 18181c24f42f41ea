import { sql, type RawBuilder } from 'kysely'
import { VERDICT_DAYS, type VerdictQuery } from '#contract/leads/my-verdicts.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { withinDays } from '#server/kit/day.ts'

/** Which verdicts of a person are meant, in plain values. */
export interface Verdicts extends Pick<VerdictQuery, 'from_date' | 'to_date' | 'verdict' | 'changed' | 'handled'> {
  person: number
  time_zone: string
}

/**
 * The last verdict of a person on each lead, as (lead_id, verdict, at), with the lead as `l` and the clock of its handling as `k`. By
 * the index of a person's verdicts, and only so far back.
 */
export const fromOwnVerdicts = ({ companyId }: Tenant, person: number): RawBuilder<unknown> => sql`
  (select distinct on (v.lead_id) v.lead_id, v.verdict, v.at from lead_verdicts v
    where v.company_id = ${companyId} and v.by_person = ${person} and v.at >= now() - make_interval(days => ${VERDICT_DAYS}::int)
    order by v.lead_id, v.id desc) o
  join leads l on l.company_id = ${companyId} and l.id = o.lead_id and l.deleted_at is null and l.kind = 'enquiry'
  left join lead_clocks k on k.company_id = ${companyId} and k.lead_id = o.lead_id and k.clock = 'handling' and k.answered_at is not null`

/** The verdict `o` does not stand any more for its lead `l`. */
export const CHANGED = sql<boolean>`l.status <> o.verdict`
/** The lead was taken in hand within its target. */
export const IN_TIME = sql<boolean>`k.took_ms <= k.target_ms`

/** Leads with such a verdict, as a condition on their id. */
export const decidedAs = (tenant: Tenant, verdicts: Verdicts): RawBuilder<unknown> => {
  const { person, time_zone, verdict, changed, handled } = verdicts
  const conditions = [
    sql`true`,
    ...withinDays(sql`o.at`, verdicts, time_zone),
    ...(verdict ? [sql`o.verdict = any(${[...verdict]}::text[])`] : []),
    ...(changed ? [CHANGED] : []),
    ...(handled ? [handled === 'in_time' ? IN_TIME : sql`k.took_ms > k.target_ms`] : []),
  ]
  return sql`l.id in (select o.lead_id from ${fromOwnVerdicts(tenant, person)} where ${sql.join(conditions, sql` and `)})`
}
