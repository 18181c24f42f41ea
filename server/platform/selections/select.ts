import { sql, type RawBuilder } from 'kysely'
import type { Selection } from '#contract/platform/selections.ts'
import type { Tables } from '#server/db/tables.ts'
import type { Tenant } from '#server/db/tenant.ts'
import type { Caller } from '#server/kit/auth.ts'
import { conflict, found } from '#server/kit/errors.ts'

/** What people select the rows of. */
export interface Selectable {
  /** Its table. A selection of another one is unknown to its acts. */
  entity: keyof Tables
  /** What its conditions call a row. */
  alias: string
  /** Why nothing was selected. */
  none: string
}

/** All rows that a list shows for its filter now, in the list's order, however many they are. */
export const selectMatching = (
  tenant: Tenant,
  caller: Caller,
  of: Selectable,
  { matching, order }: { matching: RawBuilder<unknown>; order: RawBuilder<unknown> },
): Promise<Selection> =>
  selectRows(tenant, caller, of, sql`select ${idOf(of)} from ${tableOf(of)} where ${matching} order by ${order}`)

/** Single rows, in the order in which they were chosen; those that are not `visible` are left out. */
export const selectChosen = (
  tenant: Tenant,
  caller: Caller,
  of: Selectable,
  { ids, visible }: { ids: readonly number[]; visible: RawBuilder<boolean> },
): Promise<Selection> =>
  selectRows(
    tenant,
    caller,
    of,
    sql`
      select ${idOf(of)} from unnest(${ids}::bigint[]) with ordinality as chosen (id, place)
      join ${tableOf(of)} on ${sql.ref(`${of.alias}.company_id`)} = ${tenant.companyId} and ${idOf(of)} = chosen.id and ${visible}
      group by ${idOf(of)} order by min(chosen.place)`,
  )

/** What a job could not do. */
export const selectRefused = (tenant: Tenant, caller: Caller, of: Selectable, jobId: number): Promise<Selection> =>
  selectRows(
    tenant,
    caller,
    of,
    sql`
      select subject from job_results where company_id = ${tenant.companyId} and job_id = ${jobId}
      group by subject order by min(id)`,
  )

const idOf = ({ alias }: Selectable) => sql.ref(`${alias}.id`)
const tableOf = ({ entity, alias }: Selectable) => sql`${sql.table(entity)} as ${sql.id(alias)}`

/** So many ids make a row; its place is that of the first. One row each would take longer than anybody waits for a million. */
const IN_A_ROW = 1_000

/** Stores the ids of a query in its order, whoever may see them. */
export const selectRows = async (
  { db, companyId }: Tenant,
  { personId }: Caller,
  { entity, none }: Selectable,
  ids: RawBuilder<unknown>,
): Promise<Selection> => {
  const { id } = await db
    .insertInto('selections')
    .values({ company_id: companyId, person_id: personId, entity })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { rows } = await sql<{ count: number }>`
    with stored as (
      insert into selection_rows (company_id, selection_id, place, ids)
      select ${companyId}::int, ${id}::bigint, place, ids[place : place + ${sql.lit(IN_A_ROW - 1)}]
      from (select array(${ids}) as ids) chosen, generate_series(1, cardinality(ids), ${sql.lit(IN_A_ROW)}) place
      returning cardinality(ids) as count
    )
    update selections set count = (select sum(stored.count) from stored)
    where company_id = ${companyId} and id = ${id} and exists (select from stored) returning count`.execute(db)
  const [stored] = rows
  if (!stored) throw conflict(none, undefined, 'nothing_selected')
  return { id, count: stored.count }
}

/** A person's own selection of this entity; 404 for any other. */
export const selectionOf = async (
  { db, companyId }: Tenant,
  { personId }: Caller,
  { entity }: Selectable,
  id: number,
): Promise<Selection> =>
  found(
    'Selection',
    await db
      .selectFrom('selections')
      .select(['id', 'count'])
      .where('company_id', '=', companyId)
      .where('person_id', '=', personId)
      .where('entity', '=', entity)
      .where('id', '=', id)
      .executeTakeFirst(),
  )

/** The ids of the next places, the last of these places, and whether it is the selection's last. */
export const nextOf = async ({ db, companyId }: Tenant, id: number, after: number, count: number) => {
  // One more than is asked for tells whether there is one more.
  const { rows } = await sql<{ place: number; id: number }>`
    select place, id from (
      select r.place + each.at - 1 as place, each.id
      from selection_rows r cross join unnest(r.ids) with ordinality as each (id, at)
      where r.company_id = ${companyId} and r.selection_id = ${id} and r.place > ${after - IN_A_ROW} and r.place <= ${after + count + 1}
    ) near where place > ${after} order by place limit ${count + 1}`.execute(db)
  const here = rows.slice(0, count)
  return {
    ids: here.map((row) => row.id),
    place: here.at(-1)?.place ?? after,
    last: rows.length <= count,
  }
}
