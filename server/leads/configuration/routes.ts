import { randomBytes } from 'node:crypto'
import { configuration, MOST_CALENDARS, MOST_FORMS } from '#contract/leads/configuration.ts'
import { PERMISSION_KEYS } from '#contract/kit/permissions.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { listSettings, saveListSettings } from '#server/leads/assignment/settings.ts'
import { readCalendar } from '#server/platform/calendar/check.ts'
import { checkKnown, checkOffered } from '#server/leads/company-words/choices.ts'
import { hoursChanged, lockCalendars, slaChanged } from '#server/leads/sla/settings.ts'
import { badField, conflict, found, unique } from '#server/kit/errors.ts'
import { implement } from '#server/kit/implement.ts'
import { pageOrigin } from '#server/kit/page-origin.ts'
import { keyedDigest } from '#server/kit/secrets.ts'
import { fieldsToWrite } from '#server/kit/two-writers.ts'
import { failingOf } from './failing.ts'
import * as queries from './queries.ts'

const TAKEN = 'That name is already taken. Choose another.'

export interface FormServices {
  /** What the digests of forms' keys are made with. */
  formKey: Buffer
  /** What is known of the forms, to be forgotten when one has changed. */
  forms: { forgetAll(): void }
}

export const configurationRoutes = ({ formKey, forms }: FormServices) =>
  implement('configuration', configuration, {
    async failingWork({ tenant }) {
      return { data: await failingOf(tenant) }
    },

    async workingTime({ tenant }) {
      return { data: { calendars: await queries.calendars(tenant), targets: await queries.targets(tenant) } }
    },

    async addCalendar({ tenant, body: { name, ...calendar } }) {
      await lockCalendars(tenant)
      const fields = { name: name.trim(), ...readCalendar(calendar) }
      const there = await queries.calendars(tenant)
      if (there.length >= MOST_CALENDARS) throw conflict(`A company can have at most ${MOST_CALENDARS} calendars.`)
      const id = await unique(TAKEN, queries.addCalendar(tenant, fields))
      await slaChanged(tenant)
      return { data: await calendarOf(tenant, id) }
    },

    async changeCalendar({ tenant, params: { id }, body: { name, version, ...calendar } }) {
      await lockCalendars(tenant)
      const before = await calendarOf(tenant, id)
      const sent = { name: name.trim(), ...readCalendar(calendar) }
      const { time_zone, week, holidays } = before
      const values = { name: before.name, time_zone, week, holidays }
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
      if (minutes !== null && there.length === 0)
        throw conflict('Add a calendar first. Targets count its working time.')
      if (calendar_id !== null && !there.some(({ id }) => id === calendar_id))
        throw badField('calendar_id', 'This calendar does not exist')
      if (place.source !== null && minutes !== null) await checkKnown(tenant, 'source', [place.source], 'source')
      if (minutes === null) await queries.removeTarget(tenant, place)
      else await queries.setTarget(tenant, { ...place, minutes, calendar_id })
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

    forms: async ({ tenant }) => ({ data: await queries.forms(tenant) }),

    async addForm({ tenant, caller, body: { name, allowed_origins, source = null } }) {
      if ((await queries.forms(tenant)).length >= MOST_FORMS)
        throw conflict(`A company can have at most ${MOST_FORMS} forms.`)
      if (source !== null) await checkOffered(tenant, 'source', source)
      const id = await queries.addForm(tenant, {
        name: name.trim(),
        allowed_origins: originsOf(allowed_origins),
        source,
      })
      const key = makeKey()
      await queries.putKey(tenant, id, keyedDigest(formKey, key), caller.personId)
      return { data: { form: await formOf(tenant, id), key } }
    },

    async changeForm({ tenant, params: { id }, body: { version, name, allowed_origins, status, source } }) {
      await queries.lockForm(tenant, id)
      const before = await formOf(tenant, id)
      const sent = {
        name: name.trim(),
        allowed_origins: originsOf(allowed_origins),
        status,
        source: source === undefined ? before.source : source,
      }
      if (sent.source !== null && sent.source !== before.source) await checkOffered(tenant, 'source', sent.source)
      const values = {
        name: before.name,
        allowed_origins: before.allowed_origins,
        status: before.status,
        source: before.source,
      }
      const { write, conflicts } = await fieldsToWrite(
        tenant,
        { entity: 'intake_forms', id, version: before.version, values },
        sent,
        version,
      )
      if (conflicts.length) throw changedMeanwhile('form', before, conflicts)
      if (Object.keys(write).length) await queries.changeForm(tenant, id, write)
      tenant.afterCommit(forms.forgetAll)
      return { data: await formOf(tenant, id) }
    },

    async changeKey({ tenant, caller, params: { id } }) {
      await formOf(tenant, id)
      const key = makeKey()
      await queries.putKey(tenant, id, keyedDigest(formKey, key), caller.personId)
      tenant.afterCommit(forms.forgetAll)
      return { data: { form: await formOf(tenant, id), key } }
    },

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

/** 256 bits, of which the digest alone is kept. */
const makeKey = () => randomBytes(32).toString('base64url')

const calendarOf = async (tenant: Tenant, id: number) => found('Calendar', await queries.calendar(tenant, id))
const formOf = async (tenant: Tenant, id: number) => found('Form', (await queries.forms(tenant, id))[0])

/** As browsers send them, each once. */
const originsOf = (origins: readonly string[]) => [
  ...new Set(
    origins.map((text) => {
      const origin = pageOrigin(text)
      if (origin === undefined) throw badField('allowed_origins', 'Write each like https://www.example.com')
      return origin
    }),
  ),
]

const changedMeanwhile = (what: string, current: object, fields: readonly string[]) =>
  conflict(
    `Someone else has changed this ${what} since you opened it. Review it and try again.`,
    { current, fields },
    'version_conflict',
  )
