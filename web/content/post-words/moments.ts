import { zoneNameOf } from '#web/kit/look/format.ts'
import { session } from '#web/kit/data/session.ts'

/** The zone of the person who is signed in. */
export const myZone = () => session.get().user?.timezone ?? 'UTC'

/** `Tue 1 Dec, 09:00 CET`, or with its year where that is not this one; `brief`: without the day of the week and the zone. */
export const momentIn = (at: string | Date, zone: string, { brief = false } = {}) => {
  const date = new Date(at)
  const parts = Object.fromEntries(
    new Intl.DateTimeFormat('en-GB', { ...DAY_AND_TIME, timeZone: zone })
      .formatToParts(date)
      .map(({ type, value }) => [type, value]),
  )
  const year = parts['year'] === String(new Date().getFullYear()) ? '' : ` ${parts['year']}`
  const moment = `${parts['day']} ${parts['month']}${year}, ${parts['hour']}:${parts['minute']}`
  return brief ? moment : `${parts['weekday']} ${moment} ${zoneNameOf({ timeZone: zone }, date)}`
}

const DAY_AND_TIME = {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
} as const

/** The instant at which clocks of the zone show `2026-12-01T09:00`; where they never do, the one an hour later. */
export const instantOf = (local: string, zone: string) => {
  const asUtc = Date.parse(`${local}:00Z`)
  const first = asUtc - offsetOf(asUtc, zone)
  return new Date(asUtc - offsetOf(first, zone))
}

/** `2026-12-01T09:00`, as clocks of the zone show the instant. */
export const localOf = (at: string | Date, zone: string) => {
  const instant = new Date(at).getTime()
  return new Date(instant + offsetOf(instant, zone)).toISOString().slice(0, 16)
}

/** By how many milliseconds clocks of the zone are ahead of UTC. */
const offsetOf = (instant: number, zone: string) => {
  const parts = Object.fromEntries(
    new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
      hourCycle: 'h23',
    })
      .formatToParts(instant)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(instant / 1000) * 1000
}

/** `in 4 days 19 h`, the two largest parts of the time until then. */
export const untilWords = (at: Date, now = new Date()) => {
  const minutes = Math.round((at.getTime() - now.getTime()) / 60_000)
  if (minutes < 1) return undefined
  const parts = [
    [Math.floor(minutes / 1440), 'day', 'days'],
    [Math.floor(minutes / 60) % 24, 'h', 'h'],
    [minutes % 60, 'min', 'min'],
  ] as const
  const first = parts.findIndex(([count]) => count > 0)
  return `in ${parts
    .slice(first, first + 2)
    .flatMap(([count, one, many]) => (count > 0 ? `${count} ${count === 1 ? one : many}` : []))
    .join(' ')}`
}
