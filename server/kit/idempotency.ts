import { createHash } from 'node:crypto'
import { crashPoint } from '#server/db/crash.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { badField, conflict } from './errors.ts'

/**
 * Does the work once per key: a repeat of the same request gets the stored answer, another request under the same
 * key is refused. The key is stored in the transaction of the work, so both are there or neither is; parallel
 * repeats wait for the first. With the answer comes the change set that the work made, if it made one.
 */
export const once = async <T>(
  tenant: Tenant,
  { scope, key, request }: { scope: string; key: string; request: unknown },
  work: () => Promise<T>,
): Promise<{ answer: T; changeSet: string | undefined }> => {
  const { db, companyId } = tenant
  const digest = createHash('sha256').update(JSON.stringify(request)).digest()
  const claimed = await db
    .insertInto('idempotency_keys')
    .values({ company_id: companyId, scope, key, request: digest })
    .onConflict((existing) => existing.doNothing())
    .executeTakeFirst()
  const mine = { company_id: companyId, scope, key }

  if (claimed.numInsertedOrUpdatedRows === 1n) {
    crashPoint('idempotency.after_claim')
    const answer = await work()
    const changeSet = await madeChangeSet(tenant)
    await db
      .updateTable('idempotency_keys')
      .set({ status: 200, answer: JSON.stringify(answer), change_set: changeSet ?? null })
      .where((eb) => eb.and(mine))
      .execute()
    return { answer, changeSet }
  } else {
    const stored = await db
      .selectFrom('idempotency_keys')
      .select(['request', 'answer', 'change_set'])
      .where((eb) => eb.and(mine))
      .executeTakeFirstOrThrow()
    if (!stored.request.equals(digest))
      throw conflict('This idempotency key was used for another request.', undefined, 'key_reused')
    return { answer: stored.answer as T, changeSet: stored.change_set ?? undefined }
  }
}

/** The change set of this transaction; undefined while it has changed nothing that has a history. */
export const madeChangeSet = async ({ db, companyId, changeSet }: Tenant): Promise<string | undefined> => {
  const changed = await db
    .selectFrom('changes')
    .select('id')
    .where('company_id', '=', companyId)
    .where('change_set', '=', changeSet)
    .limit(1)
    .executeTakeFirst()
  return changed && changeSet
}

/** The `Idempotency-Key` header, undefined when absent; 400 when it is no usable key. */
export const idempotencyKey = (header: string | string[] | undefined): string | undefined => {
  if (header === undefined) return undefined
  if (typeof header !== 'string' || !/^[\x21-\x7e]{1,200}$/.test(header))
    throw badField('Idempotency-Key', 'Idempotency-Key must be one text of 1 to 200 printable characters')
  return header
}
