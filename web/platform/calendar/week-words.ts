import type { OpenRange } from '#contract/platform/calendar.ts'

export const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const

/** `09:00–12:30, 13:15–18:00`; nothing for a closed day. */
export const hoursInWords = (ranges: readonly OpenRange[]) => ranges.map(([from, to]) => `${from}–${to}`).join(', ')

/** The week with days that are alike together: Monday–Friday once. */
export const daysInWords = (week: readonly (readonly OpenRange[])[]) => {
  const groups: { first: number; last: number; hours: string }[] = []
  for (const [day, ranges] of week.entries()) {
    const hours = hoursInWords(ranges) || 'Closed'
    const group = groups.at(-1)
    if (group?.hours === hours) group.last = day
    else groups.push({ first: day, last: day, hours })
  }
  return groups.map(({ first, last, hours }) => ({
    days: first === last ? (DAYS[first] ?? '') : `${DAYS[first]}–${DAYS[last]}`,
    hours,
  }))
}

/** What somebody writes for a day, with any dash and with short hours; undefined for what is none. */
export const readHours = (text: string): OpenRange[] | undefined => {
  const parts = text
    .split(/[,;]/)
    .map((part) => part.trim())
    .filter(Boolean)
  const ranges = parts.map((part): OpenRange | undefined => {
    const [, from = '', to = ''] = /^(\d{1,2}(?::\d{2})?)\s*[-–—]\s*(\d{1,2}(?::\d{2})?)$/.exec(part) ?? []
    return from && to ? [timeOf(from), timeOf(to)] : undefined
  })
  return ranges.every((range) => range !== undefined) ? ranges : undefined
}

const timeOf = (text: string) => {
  const [hours = '', minutes = '00'] = text.split(':')
  return `${hours.padStart(2, '0')}:${minutes}`
}

/** `90` → `1 h 30 min` */
export const minutesInWords = (minutes: number) =>
  [minutes >= 60 ? `${Math.floor(minutes / 60)} h` : '', minutes % 60 ? `${minutes % 60} min` : '']
    .filter(Boolean)
    .join(' ')
