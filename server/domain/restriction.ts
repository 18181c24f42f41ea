import { sql } from 'kysely'
import type { Tenant } from '#server/db/tenant.ts'

/** An entry of the company's restricted domains, as it bears on one lead. */
export interface Restriction {
  id: number
  domainName: string
  effect: 'quarantine' | 'auto_invalid'
}

/**
 * The active entry that matches the domain: itself or, unless it is exact, a domain above it; the most specific wins.
 * No entry can be switched on between this answer and the end of the transaction: whoever stores a lead by it holds
 * the list's shared lock until then.
 */
export const restrictionOf = async (tenant: Tenant, domain: string): Promise<Restriction | undefined> => {
  // Two statements: the second must see what was committed while the first waited.
  const [, { rows }] = await Promise.all([
    lockRestrictions(tenant, 'shared'),
    sql<Restriction>`select id, domain_name as "domainName", effect from restriction_of(${domain})`.execute(tenant.db),
  ])
  return rows[0]
}

const LOCK = { shared: sql.raw('pg_advisory_xact_lock_shared'), exclusive: sql.raw('pg_advisory_xact_lock') }

/**
 * Held to the end of the transaction: shared by all who bring leads in, exclusive to whoever changes an entry. A change
 * waits for the leads that are being stored and makes the next ones wait for it.
 */
export const lockRestrictions = async ({ db, companyId }: Tenant, mode: 'shared' | 'exclusive'): Promise<void> => {
  await sql`select ${LOCK[mode]}(hashtextextended(${`restricted_domains:${companyId}`}, 0))`.execute(db)
}

/** Counts the lead among those that the entry has caught; a second time counts nothing. */
export const recordHit = ({ db, companyId }: Tenant, restriction: Pick<Restriction, 'id'>, leadId: number) =>
  db
    .insertInto('restricted_domain_hits')
    .values({ company_id: companyId, domain_id: restriction.id, lead_id: leadId })
    .onConflict((known) => known.doNothing())
    .execute()
