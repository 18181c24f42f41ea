import type { WorkingCalendar } from '#contract/platform/calendar.ts'

const DAY = 86_400_000
/** The first day of all, 1 January 1970, was a Thursday. */
const THURSDAY = 3

/** A calendar prepared for counting. Its time is that of the wall, in milliseconds as if nobody ever changed a clock. */
export interface Plan {
  neverOpen: boolean
  isOpen(wall: number): boolean
  /** How much was open from a fixed beginning on; only differences say something. */
  openBefore(wall: number): number
  closedBefore(wall: number): number
}

/** Made once for each calendar. */
export const planOf = (calendar: WorkingCalendar): Plan => {
  const known = plans.get(calendar)
  if (known) return known
  const plan = makePlan(calendar)
  plans.set(calendar, plan)
  return plan
}
const plans = new WeakMap<WorkingCalendar, Plan>()

const makePlan = ({ week, holidays }: WorkingCalendar): Plan => {
  const days = week.map((ranges) => ranges.map(([from, to]) => ({ from: msOf(from), to: msOf(to) })))
  const lengths = days.map((ranges) => ranges.reduce((sum, { from, to }) => sum + to - from, 0))
  const beforeDay = sumsOf(lengths)
  const openWeek = beforeDay[7] ?? 0
  const off = [...new Set(holidays.map((day) => Date.parse(day) / DAY))].sort((one, other) => one - other)
  /** What the week would have opened on the first so many holidays. */
  const lost = sumsOf(off.map((day) => lengths[weekdayOf(day)] ?? 0))

  const isOff = (day: number) => off[countBelow(off, day)] === day
  const rangesOf = (day: number) => (isOff(day) ? [] : (days[weekdayOf(day)] ?? []))
  const openBefore = (wall: number) => {
    const day = Math.floor(wall / DAY)
    const time = wall - day * DAY
    const weeks = Math.floor((day + THURSDAY) / 7) * openWeek + (beforeDay[weekdayOf(day)] ?? 0)
    const today = rangesOf(day).reduce((sum, { from, to }) => sum + Math.max(0, Math.min(time, to) - from), 0)
    return weeks - (lost[countBelow(off, day)] ?? 0) + today
  }
  return {
    neverOpen: openWeek === 0,
    openBefore,
    closedBefore: (wall) => wall - openBefore(wall),
    isOpen(wall) {
      const day = Math.floor(wall / DAY)
      const time = wall - day * DAY
      return rangesOf(day).some(({ from, to }) => from <= time && time < to)
    },
  }
}

/** Milliseconds from midnight. */
const msOf = (time: string) => (Number(time.slice(0, 2)) * 60 + Number(time.slice(3))) * 60_000

/** 0 is Monday. */
const weekdayOf = (day: number) => (((day + THURSDAY) % 7) + 7) % 7

/** The sums of the first none, one, two … of the numbers. */
const sumsOf = (numbers: readonly number[]) => {
  const sums = [0]
  for (const number of numbers) sums.push((sums.at(-1) ?? 0) + number)
  return sums
}

const countBelow = (sorted: readonly number[], limit: number) => {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] ?? Infinity) < limit) low = middle + 1
    else high = middle
  }
  return low
}
