import { Type, type Static } from 'typebox'
import {
  ById,
  DateRange,
  Day,
  del,
  Done,
  get,
  Id,
  ListQuery,
  Nullable,
  One,
  PageOf,
  PersonId,
  post,
  put,
  SeenVersion,
  Text,
  Timestamp,
} from '#contract/kit/endpoint.ts'
import type { Entity, Act } from '#contract/kit/history.ts'
import { SourceCode } from './lead.ts'

export const ENTRY_STATES = [
  'available',
  'away',
  'off_shift',
  'at_cap',
  'paused',
  'no_permission',
  'deactivated',
] as const
export const EntryStatus = Type.Enum(['active', 'paused'])
export const Weight = Type.Number({ minimum: 0, maximum: 5, multipleOf: 0.25 })

/** What a person on a list is given, how much of it, and when. */
const settings = {
  weight: Weight,
  /** Leads that the person may be given on one day, and may hold undecided. */
  daily_cap: Nullable(Type.Integer({ minimum: 1, maximum: 1000 })),
  open_cap: Nullable(Type.Integer({ minimum: 1, maximum: 10_000 })),
  /** Empty accepts all. */
  accepts_countries: Type.Array(Type.String({ minLength: 2, maxLength: 60 }), { maxItems: 250 }),
  accepts_sources: Type.Array(SourceCode, { maxItems: 100 }),
  accepts_categories: Type.Array(Text(200), { maxItems: 100 }),
  /** The first day back, where the person is. */
  away_until: Nullable(Day),
  /** The calendar of the person's working hours; null works always. */
  calendar_id: Nullable(Id),
}

/** Settings to be kept; absent ones stay as they are. */
export const EntrySettings = Type.Partial(Type.Object(settings))
export type EntrySettings = Static<typeof EntrySettings>

/** One person on an assignment list. */
export const AssignmentEntry = Type.Object({
  id: Type.Integer(),
  sid: Type.Integer(),
  name: Type.String(),
  email: Type.String(),
  status: EntryStatus,
  /** What follows from the status and everything else, now. */
  state: Type.Enum([...ENTRY_STATES]),
  state_reason: Type.String(),
  /** When the state passes by itself; null where it does not. */
  state_until: Nullable(Timestamp),
  ...settings,
  /** What the calendar of the working hours is called. */
  hours: Nullable(Type.String()),
  /** Leads that the person holds and has not decided. */
  open: Type.Integer(),
  today: Type.Integer(),
  /** Received and fair share by rotation over the last 7 days. */
  received_7d: Type.Integer(),
  /** Of these, the leads given because of earlier ones of the same email domain. */
  gifts_7d: Type.Integer(),
  fair_share_7d: Type.Number(),
  last_assigned_at: Nullable(Timestamp),
  created_at: Timestamp,
  version: Type.Integer(),
})
export type AssignmentEntry = Static<typeof AssignmentEntry>

/** What the rotation gave one person on one day (UTC), newest first, of the last 28; days without a lead are left out. */
export const EntryDay = Type.Object({
  day: Day,
  received: Type.Integer(),
  /** Of these, given because of earlier ones of the same email domain. */
  gifts: Type.Integer(),
  /** The person's part of every lead that they could have taken. */
  fair_share: Type.Number(),
})
export type EntryDay = Static<typeof EntryDay>

/** What becomes of the open leads of somebody who is taken off a list; absent keeps them. */
export const OpenWork = Type.Enum(['keep', 'redistribute'])
export type OpenWork = Static<typeof OpenWork>

/** What there is to decide about somebody's open leads. */
export const Held = Type.Object({
  open: Type.Integer(),
  /** How many others on the list can take leads now. */
  able: Type.Integer(),
})
export type Held = Static<typeof Held>

