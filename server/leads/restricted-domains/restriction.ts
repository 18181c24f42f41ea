import { sql } from 'kysely'
import type { Tenant } from '#server/db/tenant.ts'
import { runPlanned } from '#server/db/transaction.ts'
import { suffixesOf, throwAwayOf } from '#server/platform/contact-details/email-address.ts'

/** An entry of the company's restricted domains, as it bears on one lead. */
export interface Restriction {
  id: number
  domainName: string
  effect: 'quarantine' | 'auto_invalid'
}

/**
 * The active entry that matches each domain: itself or, unless it is exact, a domain above it; the most specific wins.
 * No entry can be switched on between this answer and the end of the transaction: whoever stores leads by it holds
 * the list's shared lock until then.
 */
export const restrictionsOf = async (
  tenant: Tenant,
  domains: readonly string[],
): Promise<ReadonlyMap<string, Restriction>> => {
  const asked = [...new Set(domains)]
  if (asked.length === 0) return new Map()
  const { domains: each, names } = withNames(asked)
  const rows = await runPlanned(
    tenant.db,
    'restrictions at the door',
    sql<Restriction & { domain: string }>`
    select domain, id, domain_name as "domainName", effect from restrictions_at_door(${each}::text[], ${names}::text[])`,
  )
  return new Map(rows.map(({ domain, ...restriction }) => [domain, restriction]))
}

/** What `restrictions_at_door` is asked: each domain, beside itself and each domain above it. Of many, few are on the list or below one that is. */
export const withNames = (domains: readonly string[]) => {
  const pairs = domains.flatMap((domain) => suffixesOf(domain).map((name) => ({ domain, name })))
  return { domains: pairs.map(({ domain }) => domain), names: pairs.map(({ name }) => name) }
}

/** As `restrictionsOf`, for leads that come in now: a throw-away domain is put on the list the first time that somebody writes from it. */
export const restrictionsAtDoor = async (
  tenant: Tenant,
  domains: readonly string[],
): Promise<ReadonlyMap<string, Restriction>> => {
  if (!domains.some((domain) => throwAwayOf(domain) !== undefined)) return restrictionsOf(tenant, domains)
  // First the lock, then the look: who adds the same domain by hand holds it, and would wait for our row while we wait for theirs.
  await lockRestrictions(tenant, 'shared')
  const names = [...new Set((await newThrowAways(tenant, domains)).values())]
  if (names.length > 0)
    await sql`
      insert into restricted_domains (company_id, domain_name, source)
      select ${tenant.companyId}::int, name, ${THROW_AWAY} from unnest(${names.sort()}::text[]) name
      on conflict (company_id, domain_name) where deleted_at is null do nothing`.execute(tenant.db)
  return restrictionsOf(tenant, domains)
}

/** Where an entry comes from that nobody has added. */
export const THROW_AWAY = 'throw_away'

/**
 * Of these domains, those that give out throw-away addresses and of which the company has not said anything: neither allowed, nor ever on
 * its list, where somebody may have switched it off. With the name that would go on the list.
 */
export const newThrowAways = async (
  { db, companyId }: Tenant,
  domains: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const known = [...new Set(domains)].flatMap((domain) => {
    const name = throwAwayOf(domain)
    return name === undefined ? [] : [{ domain, name }]
  })
  if (known.length === 0) return new Map()
  const { rows } = await sql<{ domain: string; name: string }>`
    select domain, name from json_to_recordset(${JSON.stringify(known)}::json) as known (domain text, name text)
    where not is_allowed(domain)
      and not exists (select from restricted_domains r where r.company_id = ${companyId} and r.domain_name = name)`.execute(
    db,
  )
  return new Map(rows.map(({ domain, name }) => [domain, name]))
}

/** Those of the domains that the company lets in whatever else is said of them. */
export const allowedOf = async ({ db }: Tenant, domains: readonly string[]): Promise<ReadonlySet<string>> => {
  if (domains.length === 0) return new Set()
  const { rows } = await sql<{ domain: string }>`
    select domain from unnest(${[...new Set(domains)]}::text[]) domain where is_allowed(domain)`.execute(db)
  return new Set(rows.map(({ domain }) => domain))
}

const LOCK = { shared: sql.raw('pg_advisory_xact_lock_shared'), exclusive: sql.raw('pg_advisory_xact_lock') }

/**
 * Held to the end of the transaction: shared by all who bring leads in, exclusive to whoever changes an entry. A change
 * waits for the leads that are being stored and makes the next ones wait for it.
 */
export const lockRestrictions = async ({ db, companyId }: Tenant, mode: 'shared' | 'exclusive'): Promise<void> => {
  await runPlanned(
    db,
    `lock of restricted domains, ${mode}`,
    sql`select ${LOCK[mode]}(hashtextextended(${`restricted_domains:${companyId}`}, 0))`,
  )
}

/** Counts leads among those that entries have caught; a second time counts nothing. */
export const recordHits = async (
  { db, companyId }: Tenant,
  hits: readonly { restriction: Pick<Restriction, 'id'>; leadId: number }[],
) => {
  await db
    .insertInto('restricted_domain_hits')
    .values(
      hits.map(({ restriction, leadId }) => ({ company_id: companyId, domain_id: restriction.id, lead_id: leadId })),
    )
    .onConflict((known) => known.doNothing())
    .execute()
}
