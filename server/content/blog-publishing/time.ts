import { sql } from 'kysely'
import type { Tenant } from '#server/db/tenant.ts'
import { badField } from '#server/kit/errors.ts'
import { isTimeZone } from '#server/kit/time-zone.ts'

const LOCAL = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})(?::(\d{2}))?$/
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,6})?)?(?:Z|[+-]\d{2}:\d{2})$/

interface Read {
  at: string | null
  exists: boolean
  is_soon: boolean
  is_late: boolean
}

/**
 * The instant that somebody chose: said with its offset, or as a local time of the zone. The database decides, which keeps the time
 * by which it is published. 400 for one that is past, too far away, or that no clock of the zone shows.
 */
export const instantOf = async (tenant: Tenant, said: string | undefined, zone: string): Promise<string> => {
  const refused = (message: string) => badField('publish_at', message)
  if (!isTimeZone(zone)) throw badField('zone', 'Choose a time zone from the list')
  const local = said === undefined ? null : LOCAL.exec(said)
  const isReal = said !== undefined && !Number.isNaN(Date.parse(local ? `${said}Z` : said))
  if (said === undefined || !isReal || (!local && !INSTANT.test(said)) || !isDay(said))
    throw refused('Choose a day and a time')
  const instant = local ? sql`(${said}::timestamp at time zone ${zone})` : sql`${said}::timestamptz`
  const { rows } = await sql<Read>`
    select at, ${local ? sql`at at time zone ${zone} = ${said}::timestamp` : sql`true`} as exists,
      at < now() + interval '1 minute' as is_soon, at > now() + interval '2 years' as is_late
    from (select ${instant} as at) chosen`.execute(tenant.db)
  const [read] = rows
  if (!read?.at) throw refused('Choose a day and a time')
  if (!read.exists)
    throw refused(`${timeOf(said)} does not exist on ${dayOf(said)} in ${cityOf(zone)}. Choose another time.`)
  if (read.is_soon) throw refused('Choose a time at least a minute from now')
  if (read.is_late) throw refused('Choose a time within the next two years')
  return read.at
}

/** `Date.parse` takes the 30th of February for the 1st of March. */
const isDay = (said: string) => {
  const [year = 0, month = 0, day = 0] = said.slice(0, 10).split('-').map(Number)
  return year >= 1900 && year <= 2200 && new Date(Date.UTC(year, month - 1, day)).getUTCDate() === day
}

const timeOf = (said: string) => said.slice(11, 16)
const dayOf = (said: string) =>
  new Date(`${said.slice(0, 10)}T00:00:00Z`).toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })
const cityOf = (zone: string) => (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ')
