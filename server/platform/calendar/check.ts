import type { WorkingCalendar } from '#contract/platform/calendar.ts'
import { realDay } from '#server/kit/day.ts'
import { badField } from '#server/kit/errors.ts'
import { isTimeZone } from '#server/kit/time-zone.ts'

const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

/** The calendar as it is kept, its holidays in order and each once; 400 naming what cannot be. */
export const readCalendar = ({ time_zone, week, holidays }: WorkingCalendar): WorkingCalendar => {
  if (!isTimeZone(time_zone))
    throw badField('time_zone', `“${time_zone}” is not a time zone. Choose one like Europe/Berlin`)
  for (const [at, ranges] of week.entries()) {
    let end = ''
    for (const [from, to] of ranges) {
      if (from >= to) throw badField('week', `${DAYS[at]}: ${from}–${to} ends before it starts`)
      if (from < end) throw badField('week', `${DAYS[at]}: ${from}–${to} starts before the previous one ends at ${end}`)
      end = to
    }
  }
  return {
    time_zone,
    week,
    holidays: [...new Set(holidays.map((day) => realDay('holidays', day)))].sort(),
  }
}
