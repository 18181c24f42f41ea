import { formats } from '#web/kit/look/format.ts'

const DAY = 86_400_000
const WEEKDAY = new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: 'UTC' })

/** Which day it is, as people say it around that day: `08:10` today, a weekday up to six days away, otherwise the date. */
export const momentInWords = (at: string, now = new Date()): string => {
  const { day, time, date } = formats()
  const [then, today] = [day(0, new Date(at)), day(0, now)]
  if (then === today) return time(at)
  const away = Math.abs(Date.parse(then) - Date.parse(today)) / DAY
  return away < 7 ? WEEKDAY.format(new Date(then)) : date(at)
}
