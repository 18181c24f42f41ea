import { Type } from 'typebox'
import {
  AssignmentEntry,
  EntryDay,
  EntrySettings,
  EntryStatus,
  Held,
  OpenWork,
  Removed,
  Weight,
} from './auto-assign-qa.ts'
import {
  ById,
  DateRange,
  get,
  Id,
  ListQuery,
  One,
  PageOf,
  PersonId,
  post,
  put,
  SeenVersion,
} from '#contract/kit/endpoint.ts'
import type { Entity, Act } from '#contract/kit/history.ts'

export const autoAssignSales = {
  list: get('/marketing/get_salerep_autoassign_list', {
    summary: 'The sales list: people who get valid leads in turn',
    permission: 'salesrep_auto_assign_list',
    query: ListQuery({ ...DateRange }),
    wire: { from_date: 'fromDate', to_date: 'toDate' },
    reply: PageOf(AssignmentEntry),
    failure: 'Failed to fetch data',
  }),
  days: get('/marketing/salesrep_autoassign_days/:id', {
    summary: 'Leads a person on the sales list received on each of the last days',
    permission: 'salesrep_auto_assign_list',
    params: ById,
    reply: One(Type.Array(EntryDay)),
    failure: 'Failed to fetch data',
  }),
  add: post('/marketing/add_auto_assign_salesrep', {
    summary: 'Adds a person to the sales list',
    permission: 'salesrep_auto_assign_add',
    did: 'Added * to the sales list',
    body: Type.Object({ sid: PersonId, weight: Type.Optional(Weight) }),
    reply: One(AssignmentEntry),
    failure: 'The person was not added. Try again.',
  }),
  update: post('/marketing/update_auto_assign_salesrep', {
    summary: 'Pauses or resumes a person on the sales list, or changes their weight',
    permission: 'salesrep_auto_assign_update',
    did: 'Changed the status or weight of * on the sales list',
    body: Type.Object({ id: Id, status: EntryStatus, weight: Type.Optional(Weight) }),
    reply: One(AssignmentEntry),
    failure: 'Network error: Failed to update status',
  }),
  save: put('/marketing/salesrep_autoassign_settings/:id', {
    summary: 'Changes which leads a person on the sales list takes, how many, and when',
    permission: 'salesrep_auto_assign_update',
    did: 'Changed the settings of * on the sales list',
    params: ById,
    body: Type.Object({ ...EntrySettings.properties, version: SeenVersion }),
    reply: One(AssignmentEntry),
    failure: 'The settings were not saved. Try again.',
  }),
  openWork: get('/marketing/salesrep_autoassign_open_work/:id', {
    summary: 'The open leads of a person on the sales list',
    permission: 'salesrep_auto_assign_delete',
    params: ById,
    reply: One(Held),
    failure: 'Failed to fetch data',
  }),
  remove: post('/marketing/delete_auto_assign_salesrep', {
    summary:
      'Removes a person from the sales list; redistributing their leads also needs the permission to assign valid leads',
    permission: 'salesrep_auto_assign_delete',
    did: 'Removed * from the sales list',
    body: Type.Object({ id: Id, open_work: Type.Optional(OpenWork) }),
    reply: Removed,
    failure: 'The person was not removed. Try again.',
  }),
}

/** What rules do without a call. */
export const acts = {
  choose: { did: 'Assigned * to sales', undo: 'valid_leads_assign' },
  remind: { did: 'Reminded the rep of *', undo: 'never' },
  passOn: { did: 'Reassigned *, not accepted in time', undo: 'valid_leads_assign' },
  escalate: { did: 'Notified managers about *, not accepted in time', undo: 'never' },
} as const satisfies Readonly<Record<string, Act>>

export const entities = {
  lead_acceptances: { noun: { one: 'acceptance', many: 'acceptances' }, undo: 'undoable' },
} as const satisfies Readonly<Record<string, Entity>>
