import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { crashPoint } from '#server/db/crash.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { canonicalJson } from './canonical.ts'
import { badField, conflict } from './errors.ts'

/** An answer is kept as long as anybody repeats a call; then its key is free again. */
const KEPT_HOURS = 24
const FORGOTTEN_AT_ONCE = 1_000
const outOfDate = sql<boolean>`idempotency_keys.created_at < now() - make_interval(hours => ${KEPT_HOURS})`

/**
 * Does the work once per key: a repeat of the same request gets the stored answer for a day, another request under the
 * same key is refused. The key is stored in the transaction of the work, so both are there or neither is; parallel
 * repeats wait for the first. With the answer comes the change set that the work made, if it made one.
 */
export const once = async <T>(
  tenant: Tenant,
  { scope, key, request }: { scope: string; key: string; request: unknown },
  work: () => Promise<T>,
): Promise<{ answer: T; changeSet: string | undefined }> => {
  const { db, companyId } = tenant
  const digest = createHash('sha256').update(canonicalJson(request)).digest()
  const mine = { company_id: companyId, scope, key }
  const stored = await claim(tenant, mine, digest)
  if (stored) {
    if (!stored.request.equals(digest)) throw keyReused()
    return { answer: stored.answer as T, changeSet: stored.change_set ?? undefined }
  }

  crashPoint('idempotency.after_claim')
  const answer = await work()
  const changeSet = await madeChangeSet(tenant)
  await db
    .updateTable('idempotency_keys')
    .set({ status: 200, answer: JSON.stringify(answer), change_set: changeSet ?? null })
    .where((eb) => eb.and(mine))
    .execute()
  return { answer, changeSet }
}

export const keyReused = () => conflict('This idempotency key was used for another request.', undefined, 'key_reused')

interface Stored {
  request: Buffer
  answer: unknown
  change_set: string | null
}

/** What is stored under the key; undefined when it is this transaction's from now on. */
const claim = async (
  tenant: Tenant,
  mine: { company_id: number; scope: string; key: string },
  request: Buffer,
): Promise<Stored | undefined> => {
  const { db } = tenant
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('idempotency_keys')
    .values({ ...mine, request })
    .onConflict((existing) => existing.doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows === 1n) return undefined
  const stored = await db
    .selectFrom('idempotency_keys')
    .select(['request', 'answer', 'change_set', outOfDate.as('free')])
    .where((eb) => eb.and(mine))
    .executeTakeFirst()
  if (stored && !stored.free) return stored
  // Whoever takes it away first claims it, before those who wait for that.
  await db
    .deleteFrom('idempotency_keys')
    .where((eb) => eb.and({ ...mine }))
    .where(outOfDate)
    .execute()
  return claim(tenant, mine, request)
}

/** Takes away the next answers that nobody asks for again; true when there may be more. */
export const forgetAnswers = async ({ db, companyId }: Tenant): Promise<boolean> => {
  const { numAffectedRows = 0n } = await sql`
    delete from idempotency_keys where company_id = ${companyId} and (scope, key) in (
      select scope, key from idempotency_keys
      where company_id = ${companyId} and ${outOfDate}
      order by created_at limit ${FORGOTTEN_AT_ONCE} for update skip locked)`.execute(db)
  return numAffectedRows === BigInt(FORGOTTEN_AT_ONCE)
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
