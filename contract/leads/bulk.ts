import { Type } from 'typebox'
import { Day, FreeLines, Lines, ListFilter, One, PersonId, post } from '#contract/kit/endpoint.ts'
import { NO_HISTORY } from '#contract/kit/history.ts'
import { bulkAct } from '#contract/platform/bulk.ts'
import { Selection } from '#contract/platform/selections.ts'
import { LeadQuery, ReasonCode } from './lead.ts'
import { COMMENT_KEYS } from './lead-details.ts'
import { ANY_LEAD_LIST } from './lookups.ts'
import { ASSIGN_KEYS, LeadIds } from './marketing-leads.ts'

export const LEAD_LISTS = ['marketing', 'unassigned', 'assigned', 'valid', 'registration'] as const

export const bulk = {
  select: post('/marketing/bulk_selection', {
    summary: 'Freezes a selection of leads: single ones, or every lead a filter matches',
    permission: ANY_LEAD_LIST,
    did: NO_HISTORY,
    body: Type.Object({
      list: Type.Enum([...LEAD_LISTS]),
      leadIds: Type.Optional(LeadIds),
      filter: Type.Optional(ListFilter(LeadQuery)),
    }),
    reply: One(Selection),
    failure: 'The leads could not be selected. Try again.',
  }),
  assign: bulkAct(
    '/marketing/bulk_assign',
    'Assigns all leads of a selection to one person, as a job',
    ASSIGN_KEYS,
    'Assigned *',
    {
      staffId: PersonId,
    },
  ),
  start: bulkAct(
    '/marketing/bulk_inprogress',
    'Sets all leads of a selection in progress, as a job',
    'assigned_leads_edit_status',
    'Set * in progress',
    {},
  ),
  invalidate: bulkAct(
    '/marketing/bulk_invalid',
    'Marks all leads of a selection invalid, as a job',
    'assigned_leads_edit_status',
    'Marked * invalid',
    {
      /** Any but `duplicate`, which needs the lead that each repeats. */
      reason: ReasonCode,
      note: Type.Optional(FreeLines(2000)),
    },
  ),
  hold: bulkAct(
    '/marketing/bulk_on_hold',
    'Puts all leads of a selection on hold until a day, as a job; they return automatically',
    'assigned_leads_edit_status',
    'Put * on hold',
    {
      until: Day,
      reason: Type.Optional(FreeLines(500)),
    },
  ),
  comment: bulkAct(
    '/marketing/bulk_comment',
    'Comments on all leads of a selection, as a job',
    COMMENT_KEYS,
    'Commented on leads: *',
    {
      comment: Lines(5000),
    },
  ),
  remove: bulkAct(
    '/marketing/bulk_delete',
    'Deletes all leads of a selection, as a job',
    'marketing_leads_delete',
    'Deleted *',
    {},
  ),
}
