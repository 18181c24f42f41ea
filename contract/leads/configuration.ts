import { Type, type Static } from 'typebox'
import { HOLIDAY_NAME, WorkingCalendar } from '#contract/platform/calendar.ts'
import {
  ById,
  Day,
  del,
  Done,
  get,
  Id,
  Named,
  Nullable,
  One,
  PersonRef,
  post,
  put,
  SeenVersion,
  Text,
  Timestamp,
} from '#contract/kit/endpoint.ts'
import type { Entity } from '#contract/kit/history.ts'
import { PhoneCountry, SourceCode } from './lead.ts'
import { SLA_CLOCKS } from './lead-clocks.ts'

/** By the day, for those that have one. */
const HolidayNames = Named(Type.String({ minLength: 1, maxLength: HOLIDAY_NAME }), 10, 400)

/** A calendar by name, as it is kept. */
export const NamedCalendar = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  /** What targets count by that name no other; each company has one. */
  is_default: Type.Boolean(),
  ...WorkingCalendar.properties,
  holiday_names: HolidayNames,
  updated_at: Timestamp,
  version: Type.Integer(),
})
export type NamedCalendar = Static<typeof NamedCalendar>

/** Within how many working minutes a lead is to be handled, or answered. */
export const SlaTarget = Type.Object({
  clock: Type.Enum([...SLA_CLOCKS]),
  /** Null: for every source that has no target of its own. */
  source: Nullable(SourceCode),
  minutes: Type.Integer({ minimum: 1, maximum: 100_000 }),
  /** Null: the default. */
  calendar_id: Nullable(Id),
})
export type SlaTarget = Static<typeof SlaTarget>

export const MOST_CALENDARS = 20

const Origin = Type.String({ maxLength: 300, pattern: '^https?://[^/\\s?#@]+$' })

/** A public form of the company. Its key is shown when it is made, and kept by nobody. */
export const IntakeForm = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  status: Type.Enum(['active', 'paused']),
  allowed_origins: Type.Array(Type.String()),
  /** What its enquiries came by; null: the website form, as usual. */
  source: Nullable(Type.String()),
  /** Where numbers without a country code are from; null: as the company says. */
  phone_country: Nullable(Type.String()),
  /** Of the key that it has now; null for one that came with the company. */
  key_made: Nullable(Type.Object({ at: Timestamp, by: PersonRef })),
  leads_30d: Type.Integer(),
  updated_at: Timestamp,
  version: Type.Integer(),
})
export type IntakeForm = Static<typeof IntakeForm>

export const MOST_FORMS = 100

export const MOST_CREDIT = 50

/** How many leads somebody on a list counts as behind their share at most: what is beyond is not made up for. */
export const Credit = Type.Integer({ minimum: 0, maximum: MOST_CREDIT })
const Minutes = Nullable(Type.Integer({ minimum: 1, maximum: 10_080 }))

/** Lead routing settings, beside the lists. */
const LeadRouting = Type.Object({
  /** Whether valid leads of a company’s email domain go to whoever in sales has its earlier ones. */
  known_domains: Type.Boolean(),
  /** After how long a lead waits those who keep the list are told; null: never. */
  qa_alert_minutes: Minutes,
  sales_alert_minutes: Minutes,
  /** Within how much working time a rep is to accept a lead before it goes on; null: nobody looks. */
  acceptance_minutes: Minutes,
  /** Whether a lead that its QA person has not taken in hand when its target is over goes to somebody else. */
  release_overdue: Type.Boolean(),
  qa_most_credit: Credit,
  sales_most_credit: Credit,
})

/** Work behind the requests that has been tried in vain for a day. */
const FailingWork = Type.Object({ work: Type.String(), since: Timestamp, tries: Type.Integer() })
export type FailingWork = Static<typeof FailingWork>

const CalendarFields = {
  name: Text(80),
  ...WorkingCalendar.properties,
  /** Absent: as they are. */
  holiday_names: Type.Optional(HolidayNames),
}
const FormFields = {
  name: Text(120),
  allowed_origins: Type.Array(Origin, { maxItems: 20 }),
  /** Absent: as it is. */
  source: Type.Optional(Nullable(SourceCode)),
  phone_country: Type.Optional(Nullable(PhoneCountry)),
}

