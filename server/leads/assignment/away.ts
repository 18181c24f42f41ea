import { sql } from 'kysely'
import type { Static } from 'typebox'
import type { Availability } from '#contract/leads/availability.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { realDay } from '#server/kit/day.ts'
import { conflict } from '#server/kit/errors.ts'
import { lockList } from './entry-queries.ts'
import { LISTS } from './queue.ts'

/** On which lists the person is, and the latest day on which they are back on one of them. */
export const availabilityOf = async (
  { db, companyId }: Tenant,
  personId: number,
): Promise<Static<typeof Availability>> => {
  const entries = await db
    .selectFrom('assignment_entries as e')
    .innerJoin('staff as s', 's.id', 'e.staff_id')
    .where('e.company_id', '=', companyId)
    .where('e.staff_id', '=', personId)
    .orderBy('e.list')
    .select([
      sql<'qa' | 'sales'>`e.list`.as('list'),
      sql<string | null>`case when e.away_until > (now() at time zone s.time_zone)::date then e.away_until end`.as(
        'away_until',
      ),
    ])
    .execute()
  const days = entries.flatMap(({ away_until }) => away_until ?? []).sort()
  return { lists: entries.map(({ list }) => list), away_until: days.at(-1) ?? null }
}

/** The person is away until this day on every list that they are on; null is back. */
export const setAway = async (tenant: Tenant, personId: number, day: string | null) => {
  if (day !== null) realDay('away_until', day)
  for (const list of LISTS) await lockList(tenant, list)
  const { rows } = await sql<{ list: string }>`
    update assignment_entries set away_until = ${day}::date where company_id = ${tenant.companyId} and staff_id = ${personId}
      and away_until is distinct from ${day}::date returning list`.execute(tenant.db)
  const now = await availabilityOf(tenant, personId)
  if (now.lists.length === 0) throw conflict('You are not on an assignment list, so no absence is needed.')
  if (rows.length) await tenant.due('assign')
  return now
}
