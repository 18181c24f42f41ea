import type { OpenRange } from '#contract/platform/calendar.ts'
import { configuration } from '#contract/leads/configuration.ts'
import type { TestApp, TestPerson } from './app.ts'
import { MANAGER_KEYS, workOff } from './leads.ts'

export const CALENDAR_KEYS = [...MANAGER_KEYS, 'configuration_edit', 'valid_leads_edit_enquiry_status'] as const

const day: OpenRange[] = [['00:00', '24:00']]
export const ALWAYS = {
  name: 'Always',
  time_zone: 'Asia/Kolkata',
  week: Array.from({ length: 7 }, () => day),
  holidays: new Array<string>(),
}

/** Gives every lead so many minutes for its first handling; null takes the target away. */
export const setHandlingTarget = (person: TestPerson, minutes: number | null) =>
  minutes === null
    ? person.call(configuration.removeTarget, { query: { clock: 'handling' } })
    : person.call(configuration.setTarget, { body: { clock: 'handling', source: null, minutes, calendar_id: null } })

/** A company with one calendar, and 60 minutes for either clock. */
export const withCalendar = async (app: TestApp, body: typeof ALWAYS = ALWAYS) => {
  const person = await app.signIn({ can: CALENDAR_KEYS, name: 'Mara' })
  const { data: calendar } = await person.call(configuration.addCalendar, { body })
  for (const clock of ['handling', 'response'] as const)
    await person.call(configuration.setTarget, { body: { clock, source: null, minutes: 60, calendar_id: null } })
  await workOff(app)
  return { person, calendar }
}
