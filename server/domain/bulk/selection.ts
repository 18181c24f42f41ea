import { sql, type RawBuilder } from 'kysely'
import type { LeadQuery } from '#contract/lead.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { checkFilter, leadsOf } from '#server/domain/leads/list.ts'
import { KEY_OF_LIST, visibleTo, type LeadList } from '#server/domain/leads/scope.ts'
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
  const { matching, order } = leadsOf(tenant, caller, list, filter)
  return freeze(
    tenant,
    caller,
    sql`select row_number() over (order by ${order}) as place, l.id from leads l where ${matching}`,
  )
}

/** Single leads, in the order in which they were chosen; those that the caller cannot see are left out. */
export const selectChosen = (tenant: Tenant, caller: Caller, leadIds: readonly number[]): Promise<Selection> =>
  freeze(
    tenant,
    caller,
    sql`
      select row_number() over (order by min(chosen.place)) as place, l.id
      from unnest(${leadIds}::bigint[]) with ordinality as chosen (id, place)
      join leads l on l.company_id = ${tenant.companyId} and l.id = chosen.id and l.deleted_at is null and ${visibleTo(caller)}
      group by l.id`,
  )

/** The leads `l` of a query, whoever may see them. */
export const selectHeld = (tenant: Tenant, caller: Caller, held: RawBuilder<unknown>): Promise<Selection> =>
  freeze(tenant, caller, sql`select row_number() over (order by l.id) as place, l.id from ${held}`)

/** What a job could not do. */
export const selectRefused = (tenant: Tenant, caller: Caller, jobId: number): Promise<Selection> =>
  freeze(
    tenant,
    caller,
    sql`
      select row_number() over (order by min(id)) as place, subject as id from job_results
      where company_id = ${tenant.companyId} and job_id = ${jobId} group by subject`,
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
    select place, lead_id from selection_rows
    where company_id = ${companyId} and selection_id = ${id} and place > ${after} order by place limit ${count + 1}`.execute(
    db,
  )
  const here = rows.slice(0, count)
  return {
    ids: here.map(({ lead_id }) => lead_id),
    place: here.at(-1)?.place ?? after,
    last: rows.length <= count,
  }
}

/** Keeps the rows of a query of (place, id). */
const freeze = async (
  { db, companyId }: Tenant,
  { personId }: Caller,
  rows: RawBuilder<unknown>,
): Promise<Selection> => {
  const { id } = await db
    .insertInto('selections')
    .values({ company_id: companyId, person_id: personId })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { numAffectedRows = 0n } = await sql`
    insert into selection_rows (company_id, selection_id, place, lead_id)
    select ${companyId}::int, ${id}::bigint, place, id from (${rows}) chosen`.execute(db)
  const count = Number(numAffectedRows)
  if (count === 0) throw conflict('None of these leads is there any more.', undefined, 'nothing_selected')
  await sql`update selections set count = ${count} where company_id = ${companyId} and id = ${id}`.execute(db)
  return { id, count }
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
