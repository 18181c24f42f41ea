import type { WorkingCalendar } from '#contract/platform/calendar.ts'
import { configuration, MOST_CALENDARS, type NamedCalendar } from '#contract/leads/configuration.ts'
import { PERMISSION_KEYS } from '#contract/kit/permissions.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { listSettings, saveListSettings } from '#server/leads/assignment/settings.ts'
import { readCalendar } from '#server/platform/calendar/check.ts'
import { publicHolidays } from '#server/platform/calendar/public-holidays.ts'
import { checkKnown } from '#server/leads/company-words/choices.ts'
import { hoursChanged, lockCalendars, slaChanged } from '#server/leads/sla/settings.ts'
import { badField, conflict, found, unique } from '#server/kit/errors.ts'
import { implement } from '#server/kit/implement.ts'
import { fieldsToWrite } from '#server/kit/merge-edits.ts'
import { changedMeanwhile } from './changed-meanwhile.ts'
import { failingOf } from './failing.ts'
import { formCalls, type FormServices } from './forms.ts'
import * as queries from './queries.ts'

const TAKEN = 'That name is already taken. Choose another.'

export const configurationRoutes = (services: FormServices) =>
  implement('configuration', configuration, {
    async failingWork({ tenant }) {
      return { data: await failingOf(tenant) }
    },

    async workingTime({ tenant }) {
      return { data: { calendars: await queries.calendars(tenant), targets: await queries.targets(tenant) } }
    },

    async addCalendar({ tenant, body }) {
      await lockCalendars(tenant)
      const fields = calendarFields(body, {})
      const there = await queries.calendars(tenant)
      if (there.length >= MOST_CALENDARS) throw conflict(`A company can have at most ${MOST_CALENDARS} calendars.`)
      const id = await unique(TAKEN, queries.addCalendar(tenant, fields))
      await slaChanged(tenant)
      return { data: await calendarOf(tenant, id) }
    },

    async changeCalendar({ tenant, params: { id }, body: { version, ...body } }) {
      await lockCalendars(tenant)
      const before = await calendarOf(tenant, id)
      const sent = calendarFields(body, before.holiday_names)
      const { name, time_zone, week, holidays, holiday_names } = before
      const values = { name, time_zone, week, holidays, holiday_names }
      const { write, conflicts } = await fieldsToWrite(
        tenant,
        { entity: 'working_calendars', id, version: before.version, values },
        sent,
        version,
      )
      if (conflicts.length) throw changedMeanwhile('calendar', before, conflicts)
      if (Object.keys(write).length === 0) return { data: before }
      await unique(TAKEN, queries.changeCalendar(tenant, id, write))
      await hoursChanged(tenant)
      return { data: await calendarOf(tenant, id) }
    },

    publicHolidays: async ({ query: { country, region, year } }) => ({
      data: await publicHolidays(country, region, year),
    }),

    async makeDefault({ tenant, params: { id } }) {
      await lockCalendars(tenant)
      const before = await calendarOf(tenant, id)
      if (before.is_default) return { data: before }
      await queries.makeDefault(tenant, id)
      await slaChanged(tenant)
      return { data: await calendarOf(tenant, id) }
    },

    async removeCalendar({ tenant, params: { id } }) {
      await lockCalendars(tenant)
      const { is_default, name } = await calendarOf(tenant, id)
      const others = (await queries.calendars(tenant)).length - 1
      const targets = await queries.targets(tenant)
      if (is_default && others > 0)
        throw conflict(`${name} is the default calendar. Make another one the default first.`)
      if (targets.some(({ calendar_id }) => calendar_id === id) || (is_default && targets.length))
        throw conflict(`Targets use ${name}. Give them another calendar first.`)
      if (await queries.worksBy(tenant, id))
        throw conflict(`People on the assignment lists use ${name}. Give them other hours first.`)
      await queries.removeCalendar(tenant, id)
      await slaChanged(tenant)
      return {}
    },

    async setTarget({ tenant, body: { minutes, calendar_id, ...place } }) {
      await lockCalendars(tenant)
      const there = await queries.calendars(tenant)
      if (there.length === 0) throw conflict('Add a calendar first. Targets count its working time.')
      if (calendar_id !== null && !there.some(({ id }) => id === calendar_id))
        throw badField('calendar_id', 'This calendar does not exist')
      if (place.source !== null) await checkKnown(tenant, 'source', [place.source], 'source')
      await queries.setTarget(tenant, { ...place, minutes, calendar_id })
      await slaChanged(tenant)
      return { data: await queries.targets(tenant) }
    },

    async removeTarget({ tenant, query: { clock, source = null } }) {
      await lockCalendars(tenant)
      await queries.removeTarget(tenant, { clock, source })
      await slaChanged(tenant)
      return { data: await queries.targets(tenant) }
    },

    routing: async ({ tenant }) => ({ data: await routingOf(tenant) }),

    async setRouting({ tenant, body }) {
      await saveListSettings(tenant, 'qa', {
        alert_minutes: body.qa_alert_minutes,
        most_credit: body.qa_most_credit,
        release_overdue: body.release_overdue,
      })
      await saveListSettings(tenant, 'sales', {
        sticky: body.known_domains,
        alert_minutes: body.sales_alert_minutes,
        acceptance_minutes: body.acceptance_minutes,
        most_credit: body.sales_most_credit,
      })
      return { data: await routingOf(tenant) }
    },

    ...formCalls(services),

    async holders({ tenant }) {
      const held = new Map((await queries.holders(tenant)).map((each) => [each.key, each]))
      return { data: PERMISSION_KEYS.map((key) => held.get(key) ?? { key, people: [], total: 0 }) }
    },
  })

const routingOf = async (tenant: Tenant) => {
  const [qa, sales] = [await listSettings(tenant, 'qa'), await listSettings(tenant, 'sales')]
  return {
    known_domains: sales.sticky,
    qa_alert_minutes: qa.alert_minutes,
    sales_alert_minutes: sales.alert_minutes,
    acceptance_minutes: sales.acceptance_minutes,
    release_overdue: qa.release_overdue,
    qa_most_credit: qa.most_credit,
    sales_most_credit: sales.most_credit,
  }
}

type CalendarBody = WorkingCalendar & { name: string; holiday_names?: NamedCalendar['holiday_names'] }

/** A calendar as it is kept: names belong to its holidays alone, and stay as they are where none are sent. */
const calendarFields = (
  { name, holiday_names: sent, ...calendar }: CalendarBody,
  names: NamedCalendar['holiday_names'],
) => {
  const read = readCalendar(calendar)
  const named = Object.entries(sent ?? names).filter(([day]) => read.holidays.includes(day))
  return { name: name.trim(), ...read, holiday_names: Object.fromEntries(named.sort()) }
}

const calendarOf = async (tenant: Tenant, id: number) => found('Calendar', await queries.calendar(tenant, id))
