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
  if (numInsertedOrUpdatedRows !== 1n) throw conflict('It was undone already.', undefined, 'undone')
}
