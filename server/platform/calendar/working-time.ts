import type { WorkingCalendar } from '#contract/platform/calendar.ts'
import { planOf, type Plan } from './plan.ts'
import { stretchAt, stretchesBetween } from './zone.ts'

// While the clocks of a zone are not changed, its wall time runs as evenly as any: a plan counts there in closed form, whole
// weeks at once. What is asked is put together from these stretches, so the days of a clock change come out exactly.

/** A time that counts; `to` is not included. */
export interface Interval {
  from: Date
  to: Date
}

/** Whether it is working time. An hour that the clocks repeat counts twice, one that they skip not at all. */
export const isOpen = (calendar: WorkingCalendar, at: Date): boolean =>
  openAt(planOf(calendar), calendar.time_zone, at.getTime())

/** When it opens or closes next after a moment; undefined when not within ten years. */
export const nextChange = (calendar: WorkingCalendar, at: Date): Date | undefined => {
  const plan = planOf(calendar)
  if (plan.neverOpen) return undefined
  const from = at.getTime()
  const open = openAt(plan, calendar.time_zone, from)
  const passed = open ? plan.closedBefore : plan.openBefore
  for (const stretch of stretchesBetween(calendar.time_zone, from, from + HORIZON)) {
    if (stretch.from > from && openAt(plan, calendar.time_zone, stretch.from) !== open) return new Date(stretch.from)
    const begin = stretch.from + stretch.offset
    const until = passed(begin)
    const found = firstWhere(begin, stretch.to + stretch.offset, (wall) => passed(wall) > until)
    // The first millisecond of the other kind has passed there.
    if (found !== undefined) return new Date(found - 1 - stretch.offset)
  }
  return undefined
}

/** How much of the time between two moments is working time, in milliseconds; 0 when they are the wrong way round. */
export const workingMs = (calendar: WorkingCalendar, from: Date, to: Date): number => {
  const { openBefore } = planOf(calendar)
  let sum = 0
  for (const stretch of stretchesBetween(calendar.time_zone, from.getTime(), to.getTime()))
    sum += openBefore(stretch.to + stretch.offset) - openBefore(stretch.from + stretch.offset)
  return sum
}

/** The first moment at which so much working time has passed; undefined when not within ten years. */
export const addWorking = (calendar: WorkingCalendar, from: Date, ms: number): Date | undefined => {
  if (ms <= 0) return from
  const { openBefore, neverOpen } = planOf(calendar)
  if (neverOpen) return undefined
  let left = ms
  const start = from.getTime()
  for (const stretch of stretchesBetween(calendar.time_zone, start, start + HORIZON)) {
    const begin = stretch.from + stretch.offset
    const wanted = openBefore(begin) + left
    const found = firstWhere(begin, stretch.to + stretch.offset, (wall) => openBefore(wall) >= wanted)
    if (found !== undefined) return new Date(found - stretch.offset)
    left = wanted - openBefore(stretch.to + stretch.offset)
  }
  return undefined
}

/** The working times between two moments, in order, the first so many of them. */
export const intervals = (calendar: WorkingCalendar, from: Date, to: Date, limit: number): Interval[] => {
  const found: Interval[] = []
  let at = isOpen(calendar, from) ? from : nextChange(calendar, from)
  while (at && at < to && found.length < limit) {
    const end = nextChange(calendar, at)
    found.push({ from: at, to: end && end < to ? end : to })
    at = end && nextChange(calendar, end)
  }
  return found
}

const HORIZON = 10 * 366 * 86_400_000

const openAt = (plan: Plan, zone: string, at: number) => plan.isOpen(at + stretchAt(zone, at).offset)

/** The first number of a range where a test that never fails again after it has held holds; near ones are found first. */
const firstWhere = (low: number, high: number, holds: (at: number) => boolean): number | undefined => {
  if (!holds(high)) return undefined
  let no = low - 1
  let step = 60_000
  while (no + step < high && !holds(no + step)) {
    no += step
    step *= 2
  }
  let yes = Math.min(no + step, high)
  while (yes - no > 1) {
    const middle = no + Math.floor((yes - no) / 2)
    if (holds(middle)) yes = middle
    else no = middle
  }
  return yes
}
