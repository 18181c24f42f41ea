import { sql } from 'kysely'
import type { OwnVerdict } from '#contract/leads/own-verdict.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { CHANGED, fromOwnVerdicts } from '#server/leads/lists/own-verdicts.ts'

/** The last verdict of the person on each of these leads. */
export const verdictsOn = async (tenant: Tenant, person: number, ids: readonly number[]) => {
  const { rows } = await sql<{ id: number; own_verdict: OwnVerdict }>`
    select o.lead_id as id, json_build_object('verdict', o.verdict, 'at', o.at,
      'handled', case when k.lead_id is not null then json_build_object('took_ms', k.took_ms, 'target_ms', k.target_ms) end,
      'changed', case when ${CHANGED} then json_build_object(
        'by', case when l.status in ('valid', 'invalid') and s.id is not null then json_build_object('id', s.id, 'name', s.name) end) end) as own_verdict
    from ${fromOwnVerdicts(tenant, person)} left join staff s on s.id = l.validated_by
    where o.lead_id = any(${ids}::bigint[])`.execute(tenant.db)
  return new Map(rows.map(({ id, own_verdict }) => [id, own_verdict]))
}
