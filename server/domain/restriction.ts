import { sql } from 'kysely'
import type { Tenant } from '#server/db/tenant.ts'

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
  // Two statements: the second must see what was committed while the first waited.
  const [, { rows }] = await Promise.all([
    lockRestrictions(tenant, 'shared'),
    sql<Restriction & { domain: string }>`
      select domain, id, domain_name as "domainName", effect
      from unnest(${asked}::text[]) as asked (domain), restriction_of(domain)`.execute(tenant.db),
  ])
  return new Map(rows.map(({ domain, ...restriction }) => [domain, restriction]))
}

const LOCK = { shared: sql.raw('pg_advisory_xact_lock_shared'), exclusive: sql.raw('pg_advisory_xact_lock') }

/**
 * Held to the end of the transaction: shared by all who bring leads in, exclusive to whoever changes an entry. A change
 * waits for the leads that are being stored and makes the next ones wait for it.
 */
export const lockRestrictions = async ({ db, companyId }: Tenant, mode: 'shared' | 'exclusive'): Promise<void> => {
  await sql`select ${LOCK[mode]}(hashtextextended(${`restricted_domains:${companyId}`}, 0))`.execute(db)
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
