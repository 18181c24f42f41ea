import { sql, type RawBuilder } from 'kysely'
import type { LeadQuery } from '#contract/leads/lead.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { checkFilter, leadsOf } from '#server/leads/lists/list.ts'
import { KEY_OF_LIST, visibleTo, type LeadList } from '#server/leads/lists/scope.ts'
import type { Caller } from '#server/kit/auth.ts'
import { conflict, found, UserError } from '#server/kit/errors.ts'

/** Selections that nobody acted upon go after so many days. */
const KEPT_DAYS = 2
const FORGOTTEN_AT_ONCE = 10

export interface Selection {
  id: number
  count: number
}

/** All leads that the list shows for the filter at this moment, in the list's order, however many they are. */
export const selectMatching = async (
  tenant: Tenant,
  caller: Caller,
  list: LeadList,
  filter: LeadQuery,
): Promise<Selection> => {
  const key = KEY_OF_LIST[list]
  if (!caller.can(key)) throw new UserError(403, `You need the permission ${key}`, { details: { needs: [key] } })
  await checkFilter(tenant, filter)
  const { matching, order } = await leadsOf(tenant, caller, list, filter)
  return freeze(tenant, caller, sql`select l.id from leads l where ${matching} order by ${order}`)
}

/** Single leads, in the order in which they were chosen; those that the caller cannot see are left out. */
export const selectChosen = (tenant: Tenant, caller: Caller, leadIds: readonly number[]): Promise<Selection> =>
  freeze(
    tenant,
    caller,
    sql`
      select l.id from unnest(${leadIds}::bigint[]) with ordinality as chosen (id, place)
      join leads l on l.company_id = ${tenant.companyId} and l.id = chosen.id and l.deleted_at is null and ${visibleTo(caller)}
      group by l.id order by min(chosen.place)`,
  )

/** The leads `l` of a query, whoever may see them. */
export const selectHeld = (tenant: Tenant, caller: Caller, held: RawBuilder<unknown>): Promise<Selection> =>
  freeze(tenant, caller, sql`select l.id from ${held} order by l.id`)

/** What a job could not do. */
export const selectRefused = (tenant: Tenant, caller: Caller, jobId: number): Promise<Selection> =>
  freeze(
    tenant,
    caller,
    sql`
      select subject from job_results where company_id = ${tenant.companyId} and job_id = ${jobId}
      group by subject order by min(id)`,
  )

/** A person's own selection; 404 for anybody else's. */
export const selectionOf = async ({ db, companyId }: Tenant, { personId }: Caller, id: number): Promise<Selection> =>
  found(
    'Selection',
    await db
      .selectFrom('selections')
      .select(['id', 'count'])
      .where('company_id', '=', companyId)
      .where('person_id', '=', personId)
      .where('id', '=', id)
      .executeTakeFirst(),
  )

/** The leads of the next places, the last of these places, and whether it is the selection's last. */
export const nextOf = async ({ db, companyId }: Tenant, id: number, after: number, count: number) => {
  // One more than is asked for tells whether there is one more.
  const { rows } = await sql<{ place: number; lead_id: number }>`
    select place, lead_id from (
      select r.place + each.at - 1 as place, each.lead_id
      from selection_rows r cross join unnest(r.lead_ids) with ordinality as each (lead_id, at)
      where r.company_id = ${companyId} and r.selection_id = ${id} and r.place > ${after - IN_A_ROW} and r.place <= ${after + count + 1}
    ) near where place > ${after} order by place limit ${count + 1}`.execute(db)
  const here = rows.slice(0, count)
  return {
    ids: here.map(({ lead_id }) => lead_id),
    place: here.at(-1)?.place ?? after,
    last: rows.length <= count,
  }
}

/** So many leads make a row; its place is that of the first. One row each would take longer than anybody waits for a million. */
const IN_A_ROW = 1_000

/** Keeps the ids of a query in its order. */
const freeze = async (
  { db, companyId }: Tenant,
  { personId }: Caller,
  ids: RawBuilder<unknown>,
): Promise<Selection> => {
  const { id } = await db
    .insertInto('selections')
    .values({ company_id: companyId, person_id: personId })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { rows } = await sql<{ count: number }>`
    with kept as (
      insert into selection_rows (company_id, selection_id, place, lead_ids)
      select ${companyId}::int, ${id}::bigint, place, ids[place : place + ${sql.lit(IN_A_ROW - 1)}]
      from (select array(${ids}) as ids) chosen, generate_series(1, cardinality(ids), ${sql.lit(IN_A_ROW)}) place
      returning cardinality(lead_ids) as leads
    )
    update selections set count = (select sum(leads) from kept)
    where company_id = ${companyId} and id = ${id} and exists (select from kept) returning count`.execute(db)
  const [kept] = rows
  if (!kept) throw conflict('None of these leads exist any more.', undefined, 'nothing_selected')
  return { id, count: kept.count }
}

/** Takes away the next selections that nobody acts upon any more; true when there may be more. */
export const forgetSelections = async ({ db, companyId }: Tenant): Promise<boolean> => {
  const { numAffectedRows = 0n } = await sql`
    delete from selections where company_id = ${companyId} and id in (
      select s.id from selections s
      where s.company_id = ${companyId} and s.created_at < now() - make_interval(days => ${KEPT_DAYS})
        and not exists (select from jobs j where j.company_id = ${companyId} and j.state in ('queued', 'running')
          and (j.input ->> 'selection')::bigint = s.id)
      order by s.created_at limit ${FORGOTTEN_AT_ONCE} for update skip locked)`.execute(db)
  return numAffectedRows === BigInt(FORGOTTEN_AT_ONCE)
}
