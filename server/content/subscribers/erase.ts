import { sql } from 'kysely'
import type { Tenant } from '#server/db/tenant.ts'
import type { Addresses } from './addresses.ts'
import { noteConsents } from './status.ts'

/**
 * Takes all that these people told of themselves from their rows, the history and the mails. What stays is a keyed digest of each address,
 * by which no import and no colleague brings it back.
 */
export const eraseSubscribers = async (
  tenant: Tenant,
  addresses: Addresses,
  rows: readonly { id: number; email: string }[],
  personId?: number,
): Promise<void> => {
  if (rows.length === 0) return
  const { db, companyId } = tenant
  const hashes = rows.map(({ email }) => addresses.hash(email).toString('hex'))
  await sql`
    insert into newsletter_suppressed (company_id, email_hash)
    select ${companyId}::int, decode(hash, 'hex') from unnest(${hashes}::text[]) hash on conflict do nothing`.execute(
    db,
  )
  await noteConsents(tenant, addresses, rows, 'erased', personId === undefined ? {} : { personId })
  await emptyRows(
    tenant,
    rows.map(({ id }) => id),
  )
}

const emptyRows = async ({ db, companyId }: Tenant, ids: readonly number[]) => {
  await sql`
    update newsletter_subscribers set email = '', name = '', note = '', status_reason = '', locale = null, utm = '{}',
      deleted_at = coalesce(deleted_at, now()), erased_at = now()
    where company_id = ${companyId} and id = any (${ids}::bigint[])`.execute(db)
  // What waits goes to nobody; what was sent stays counted.
  await sql`
    update mails set address = '', reply = null,
      state = case when state in ('queued', 'deferred') then 'skipped' else state end
    where company_id = ${companyId} and kind in ('post_update', 'confirmation') and for_id = any (${ids}::bigint[])`.execute(
    db,
  )
  await sql`
    update newsletter_bounces set raw = null, reply = ''
    where company_id = ${companyId} and subscriber_id = any (${ids}::bigint[])`.execute(db)
  await sql`select forget_subscribers(${ids}::bigint[])`.execute(db)
}

const AT_ONCE = 200

/**
 * Empties the next ones that asked a month ago and never confirmed, and those that were taken away a month ago. Their owners may come again,
 * and so may an import: nobody has said anything against it. True when there may be more.
 */
export const forgetUnconfirmed = async (tenant: Tenant): Promise<boolean> => {
  const { db, companyId } = tenant
  const { rows } = await sql<{ id: number }>`
    select id from newsletter_subscribers
    where company_id = ${companyId} and (
      status = 'unconfirmed' and deleted_at is null and status_at < now() - interval '30 days'
        and created_at < now() - interval '30 days'
      or deleted_at < now() - interval '30 days' and erased_at is null)
    order by id limit ${AT_ONCE} for update skip locked`.execute(db)
  if (rows.length > 0)
    await emptyRows(
      tenant,
      rows.map(({ id }) => id),
    )
  await sql`
    delete from newsletter_confirmations where company_id = ${companyId} and created_at < now() - interval '60 days'`.execute(
    db,
  )
  return rows.length === AT_ONCE
}

/** Those of the addresses that were erased here for good. */
export const suppressedAmong = async (
  { db, companyId }: Tenant,
  addresses: Addresses,
  emails: readonly string[],
): Promise<ReadonlySet<string>> => {
  const byHash = new Map(emails.map((email) => [addresses.hash(email).toString('hex'), email]))
  const { rows } = await sql<{ hash: string }>`
    select encode(email_hash, 'hex') as hash from newsletter_suppressed
    where company_id = ${companyId} and email_hash = any (array(select decode(h, 'hex') from unnest(${byHash.keys().toArray()}::text[]) h))`.execute(
    db,
  )
  return new Set(rows.flatMap(({ hash }) => byHash.get(hash) ?? []))
}
