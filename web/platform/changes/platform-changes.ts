import { formats } from '#web/kit/look/format.ts'
import { daysInWords } from '#web/platform/calendar/week-words.ts'
import { MEMBERS } from '#web/platform/people/member-words.ts'
import { asItIs, code, oneOf, several, type ShowValue } from './value-words.ts'

const week: ShowValue = (value) =>
  Array.isArray(value)
    ? daysInWords(value)
        .map(({ days, hours }) => `${days}: ${hours}`)
        .join('\n')
    : undefined

/** How calendars and members are shown. */
export const PLATFORM_VALUES: Readonly<Record<string, ShowValue>> = {
  week,
  holidays: several((day) => formats().writeDay(day)),
  time_zone: code((zone) => zone.replaceAll('_', ' ')),
  'memberships.status': oneOf(MEMBERS),
  permissions: several(asItIs),
}
