import { sql, type RawBuilder } from 'kysely'
import { badField } from './errors.ts'

/** A day that exists, from 1900 to 2200; 400 naming the field otherwise. */
export const realDay = (field: string, text: string) => {
  const [year = 0, month = 0, day = 0] = text.split('-').map(Number)
  const date = new Date(Date.UTC(year, month - 1, day))
  const exists = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  if (!exists || year < 1900 || year > 2200)
    throw badField(field, `${field} is not a valid date. Write it as YYYY-MM-DD`)
  return text
}

interface DayNames {
  from: string
  to: string
}
export interface DayRange {
  from_date?: string
  to_date?: string
}

/** Where whole days of a time zone, both inclusive, begin and end; the database knows that, on the days too when clocks change. */
export const dayBounds = (
  range: DayRange,
  timeZone: string,
  names: DayNames = { from: 'from_date', to: 'to_date' },
): { begin: RawBuilder<unknown> | undefined; end: RawBuilder<unknown> | undefined } => {
  const from = range.from_date === undefined ? undefined : realDay(names.from, range.from_date)
  const to = range.to_date === undefined ? undefined : realDay(names.to, range.to_date)
  if (from !== undefined && to !== undefined && from > to)
    throw badField(names.from, `${names.from} is after ${names.to}. Swap them`)
  return {
    begin: from === undefined ? undefined : sql`(${from}::date)::timestamp at time zone ${timeZone}`,
    end: to === undefined ? undefined : sql`(${to}::date + 1)::timestamp at time zone ${timeZone}`,
  }
}

/** The same as conditions on a timestamp. */
export const withinDays = (
  column: RawBuilder<unknown>,
  range: DayRange,
  timeZone: string,
  names?: DayNames,
): RawBuilder<boolean>[] => {
  const { begin, end } = dayBounds(range, timeZone, names)
  return [
    ...(begin === undefined ? [] : [sql<boolean>`${column} >= ${begin}`]),
    ...(end === undefined ? [] : [sql<boolean>`${column} < ${end}`]),
  ]
}
