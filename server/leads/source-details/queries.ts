import { sql } from 'kysely'
import type { BodyOf } from '#contract/kit/endpoint.ts'
import type { sourceDetails } from '#contract/leads/source-details.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { searching } from '#server/leads/lists/search.ts'
import type { Caller } from '#server/kit/auth.ts'
import { withinDays } from '#server/kit/day.ts'

export interface Counts {
  received: number
  valid: number
  invalid: number
  open: number
}

/**
 * The enquiries of each source, most first. Without a search the index leads_sources has all that is read, so that no
 * lead itself is looked at.
 */
export const countBySource = async (
  tenant: Tenant,
  { timeZone }: Caller,
  { source, search, ...days }: BodyOf<typeof sourceDetails.get>,
) => {
  const { db, companyId } = tenant
  const matching = sql.join(
    [
      sql`l.company_id = ${companyId}`,
      sql`l.deleted_at is null`,
      sql`l.kind = 'enquiry'`,
      ...withinDays(sql`l.created_at`, days, timeZone),
      ...(source ? [sql`l.source = any(${source})`] : []),
      ...(await searching(tenant, search)),
    ],
    sql` and `,
  )
  const { rows } = await sql<Counts & { source: string }>`
    select l.source, count(*) as received,
      count(*) filter (where l.status = 'valid') as valid, count(*) filter (where l.status = 'invalid') as invalid,
      count(*) filter (where l.status not in ('valid', 'invalid')) as open
    from leads l where ${matching} group by l.source order by received desc, l.source`.execute(db)
  return rows
}
