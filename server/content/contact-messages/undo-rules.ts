import { sql } from 'kysely'
import type { Tenant } from '#server/db/tenant.ts'
import { conflict } from '#server/kit/errors.ts'
import { workedOn } from '#server/leads/published.ts'
import type { EntityRules } from '#server/platform/changes/rules.ts'

/** A lead that stays, because who undoes can’t see it, keeps its message. */
export const leadsKept: NonNullable<EntityRules['after']> = async ({ db, companyId }, rows) => {
  const freed = freedOf(rows)
  if (freed.length === 0) return
  await sql`
    update contact_messages m set lead_id = freed.lead
    from json_to_recordset(${JSON.stringify(freed)}::json) as freed (id bigint, lead bigint)
    join leads l on l.company_id = ${companyId} and l.id = freed.lead and l.deleted_at is null
    where m.company_id = ${companyId} and m.id = freed.id and m.lead_id is null`.execute(db)
}

/** A message that was emptied for good does not come back, and nobody is given one who could not be given it today. */
export const contactFaults: NonNullable<EntityRules['faults']> = async (tenant, rows) => {
  await refuseWorkedOn(tenant, rows)
  const { db, companyId } = tenant
  const wanted = rows
    .filter(({ added }) => !added)
    .map(({ id, values }) => ({ id, person: typeof values['handled_by'] === 'number' ? values['handled_by'] : null }))
  const { rows: found } = await sql<{ id: number; fault: string | null }>`
    select r.id, coalesce(case when m.erased_at is not null then 'The message was deleted for good.' end,
      case when r.person is not null and s.status is distinct from 'active'
        then coalesce(s.name, 'The person who had it') || ' is deactivated and can’t handle messages.' end) as fault
    from json_to_recordset(${JSON.stringify(wanted)}::json) as r (id bigint, person int)
    left join contact_messages m on m.company_id = ${companyId} and m.id = r.id
    left join staff s on s.id = r.person`.execute(db)
  return new Map(found.flatMap(({ id, fault }) => (fault === null ? [] : [[id, fault] as const])))
}

type Put = Parameters<NonNullable<EntityRules['after']>>[1][number]

/** Messages whose lead goes, with its id. */
const freedOf = (rows: readonly Put[]) =>
  rows.flatMap(({ id, now, values }) =>
    values['lead_id'] === null && typeof now['lead_id'] === 'number' ? [{ id, lead: now['lead_id'] }] : [],
  )

/** A lead goes with the undo of its making only while nobody has worked on it. */
const refuseWorkedOn = async (tenant: Tenant, rows: readonly Put[]) => {
  const [worked] = await workedOn(
    tenant,
    freedOf(rows).map(({ lead }) => lead),
  )
  if (worked)
    throw conflict(
      `Someone has worked on lead No. ${worked.lead_no} since. Delete the lead if nobody needs it.`,
      undefined,
      'worked_on',
    )
}
