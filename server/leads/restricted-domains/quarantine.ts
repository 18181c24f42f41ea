import { sql, type RawBuilder } from 'kysely'
import type { Tenant } from '#server/db/tenant.ts'
import { leaveQueue } from '#server/leads/assignment/queue.ts'
import { applyRestriction } from './restriction-effect.ts'
import { lockRestrictions, type Restriction } from './restriction.ts'

/** Leads so new that the transaction which stored them may have ended while another waited for its lock. */
const justStored = sql`l.deleted_at is null and l.created_at > now() - interval '1 minute'`

/** The newest leads, whatever has become of them: what is released or given back while a change waits was there before it. */
const storedBefore = async ({ db, companyId }: Tenant): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select l.id from leads l where l.company_id = ${companyId} and ${justStored}`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * Leads that were stored while the change waited become what they would if they had come after it: whoever switched the
 * domain on did so before they were there. Answers their ids.
 */
const holdStoredSince = async (tenant: Tenant, before: readonly number[]): Promise<number[]> => {
  const { db, companyId } = tenant
  const { rows: caught } = await sql<Restriction & { leadId: number }>`
    select l.id as "leadId", r.id, r.domain_name as "domainName", r.effect from leads l, restriction_of(l.email_domain) r
    where l.company_id = ${companyId} and ${justStored} and l.status = 'new' and l.quarantined_by is null
      and not l.id = any (${before}::bigint[])
    order by l.id for no key update of l`.execute(db)
  for (const { leadId, ...restriction } of caught) await applyRestriction(tenant, leadId, restriction)
  return caught.map(({ leadId }) => leadId)
}

/**
 * Makes a change of what is let in while no lead can come in by what was said before. Leads that are there already are left as they are,
 * but for those that were stored while the change waited.
 */
export const whileNoneComesIn = async <T>(tenant: Tenant, change: () => Promise<T>): Promise<T> => {
  await letNoneIn(tenant)
  const changed = await change()
  await holdThoseStoredSince(tenant)
  return changed
}

/** Of each transaction that has let none in: an undo puts rows back between the halves, in a place that knows nothing of leads. */
const storedBeforeLock = new WeakMap<Tenant, readonly number[]>()

/** The first half of `whileNoneComesIn`, for whoever makes the change elsewhere. */
export const letNoneIn = async (tenant: Tenant) => {
  if (!storedBeforeLock.has(tenant)) storedBeforeLock.set(tenant, await storedBefore(tenant))
  await lockRestrictions(tenant, 'exclusive')
}

/** The second half. */
export const holdThoseStoredSince = async (tenant: Tenant) =>
  leaveQueue(tenant, 'qa', await holdStoredSince(tenant, storedBeforeLock.get(tenant) ?? []))

/**
 * Looks again at every lead that the entry holds, or one that is gone or switched off, or any: one that another entry
 * matches is that one's from now on. Answers how many no entry matches any more; they wait for somebody to release them.
 */
export const recheckHeld = async (tenant: Tenant, entryId?: number): Promise<number> => {
  const { companyId } = tenant
  const looked =
    entryId === undefined
      ? heldBy(undefined)
      : // As an array: by the index, whatever other entries hold.
        sql`l.quarantined_by = any (array(select e.id from restricted_domains e
          where e.company_id = ${companyId} and (e.id = ${entryId} or e.status <> 'active' or e.deleted_at is not null)))`
  await giveToMatching(tenant, looked)
  return (await waiting(tenant, entryId === undefined ? {} : { domainId: entryId })).leads
}

/** The same look at these leads, of those that are held. */
export const recheckLeads = async (tenant: Tenant, ids: readonly number[]) => {
  if (ids.length > 0) await giveToMatching(tenant, sql`l.id = any (${ids}::bigint[])`)
}

const giveToMatching = async ({ db, companyId }: Tenant, looked: RawBuilder<unknown>) => {
  await sql`
    with matched as materialized (
      select d.email_domain, r.id as domain_id
      from (select distinct l.email_domain from leads l where l.company_id = ${companyId} and ${looked}) d,
        restriction_of(d.email_domain) r
    ), moved as (
      select l.id, m.domain_id from leads l join matched m using (email_domain)
      where l.company_id = ${companyId} and ${looked} and m.domain_id <> l.quarantined_by
      order by l.id for no key update of l
    ), hit as (
      insert into restricted_domain_hits (company_id, domain_id, lead_id)
      select ${companyId}::int, domain_id, id from moved on conflict do nothing
    )
    update leads l set quarantined_by = m.domain_id from moved m where l.company_id = ${companyId} and l.id = m.id`.execute(
    db,
  )
}

const heldBy = (entryId: number | undefined) =>
  entryId === undefined ? sql`l.quarantined_by is not null` : sql`l.quarantined_by = ${entryId}`

const MOST = 1000

/** Leads held that no entry matches any more: how many, and the oldest of them. Those of one entry, of one allowed domain, or all. */
export const waiting = async (
  { db, companyId }: Tenant,
  { domainId, allowedId }: { domainId?: number; allowedId?: number } = {},
): Promise<{ leads: number; ids: number[] }> => {
  const letIn =
    allowedId === undefined
      ? sql`true`
      : sql`exists (select from allowed_domains a where a.company_id = ${companyId} and a.id = ${allowedId}
          and a.deleted_at is null and (d.email_domain = a.domain_name or (a.match = 'subdomains'
          and right(d.email_domain, length(a.domain_name) + 1) = '.' || a.domain_name)))`
  const { rows } = await sql<{ leads: number; ids: number[] }>`
    with held as materialized (
      select l.id, l.email_domain from leads l
      where l.company_id = ${companyId} and l.status = 'new' and l.deleted_at is null and ${heldBy(domainId)}
    ), free as materialized (
      select d.email_domain from (select distinct email_domain from held) d
      where ${letIn} and not exists (select from restriction_of(d.email_domain))
    ), loose as materialized (select h.id from held h join free on free.email_domain is not distinct from h.email_domain)
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
      order by id for no key update
    )
    update leads l set quarantined_by = null from held where l.company_id = ${companyId} and l.id = held.id
    returning l.id`.execute(db)
  return rows.map(({ id }) => id).sort((one, other) => one - other)
}
