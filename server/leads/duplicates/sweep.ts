import { sql, type RawBuilder } from 'kysely'
import type { Tenant, Tenants } from '#server/db/tenant.ts'

/** The due kind of looks at groups that were made by other days. */
export const SWEEP_DUE = 'duplicate-sweep'

/** So many leads are looked at in one transaction. */
const STEP = 5_000
/** How many of those a company gets in a row. */
const TURN = 20

/** Has the leads looked at again that count as duplicates of others now, or no more: the days have changed. */
export const sweepDuplicates = async (tenants: Tenants, companyId: number) => {
  let more = true
  for (let step = 1; more; step++)
    more = await tenants.write(
      companyId,
      { kind: 'system', channel: 'intake', act: 'duplicates.sweep' },
      async (tenant) => {
        const left = await sweepStep(tenant)
        if (left && step === TURN) await tenant.due(SWEEP_DUE)
        return left && step < TURN
      },
    )
}

/** False when no lead is left. */
const sweepStep = async (tenant: Tenant): Promise<boolean> => {
  const { db, companyId } = tenant
  // Whoever changes the days meanwhile waits, and begins from the first lead.
  const { rows } = await sql<Sweep>`
    select nearest_days, farthest_days, apart, lead_id from duplicate_sweeps where company_id = ${companyId} for update`.execute(
    db,
  )
  const [sweep] = rows
  if (!sweep) return false
  const { last, affected } = await lookOn(tenant, sweep)
  if (affected > 0) await tenant.due('duplicates')
  await (
    last === null
      ? sql`delete from duplicate_sweeps where company_id = ${companyId}`
      : sql`update duplicate_sweeps set lead_id = ${last} where company_id = ${companyId}`
  ).execute(db)
  return last !== null
}

interface Sweep {
  nearest_days: number
  farthest_days: number
  /** Whether groups may have to be taken apart; else they only grow. */
  apart: boolean
  lead_id: number
}

const lookOn = async ({ db, companyId }: Tenant, { nearest_days, farthest_days, apart, lead_id }: Sweep) => {
  const near = sql`make_interval(days => ${nearest_days}::int)`
  const far = sql`make_interval(days => ${farthest_days}::int)`
  const again = (from: RawBuilder<unknown>, to: RawBuilder<unknown>) => sql`
    exists (select from duplicate_keys o where o.company_id = ${companyId} and o.key = looked.key and o.at between ${from} and ${to})`
  const { rows } = await sql<{ last: number | null; affected: number }>`
    with looked as materialized (
      select lead_id, key, at from duplicate_keys
      where company_id = ${companyId} and lead_id > ${lead_id} and kind = 'person' order by lead_id limit ${STEP}
    ), checked as (
      insert into duplicate_checks (company_id, lead_id, apart)
      select ${companyId}::int, lead_id, ${apart} from looked
      where ${again(sql`looked.at - ${far}`, sql`looked.at - ${near}`)} or ${again(sql`looked.at + ${near}`, sql`looked.at + ${far}`)}
      order by lead_id returning id
    )
    select (select max(lead_id) from looked) as last, (select count(*)::int from checked) as affected`.execute(db)
  return rows[0] ?? { last: null, affected: 0 }
}
