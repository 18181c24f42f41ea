import { sql, type RawBuilder } from 'kysely'
import type { Tenant } from '#server/db/tenant.ts'
import { realDay } from '#server/kit/day.ts'
import { badField } from '#server/kit/errors.ts'

const USUAL_DAYS = 30
const MOST_DAYS = 1_100

/** Whole days of a time zone, both inclusive. */
export interface Days {
  from_date: string
  to_date: string
}
export interface Period {
  period: Days
  before: Days
  zone: string
}

/** The wanted period, usually the last 30 days, and as many days before. */
export const periodOf = async (tenant: Tenant, wanted: Partial<Days>, zone: string): Promise<Period> => {
  const from = wanted.from_date === undefined ? null : realDay('from_date', wanted.from_date)
  const to = wanted.to_date === undefined ? null : realDay('to_date', wanted.to_date)
  const { rows } = await sql<Record<'from' | 'to' | 'earlier' | 'eve', string> & { days: number }>`
    select d.from::text as from, d.to::text as to, (d.from - (d.to - d.from + 1))::text as earlier, (d.from - 1)::text as eve,
      d.to - d.from + 1 as days
    from (select coalesce(${from}::date, t.to - ${USUAL_DAYS - 1}::int) as from, t.to
      from (select coalesce(${to}::date, (now() at time zone ${zone})::date) as to) t) d`.execute(tenant.db)
  const [days] = rows
  if (!days) throw new Error('A period has no days')
  if (days.days < 1) throw badField('to_date', 'Choose an end that is not before the beginning.')
  if (days.days > MOST_DAYS) throw badField('from_date', 'Choose a period of at most three years.')
  return {
    period: { from_date: days.from, to_date: days.to },
    before: { from_date: days.earlier, to_date: days.eve },
    zone,
  }
}

export const beginOf = ({ from_date }: Days, zone: string) => sql`(${from_date}::date)::timestamp at time zone ${zone}`
export const endOf = ({ to_date }: Days, zone: string) => sql`(${to_date}::date + 1)::timestamp at time zone ${zone}`

/** Posts `p` of competitors `c` that a summary is about: of one, or of all but ourselves, a text in several places once. */
export const POSTS = (
  { companyId }: Tenant,
  competitor: number | undefined,
  days: Days,
  zone: string,
): RawBuilder<unknown> => sql`
  competitor_posts p join competitors c on c.company_id = ${companyId} and c.id = p.competitor_id and c.deleted_at is null
  where p.company_id = ${companyId} and p.hidden_at is null and p.sort_at >= ${beginOf(days, zone)} and p.sort_at < ${endOf(days, zone)}
    and ${competitor === undefined ? sql`p.leads and not c.own` : sql`p.competitor_id = ${competitor}`}`