export const configuration = {
  failingWork: get('/marketing/failing_work', {
    summary: 'Work of the server for the company that has been failing for more than a day',
    permission: 'configuration_edit',
    reply: One(Type.Array(FailingWork)),
    failure: 'Failed to fetch data',
  }),
  workingTime: get('/marketing/working_time', {
    summary: 'The company’s calendars and targets',
    permission: 'signed-in',
    reply: One(Type.Object({ calendars: Type.Array(NamedCalendar), targets: Type.Array(SlaTarget) })),
    failure: 'Failed to fetch data',
  }),
  addCalendar: post('/marketing/add_working_calendar', {
    summary: 'Adds a working calendar',
    permission: 'configuration_edit',
    did: 'Added the calendar *',
    body: Type.Object(CalendarFields),
    reply: One(NamedCalendar),
    failure: 'The calendar was not added. Try again.',
  }),
  changeCalendar: put('/marketing/update_working_calendar/:id', {
    summary: 'Changes a working calendar',
    permission: 'configuration_edit',
    did: 'Changed the calendar *',
    params: ById,
    body: Type.Object({ ...CalendarFields, version: SeenVersion }),
    reply: One(NamedCalendar),
    failure: 'The calendar was not changed. Try again.',
  }),
  publicHolidays: get('/marketing/public_holidays', {
    summary: 'The public holidays of a country in a year, and its regions that have more of them',
    permission: 'configuration_edit',
    query: Type.Object({
      /** ISO 3166-1, two letters. */
      country: PhoneCountry,
      region: Type.Optional(Text(10)),
      year: Type.Integer({ minimum: 2000, maximum: 2100 }),
    }),
    reply: One(
      Type.Object({
        regions: Type.Array(Type.Object({ code: Type.String(), name: Type.String() })),
        days: Type.Array(Type.Object({ day: Day, name: Type.String() })),
      }),
    ),
    failure: 'The public holidays did not load. Try again.',
  }),
  makeDefault: put('/marketing/default_working_calendar/:id', {
    summary: 'Makes a calendar the default',
    permission: 'configuration_edit',
    did: 'Made * the default calendar',
    params: ById,
    reply: One(NamedCalendar),
    failure: 'The calendar was not changed. Try again.',
  }),
  removeCalendar: del('/marketing/delete_working_calendar/:id', {
    summary: 'Removes an unused calendar',
    permission: 'configuration_edit',
    did: 'Removed a calendar',
    params: ById,
    reply: Done,
    failure: 'The calendar was not removed. Try again.',
  }),
  setTarget: put('/marketing/update_sla_target', {
    summary: 'Sets the working time within which leads are started or answered',
    permission: 'configuration_edit',
    did: 'Changed the target: *',
    body: SlaTarget,
    reply: One(Type.Array(SlaTarget)),
    failure: 'The target was not changed. Try again.',
  }),
  removeTarget: del('/marketing/delete_sla_target', {
    summary: 'Removes a target: the general one counts in its place, or none',
    permission: 'configuration_edit',
    did: 'Removed the target: *',
    query: Type.Object({ clock: SlaTarget.properties.clock, source: Type.Optional(SourceCode) }),
    reply: One(Type.Array(SlaTarget)),
    failure: 'The target was not removed. Try again.',
  }),
  forms: get('/marketing/intake_forms', {
    summary: 'The company’s public forms',
    permission: 'configuration_edit',
    reply: One(Type.Array(IntakeForm)),
    failure: 'Failed to fetch data',
  }),
  addForm: post('/marketing/add_intake_form', {
    summary: 'Adds a public form; its key is shown only once',
    permission: 'configuration_edit',
    did: 'Added the form *',
    body: Type.Object(FormFields),
    reply: One(Type.Object({ form: IntakeForm, key: Type.String() })),
    failure: 'The form was not added. Try again.',
  }),
  changeForm: put('/marketing/update_intake_form/:id', {
    summary: 'Changes a public form, or pauses it',
    permission: 'configuration_edit',
    did: 'Changed the form *',
    params: ById,
    body: Type.Object({ ...FormFields, status: Type.Enum(['active', 'paused']), version: SeenVersion }),
    reply: One(IntakeForm),
    failure: 'The form was not changed. Try again.',
  }),
  changeKey: post('/marketing/change_intake_key/:id', {
    summary: 'Makes a new key for a form, shown only once; the old key stops working',
    permission: 'configuration_edit',
    did: 'Made a new key for *',
    params: ById,
    reply: One(Type.Object({ form: IntakeForm, key: Type.String() })),
    failure: 'The key was not changed. Try again.',
  }),
  routing: get('/marketing/lead_routing', {
    summary: 'Lead routing settings',
    permission: 'signed-in',
    reply: One(LeadRouting),
    failure: 'Failed to fetch data',
  }),
  setRouting: put('/marketing/update_lead_routing', {
    summary: 'Changes lead routing; absent fields stay unchanged',
    permission: 'configuration_edit',
    did: 'Changed lead routing',
    /** What is absent stays as it is. */
    body: Type.Partial(LeadRouting),
    reply: One(LeadRouting),
    failure: 'The setting was not saved. Try again.',
  }),
  holders: get('/marketing/permission_holders', {
    summary: 'The people with each permission: the first by name, and how many',
    permission: 'configuration_edit',
    reply: One(Type.Array(Type.Object({ key: Type.String(), people: Type.Array(PersonRef), total: Type.Integer() }))),
    failure: 'Failed to fetch data',
  }),
}

/** Forms, calendars, targets and routing. */
export const entities = {
  intake_forms: {
    noun: { one: 'form', many: 'forms' },
    fields: { allowed_origins: 'allowed websites', status: 'state', phone_country: 'numbers without a country code' },
    undo: 'undoable',
  },
  intake_keys: {
    noun: { one: 'form key', many: 'form keys' },
    fields: { form_id: 'form' },
    undo: {
      never: 'A changed key stays changed, because the earlier one is not stored. Pause the form, or make a new key.',
    },
  },
  working_calendars: {
    noun: { one: 'calendar', many: 'calendars' },
    fields: { holiday_names: 'names of holidays' },
    undo: 'undoable',
  },
  sla_targets: {
    noun: { one: 'target', many: 'targets' },
    fields: { calendar_id: 'calendar', clock: 'what', minutes: 'working time' },
    undo: 'undoable',
  },
  assignment_settings: {
    noun: { one: 'routing setting', many: 'routing settings' },
    fields: {
      acceptance_minutes: 'reps accept their leads',
      alert_minutes: 'alert when leads wait',
      release_overdue: 'reassign overdue leads',
      most_credit: 'catch-up limit',
      sticky: 'known companies stay with their rep',
    },
    undo: 'undoable',
  },
} as const satisfies Readonly<Record<string, Entity>>
