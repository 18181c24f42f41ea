import { sql, type RawBuilder } from 'kysely'
import type { Tenant } from '#server/db/tenant.ts'
import { conflict } from '#server/kit/errors.ts'

/** Keeps that this transaction, or the act that it starts, takes the change set back; 409 when another has. Who comes at the same moment waits for the first. */
export const markUndone = async (
  { db, companyId, changeSet }: Tenant,
  undone: string,
  by: number,
  undoneBy: string = changeSet,
) => {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('undos')
    .values({ company_id: companyId, undone, change_set: undoneBy, by_person: by })
    .onConflict((known) => known.doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows !== 1n) throw conflict('It was already undone.', undefined, 'undone')
}

/** Whether the row `u` of undos is of a job that ended half-way, so that the rest can be asked for; not once the half was undone in its turn. */
export const isHalfDone = (companyId: number): RawBuilder<boolean> => sql`(
  coalesce((select j.state in ('cancelled', 'failed') from jobs j
    where j.company_id = ${companyId} and j.change_set = u.change_set order by j.id desc limit 1), false)
  and not exists (select from undos again where again.company_id = ${companyId} and again.undone = u.change_set))`

/** What an undo has left that ended half-way: the act that it is, where it goes on, and how many rows it has not come to. */
interface Rest {
  change_set: string
  from: number | null
  rows: number
}

/** Undefined for an act of which no undo ended half-way. Who asks at the same moment waits for the first, and finds its job. */
export const restOf = async ({ db, companyId }: Tenant, undone: string): Promise<Rest | undefined> => {
  await sql`
    select from jobs where company_id = ${companyId} and change_set in (
      select change_set from undos where company_id = ${companyId} and undone = ${undone}) for update`.execute(db)
  const { rows } = await sql<Rest>`
    select u.change_set, coalesce(nullif(last.cursor, 0), (last.input ->> 'from')::bigint) as from, last.total - last.done as rows
    from undos u cross join lateral (
      select j.* from jobs j where j.company_id = ${companyId} and j.change_set = u.change_set order by j.id desc limit 1
    ) last
    where u.company_id = ${companyId} and u.undone = ${undone} and ${isHalfDone(companyId)}`.execute(db)
  return rows[0]
}
