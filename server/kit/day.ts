import { sql, type RawBuilder } from 'kysely'
import { badField } from './errors.ts'

/** A day that exists, from 1900 to 2200; 400 naming the field otherwise. */
export const realDay = (field: string, text: string) => {
  const [year = 0, month = 0, day = 0] = text.split('-').map(Number)
  const date = new Date(Date.UTC(year, month - 1, day))
  const exists = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  if (!exists || year < 1900 || year > 2200)
    throw badField(field, `${field} is not a day in the calendar: write it as YYYY-MM-DD`)
  return text
}

/**
 * Whole days in a time zone, both inclusive, as conditions on a timestamp. The database knows where a day
 * begins and ends in the zone, on the days too when clocks change.
 */
export const withinDays = (
  column: RawBuilder<unknown>,
  range: { from_date?: string; to_date?: string },
  timeZone: string,
  names: { from: string; to: string } = { from: 'from_date', to: 'to_date' },
): RawBuilder<boolean>[] => {
  const from = range.from_date === undefined ? undefined : realDay(names.from, range.from_date)
  const to = range.to_date === undefined ? undefined : realDay(names.to, range.to_date)
  if (from !== undefined && to !== undefined && from > to)
    throw badField(names.from, `${names.from} is after ${names.to}: swap them`)
  return [
    ...(from === undefined ? [] : [sql<boolean>`${column} >= (${from}::date)::timestamp at time zone ${timeZone}`]),
    ...(to === undefined ? [] : [sql<boolean>`${column} < (${to}::date + 1)::timestamp at time zone ${timeZone}`]),
  ]
}
