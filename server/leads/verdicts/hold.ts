import { sql } from 'kysely'
import type { Tenant } from '#server/db/tenant.ts'
import { awaitWaking } from '#server/leads/lead/wake.ts'
import { refreshClocks } from '#server/leads/sla/refresh-clocks.ts'
import type { Caller } from '#server/kit/auth.ts'
import { realDay } from '#server/kit/day.ts'
import { badField } from '#server/kit/errors.ts'
import { owned } from './store.ts'

const MOST_DAYS = 30

/** A day on which a lead may wake: tomorrow to 30 days from today, where the caller is. The database's clock decides. */
export const dayToWake = async ({ db }: Tenant, { timeZone }: Caller, until: string): Promise<string> => {
  const day = realDay('until', until)
  const { rows } = await sql<{ ahead: number }>`
    select ${day}::date - (now() at time zone ${timeZone})::date as ahead`.execute(db)
  const ahead = rows[0]?.ahead ?? 0
  if (ahead < 1) throw badField('until', 'Choose a day from tomorrow on')
  if (ahead > MOST_DAYS) throw badField('until', `A lead can be on hold for at most ${MOST_DAYS} days`)
  return day
}

/** Puts leads aside for their owner; they wake when the day begins where that person is. */
export const putOnHold = async (tenant: Tenant, ids: readonly number[], owner: number, day: string) => {
  const { db, companyId } = tenant
  await sql`
    update leads set status = 'on_hold', status_at = now(), on_hold_until = ${day}, ${owned(owner)}
    where company_id = ${companyId} and id = any(${ids}::bigint[])`.execute(db)
  await refreshClocks(tenant, ids)
  await awaitWaking(tenant, ids)
}
