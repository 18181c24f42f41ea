import type { DateOrder } from '#contract/platform/imports.ts'

const ISO =
  /^(?<year>\d{4})-(?<month>\d{1,2})-(?<day>\d{1,2})(?:[T ]+(?<hour>\d{1,2}):(?<minute>\d{2})(?::(?<second>\d{2})(?:[.,]\d{1,9})?)?)? ?(?<offset>Z|UTC|[+-]\d{2}:?\d{2})?$/i
const WRITTEN =
  /^(?<one>\d{1,2})(?<between>[./-]) ?(?<other>\d{1,2})[./-] ?(?<year>\d{4})(?:,? +(?<hour>\d{1,2}):(?<minute>\d{2})(?::(?<second>\d{2}))? ?(?<half>[ap]m)?)?$/i
const LONGEST = 40

/** The moment that a cell names, as `2026-11-29`, `29.11.2026 14:05` or `11/29/2026`; without an hour the day’s first in the zone. */
export const readMoment = (text: string, order: DateOrder, zone: string): Temporal.Instant | undefined => {
  const said = partsOf(text, order)
  if (!said) return undefined
  try {
    const local = Temporal.PlainDateTime.from(said.parts, { overflow: 'reject' })
    if (said.offset === undefined) return local.toZonedDateTime(zone).toInstant()
    return Temporal.Instant.from(`${local.toString()}${said.offset}`)
  } catch (error) {
    // No such day or hour.
    if (error instanceof RangeError) return undefined
    throw error
  }
}

const partsOf = (text: string, order: DateOrder) => {
  if (text.length > LONGEST) return undefined
  const iso = ISO.exec(text)?.groups
  const groups = iso ?? WRITTEN.exec(text)?.groups
  if (!groups) return undefined
  const number = (name: string) => Number(groups[name] ?? 0)
  const [day, month] = iso
    ? [number('day'), number('month')]
    : groups['between'] === '.' || order === 'day_first'
      ? [number('one'), number('other')]
      : [number('other'), number('one')]
  const half = groups['half']?.toLowerCase()
  const hour = half === undefined ? number('hour') : (number('hour') % 12) + (half === 'pm' ? 12 : 0)
  const parts = { year: number('year'), month, day, hour, minute: number('minute'), second: number('second') }
  return { parts, offset: offsetOf(groups['offset']) }
}

const offsetOf = (text: string | undefined) =>
  text === undefined ? undefined : /^(?:z|utc)$/i.test(text) ? 'Z' : text.replace(/^(...):?(..)$/, '$1:$2')

/** By a day that can be no month. Undefined: these cells do not say it. */
export const orderOfDates = (cells: Iterable<string>): DateOrder | undefined => {
  for (const cell of cells) {
    const groups = WRITTEN.exec(cell.trim().slice(0, LONGEST))?.groups
    if (!groups || groups['between'] === '.') continue
    if (Number(groups['one']) > 12) return 'day_first'
    if (Number(groups['other']) > 12) return 'month_first'
  }
  return undefined
}
