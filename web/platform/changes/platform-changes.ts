import { permissionLabel } from '#contract/platform/permission-words.ts'
import { formats } from '#web/kit/look/format.ts'
import { daysInWords } from '#web/platform/calendar/week-words.ts'
import { ENCODING, SEPARATOR, STATE } from '#web/platform/imports/import-words.ts'
import { MEMBERS } from '#web/platform/people/member-words.ts'
import { called, code, oneOf, several, type ShowValue } from './value-words.ts'

const week: ShowValue = (value) =>
  Array.isArray(value)
    ? daysInWords(value)
        .map(({ days, hours }) => `${days}: ${hours}`)
        .join('\n')
    : undefined

/** How calendars, members and imports are shown. */
export const PLATFORM_VALUES: Readonly<Record<string, ShowValue>> = {
  week,
  holidays: several((day) => formats().writeDay(day)),
  time_zone: code((zone) => zone.replaceAll('_', ' ')),
  'memberships.status': oneOf(MEMBERS),
  permissions: several(permissionLabel),
  'imports.state': called(STATE),
  encoding: oneOf(ENCODING),
  separator: oneOf(SEPARATOR),
}
