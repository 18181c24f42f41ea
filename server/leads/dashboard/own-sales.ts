import { sql } from 'kysely'
import type { HomeFigures } from '#contract/leads/dashboard.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { CLOSED_AT } from '#server/leads/lists/event-days.ts'

interface Asker {
  personId: number
  timeZone: string
}

/**
 * What became of the leads of one sales person: won and lost since the month began, where they are, and as far into the month before;
 * and of the valid leads that they received in 90 days, how many they won.
 */
export const ownSales = async (
  { db, companyId }: Tenant,
  { personId, timeZone }: Asker,
): Promise<NonNullable<HomeFigures['sales']>> => {
  const mine = sql`l.company_id = ${companyId} and l.sales_person = ${personId} and l.deleted_at is null`
  const count = (what: 'won' | 'lost', then: ReturnType<typeof sql>) =>
    sql`count(*) filter (where l.enquiry_status = ${what} and ${then})::int`
  const now = sql`${CLOSED_AT} >= m.began`
  const before = sql`${CLOSED_AT} >= m.began_before and ${CLOSED_AT} < m.so_far_before`
  const { rows } = await sql<NonNullable<HomeFigures['sales']>>`
    with clock as (
      select date_trunc('month', now() at time zone ${timeZone}) as began, now() at time zone ${timeZone} as so_far
    ), m as (
      select began at time zone ${timeZone} as began, (began - interval '1 month') at time zone ${timeZone} as began_before,
        -- Of a shorter month all of it.
        least(began - interval '1 month' + (so_far - began), began) at time zone ${timeZone} as so_far_before
      from clock
    ), ended as (
      select json_build_object('now', ${count('won', now)}, 'before', ${count('won', before)}) as won,
        json_build_object('now', ${count('lost', now)}, 'before', ${count('lost', before)}) as lost
      from m left join leads l on ${mine} and l.enquiry_status in ('won', 'lost') and ${CLOSED_AT} >= m.began_before
    ), sold as (
      select count(*)::int as received, count(*) filter (where l.enquiry_status = 'won')::int as won
      from leads l where ${mine} and l.status = 'valid' and l.enquiry_status is not null and l.validated_at >= now() - interval '90 days'
    )
    select ended.won, ended.lost, row_to_json(sold) as conversion from ended, sold`.execute(db)
  const [figures] = rows
  if (!figures) throw new Error('A sum has no row')
  return figures
}
