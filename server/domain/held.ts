import { sql } from 'kysely'
import type { Tenant } from '#server/db/tenant.ts'

/** Leads so new that the transaction which stored them may have ended while another waited for its lock. */
const justStored = sql`l.status = 'new' and l.quarantined_by is null and l.deleted_at is null
  and l.created_at > now() - interval '1 minute'`

/** The newest leads that nobody holds, as they stand before a change of the list waits for its lock. */
export const storedBefore = async ({ db, companyId }: Tenant): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select l.id from leads l where l.company_id = ${companyId} and ${justStored}`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * Leads that were stored while the change waited are held as if they had come after it: whoever switched the domain
 * on did so before they were there. Also an entry that makes leads invalid only holds these. Answers their ids.
 */
export const holdStoredSince = async ({ db, companyId }: Tenant, before: readonly number[]): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    with caught as (
      select l.id, r.id as domain_id from leads l, restriction_of(l.email_domain) r
      where l.company_id = ${companyId} and ${justStored} and not l.id = any (${before}::bigint[])
      order by l.id for update of l
    ), hit as (
      insert into restricted_domain_hits (company_id, domain_id, lead_id)
      select ${companyId}::int, domain_id, id from caught on conflict do nothing
    )
    update leads l set quarantined_by = c.domain_id from caught c where l.company_id = ${companyId} and l.id = c.id
    returning l.id`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * Looks again at every lead that the entry holds: one that another entry matches is that one's from now on. Answers
 * how many no entry matches any more; they wait for somebody to release them.
 */
export const recheckHeld = async ({ db, companyId }: Tenant, entryId: number): Promise<number> => {
  await sql`
    with held as (
      select l.id, r.id as domain_id from leads l, restriction_of(l.email_domain) r
      where l.company_id = ${companyId} and l.quarantined_by = ${entryId}
      order by l.id for update of l
    ), hit as (
      insert into restricted_domain_hits (company_id, domain_id, lead_id)
      select ${companyId}::int, domain_id, id from held where domain_id <> ${entryId} on conflict do nothing
    )
    update leads l set quarantined_by = h.domain_id from held h
    where l.company_id = ${companyId} and l.id = h.id and h.domain_id <> ${entryId}`.execute(db)
  const { rows } = await sql<{ waiting: number }>`
    select count(*) as waiting from leads l
    where l.company_id = ${companyId} and l.quarantined_by = ${entryId} and l.status = 'new' and l.deleted_at is null
      and not exists (select from restriction_of(l.email_domain))`.execute(db)
  return rows[0]?.waiting ?? 0
}

const MOST = 1000

/** The leads that the entry holds, or any, and that no entry matches any more: how many, and the oldest of them. */
export const waiting = async (
  { db, companyId }: Tenant,
  entryId?: number,
): Promise<{ leads: number; ids: number[] }> => {
  const { rows } = await sql<{ leads: number; ids: number[] }>`
    with held as materialized (
      select l.id, l.email_domain from leads l
      where l.company_id = ${companyId} and l.status = 'new' and l.deleted_at is null
        and ${entryId === undefined ? sql`l.quarantined_by is not null` : sql`l.quarantined_by = ${entryId}`}
    ), free as materialized (
      select d.email_domain from (select distinct email_domain from held) d
      where not exists (select from restriction_of(d.email_domain))
    ), loose as materialized (select h.id from held h join free using (email_domain))
    select (select count(*) from loose) as leads,
      array(select id from loose order by id limit ${MOST}) as ids`.execute(db)
  return rows[0] ?? { leads: 0, ids: [] }
}

/** Lets leads out of quarantine; answers those that were in it, in order of arrival. */
export const release = async ({ db, companyId }: Tenant, leadIds: readonly number[]): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    with held as (
      select id from leads
      where company_id = ${companyId} and id = any (${leadIds}::bigint[]) and quarantined_by is not null
        and status = 'new' and deleted_at is null
      order by id for update
    )
    update leads l set quarantined_by = null from held where l.company_id = ${companyId} and l.id = held.id
    returning l.id`.execute(db)
  return rows.map(({ id }) => id).sort((one, other) => one - other)
}
