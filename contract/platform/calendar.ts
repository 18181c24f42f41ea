import { Type, type Static } from 'typebox'
import { Day } from '#contract/kit/endpoint.ts'

const Time = Type.String({ pattern: '^(([01]\\d|2[0-3]):[0-5]\\d|24:00)$', maxLength: 5 })

/** From and to, `HH:MM` by the clock on the wall; `24:00` is the end of the day. */
export type OpenRange = [from: string, to: string]
const OpenRange = Type.Unsafe<OpenRange>(Type.Array(Time, { minItems: 2, maxItems: 2 }))

/** Of one day: in order, without overlap; none when it is closed. */
const OpenDay = Type.Array(OpenRange, { maxItems: 6 })

/** When a company works. */
export const WorkingCalendar = Type.Object({
  /** IANA name. */
  time_zone: Type.String({ minLength: 1, maxLength: 64 }),
  /** Monday first. */
  week: Type.Array(OpenDay, { minItems: 7, maxItems: 7 }),
  /** Days on which nothing is open, whatever the week says. */
  holidays: Type.Array(Day, { maxItems: 400 }),
})
export type WorkingCalendar = Static<typeof WorkingCalendar>

/** The most letters that the name of a holiday has. */
export const HOLIDAY_NAME = 80
