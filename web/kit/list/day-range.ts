import { formats } from '#web/kit/look/format.ts'

export interface DayRange {
  from: string | undefined
  to: string | undefined
}

/** Ranges that people ask for, as offsets in days from today. */
export const PRESETS = [
  { label: 'Today', from: 0, to: 0 },
  { label: 'Yesterday', from: -1, to: -1 },
  { label: 'Last 7 days', from: -6, to: 0 },
  { label: 'Last 30 days', from: -29, to: 0 },
  { label: 'Last 90 days', from: -89, to: 0 },
] as const

export const presetRange = (
  { from, to }: { from: number; to: number },
  day = formats().day,
): { from: string; to: string } => ({ from: day(from), to: day(to) })

/** The range in words: a preset's name where it is one. */
export const rangeWords = ({ from, to }: DayRange, { day, writeDay } = formats()) => {
  const preset = PRESETS.find((one) => day(one.from) === from && day(one.to) === to)
  if (preset) return preset.label
  if (from && to) return from === to ? writeDay(from) : `${writeDay(from)} – ${writeDay(to)}`
  if (from) return `Since ${writeDay(from)}`
  return to ? `Until ${writeDay(to)}` : ''
}
