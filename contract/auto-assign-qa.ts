import { Type, type Static } from 'typebox'
import {
  ById,
  DateRange,
  del,
  Done,
  get,
  Id,
  ListQuery,
  Nullable,
  One,
  PageOf,
  post,
  put,
  Timestamp,
} from './kit/endpoint.ts'

export const ENTRY_STATES = ['available', 'paused', 'no_permission', 'deactivated'] as const

/** One person on an assignment list. */
export const AssignmentEntry = Type.Object({
  id: Type.Integer(),
  sid: Type.Integer(),
  name: Type.String(),
  email: Type.String(),
  status: Type.Enum(['active', 'paused']),
  /** What follows from the status and everything else, now. */
  state: Type.Enum([...ENTRY_STATES]),
  state_reason: Type.String(),
  weight: Type.Number(),
  /** Leads that the person holds and has not decided. */
  open: Type.Integer(),
  today: Type.Integer(),
  /** Received and fair share by rotation over the last 7 days. */
  received_7d: Type.Integer(),
  fair_share_7d: Type.Number(),
  last_assigned_at: Nullable(Timestamp),
  created_at: Timestamp,
  version: Type.Integer(),
})
export type AssignmentEntry = Static<typeof AssignmentEntry>

export const EntryStatus = Type.Enum(['active', 'paused'])
export const Weight = Type.Number({ minimum: 0, maximum: 5, multipleOf: 0.25 })

export const autoAssignQa = {
  list: get('/marketing/get_qa_autoassign_list', {
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
  add: post('/marketing/add_auto_assign_QA', {
    permission: 'qa_auto_assign_add',
    body: Type.Object({ sid: Id, weight: Type.Optional(Weight) }),
    reply: One(AssignmentEntry),
    failure: 'The person was not added. Try again.',
  }),
  setStatus: put('/marketing/update_qa_autoassign_status/:id', {
    permission: 'qa_auto_assign_set_status',
    params: ById,
    body: Type.Object({ status: EntryStatus, weight: Type.Optional(Weight) }),
    reply: One(AssignmentEntry),
    failure: 'Network error: Failed to update status',
  }),
  remove: del('/marketing/delete_qa_autoassign/:id', {
    permission: 'qa_auto_assign_delete',
    params: ById,
    reply: Done,
    failure: 'The person was not removed. Try again.',
  }),
}
