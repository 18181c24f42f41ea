import type { Random } from './random.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** How many enquiries an hour of the day sees, by the company's clock: people write in office hours, in some time zone. */
const BY_HOUR = [2, 1, 1, 1, 2, 3, 5, 8, 13, 17, 18, 16, 12, 14, 17, 16, 13, 9, 7, 6, 5, 4, 3, 2]
const BY_WEEKDAY = [0.3, 1, 1.1, 1.05, 1, 0.9, 0.4]
const OPENS = 9
const CLOSES = 18

/** The company's clock: what its office hours are in universal time. */
export interface Clock {
  /** Hour and weekday (0 is Sunday) there. */
  there(time: number): { hour: number; weekday: number }
  /** This moment, or the next one at which the office is open. */
  atWork(time: number): number
}

export const openClock = (timeZone: string): Clock => {
  const offsets = new Map<number, number>()
  const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' })
  const offset = (time: number) => {
    const day = Math.floor(time / DAY)
    const known = offsets.get(day)
    if (known !== undefined) return known
    const name = format.formatToParts(day * DAY).find(({ type }) => type === 'timeZoneName')?.value ?? ''
    const [, sign = '+', hours = '0', minutes = '0'] = /([+-])(\d+):(\d+)/.exec(name) ?? []
    const found = (Number(hours) * HOUR + Number(minutes) * MINUTE) * (sign === '-' ? -1 : 1)
    offsets.set(day, found)
    return found
  }
  const there = (time: number) => {
    const local = new Date(time + offset(time))
    return { hour: local.getUTCHours(), weekday: local.getUTCDay() }
  }
  const isOpen = ({ hour, weekday }: { hour: number; weekday: number }) =>
    weekday !== 0 && weekday !== 6 && hour >= OPENS && hour < CLOSES

  return {
    there,
    atWork(time) {
      let moment = time
      while (!isOpen(there(moment))) moment = Math.floor(moment / (HOUR / 2)) * (HOUR / 2) + HOUR / 2
      // The first minute of the day is not when everything happens.
      return moment === time ? time : moment + (time % (20 * MINUTE))
    },
  }
}

interface Span {
  from: number
  to: number
  count: number
  /** At least so many in the last hour, however quiet it is by the clock. */
  newest: number
}

/** When enquiries arrive, oldest first: more in office hours, fewer at night and on weekends, slowly growing. */
export function* arrivals(random: Random, clock: Clock, { from, to, count, newest }: Span): Generator<number> {
  const hours = Math.ceil((to - from) / HOUR)
  const weights = Array.from({ length: hours - 1 }, (_, at) => {
    const { hour, weekday } = clock.there(from + at * HOUR)
    return (BY_HOUR[hour] ?? 1) * (BY_WEEKDAY[weekday] ?? 1) * (1 + (0.5 * at) / hours)
  })
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const last = Math.min(count, Math.max(newest, Math.round(count / hours)))
  const earlier = count - last
  let seen = 0
  let given = 0
  for (const [at, weight] of [...weights, 0].entries()) {
    seen += weight
    const until = at === hours - 1 ? count : Math.round((seen / total) * earlier)
    const start = at === hours - 1 ? to - HOUR : from + at * HOUR
    const times = Array.from({ length: until - given }, () => start + Math.floor(random.next() * (HOUR - 3 * MINUTE)))
    yield* times.sort((one, other) => one - other)
    given = until
  }
}
