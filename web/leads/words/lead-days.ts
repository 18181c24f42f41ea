import { formats } from '#web/kit/look/format.ts'

const WEEKDAY = new Intl.DateTimeFormat('en', { weekday: 'short', timeZone: 'UTC' })

/** `Tue 24 Nov 2026` */
export const dayWithWeekday = (day: string) =>
  `${WEEKDAY.format(new Date(`${day}T00:00:00Z`))} ${formats().writeDay(day)}`

/** `Tue 24 Nov 2026, in 3 days`: a day that lies ahead, as a choice. */
const choice = (ahead: number) => {
  const value = formats().day(ahead)
  const soon = ahead === 1 ? 'tomorrow' : `in ${ahead} days`
  return { value, label: `${dayWithWeekday(value)}, ${soon}` }
}

/** Each of the next so many days. */
export const nextDays = (count: number) => Array.from({ length: count }, (_, at) => choice(at + 1))

/** The days on which a lead on hold may wake. */
export const holdDays = () => nextDays(30)

/** When to come back to an enquiry that is not ripe. */
export const nurtureDays = () => [7, 14, 30, 60, 90, 120, 180, 270, 365].map(choice)
