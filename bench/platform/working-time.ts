import type { OpenRange, WorkingCalendar } from '#contract/platform/calendar.ts'
import { addWorking, isOpen, nextChange, workingMs } from '#server/platform/calendar/working-time.ts'
import { rounded, type Figure } from '../figure.ts'

const GOAL_US = 50
const CALLS = 20_000
const MINUTE = 60_000
const DAY = 1_440 * MINUTE

/** What one question to a calendar costs, each at another moment of a year; the slowest kind counts. */
export const workingTime = (): Figure[] => {
  const begin = Date.parse('2026-01-01T00:00:00Z')
  const momentOf = (call: number) => new Date(begin + ((call * 7_919) % 525_600) * MINUTE)
  const kinds = [
    (at: Date) => isOpen(CALENDAR, at),
    (at: Date) => nextChange(CALENDAR, at),
    (at: Date) => workingMs(CALENDAR, at, new Date(at.getTime() + 90 * DAY)),
    (at: Date) => addWorking(CALENDAR, at, 40 * 60 * MINUTE),
  ]
  const slowest = Math.max(
    ...kinds.map((ask) => {
      const start = performance.now()
      for (let call = 0; call < CALLS; call++) ask(momentOf(call))
      return ((performance.now() - start) / CALLS) * 1_000
    }),
  )
  return [
    {
      figure: 'working-time',
      ratio: slowest / GOAL_US,
      rows: 0,
      ours: rounded(slowest),
      unit: 'µs a call',
      goal: `≤ ${GOAL_US} µs`,
      meets: slowest <= GOAL_US,
    },
  ]
}

const CALENDAR: WorkingCalendar = {
  time_zone: 'Europe/Berlin',
  week: Array.from({ length: 7 }, (_, day): OpenRange[] =>
    day < 5
      ? [
          ['09:00', '12:30'],
          ['13:15', '18:00'],
        ]
      : [],
  ),
  holidays: Array.from({ length: 40 }, (_, at) =>
    new Date(Date.UTC(2026, 0, 1) + at * 9 * DAY).toISOString().slice(0, 10),
  ),
}