/** What became of the open leads, where they were to be redistributed. */
export const Removed = Type.Object({
  ...Done.properties,
  data: Type.Optional(
    Type.Object({
      given: Type.Integer(),
      /** Nobody can take them: they wait. */
      waiting: Type.Integer(),
      /** On hold, and nobody can take them: they stay. */
      kept: Type.Integer(),
      /** Does it, where they are many. */
      job: Nullable(Type.Integer()),
    }),
  ),
})
export type Removed = Static<typeof Removed>

export const autoAssignQa = {
  list: get('/marketing/get_qa_autoassign_list', {
    summary: 'The QA list: people who get new leads in turn',
    permission: 'qa_auto_assign_list',
    query: ListQuery({ ...DateRange }),
    wire: {
      page: 'current',
      sort: 'sortField',
      order: 'sortOrder',
      search: 'searchText',
      from_date: 'fromDate',
      to_date: 'toDate',
    },
    reply: PageOf(AssignmentEntry),
    failure: 'Failed to fetch data',
  }),
  days: get('/marketing/qa_autoassign_days/:id', {
    summary: 'Leads a person on the QA list received on each of the last days',
    permission: 'qa_auto_assign_list',
    params: ById,
    reply: One(Type.Array(EntryDay)),
    failure: 'Failed to fetch data',
  }),
  add: post('/marketing/add_auto_assign_QA', {
    summary: 'Adds a person to the QA list',
    permission: 'qa_auto_assign_add',
    did: 'Added * to the QA list',
    body: Type.Object({ sid: PersonId, weight: Type.Optional(Weight) }),
    reply: One(AssignmentEntry),
    failure: 'The person was not added. Try again.',
  }),
  setStatus: put('/marketing/update_qa_autoassign_status/:id', {
    summary: 'Pauses or resumes a person on the QA list, or changes their weight',
    permission: 'qa_auto_assign_set_status',
    did: 'Changed the status or weight of * on the QA list',
    params: ById,
    body: Type.Object({ status: EntryStatus, weight: Type.Optional(Weight) }),
    reply: One(AssignmentEntry),
    failure: 'Network error: Failed to update status',
  }),
  save: put('/marketing/qa_autoassign_settings/:id', {
    summary: 'Changes which leads a person on the QA list takes, how many, and when',
    permission: 'qa_auto_assign_set_status',
    did: 'Changed the settings of * on the QA list',
    params: ById,
    body: Type.Object({ ...EntrySettings.properties, version: SeenVersion }),
    reply: One(AssignmentEntry),
    failure: 'The settings were not saved. Try again.',
  }),
  openWork: get('/marketing/qa_autoassign_open_work/:id', {
    summary: 'The open leads of a person on the QA list',
    permission: 'qa_auto_assign_delete',
    params: ById,
    reply: One(Held),
    failure: 'Failed to fetch data',
  }),
  remove: del('/marketing/delete_qa_autoassign/:id', {
    summary: 'Removes a person from the QA list; redistributing their leads also needs the permission to reassign',
    permission: 'qa_auto_assign_delete',
    did: 'Removed * from the QA list',
    params: ById,
    query: Type.Object({ open_work: Type.Optional(OpenWork) }),
    reply: Removed,
    failure: 'The person was not removed. Try again.',
  }),
}

/** What rules do without a call. */
export const acts = {
  choose: { did: 'Assigned * to QA', undo: 'marketing_leads_reassign' },
  overdue: { did: 'Reclaimed overdue *', undo: 'marketing_leads_reassign' },
} as const satisfies Readonly<Record<string, Act>>

/** A place on either list. */
export const entities = {
  assignment_entries: {
    noun: { one: 'assignment list entry', many: 'assignment list entries' },
    fields: {
      staff_id: 'person',
      accepts_countries: 'takes leads from',
      accepts_sources: 'takes sources',
      accepts_categories: 'takes product categories',
      calendar_id: 'working hours',
      hours: 'working hours',
    },
    undo: 'undoable',
  },
} as const satisfies Readonly<Record<string, Entity>>
