import { Type, type Static, type TProperties } from 'typebox'
import { ById, Day, FreeLines, get, Id, Lines, Nullable, One, PersonId, post } from '#contract/kit/endpoint.ts'
import { NO_HISTORY } from '#contract/kit/history.ts'
import type { Permission } from '#contract/kit/endpoint.ts'
import { JOB_STATES } from '#contract/platform/jobs.ts'
import { Selection } from '#contract/platform/selections.ts'
import { LeadQuery, ReasonCode } from './lead.ts'
import { COMMENT_KEYS } from './lead-details.ts'
import { ANY_LEAD_LIST } from './lookups.ts'
import { ASSIGN_KEYS, LeadIds } from './marketing-leads.ts'

export const LEAD_LISTS = ['marketing', 'unassigned', 'assigned', 'valid', 'registration'] as const

/** What would become of a selection: how many rows end how, and why some are skipped. */
export const Foreseen = Type.Array(
  Type.Object({ outcome: Type.String(), message: Nullable(Type.String()), count: Type.Integer() }),
)
export type Foreseen = Static<typeof Foreseen>

/**
 * An act on a selection. As a dry run it only tells what would become of each lead: at once of up to 1,000, by a job of more, whose answer
 * is fetched by `foreseen`. Else it is begun as a job, named as the call.
 */
const act = <const P extends Permission, const I extends TProperties>(
  path: string,
  summary: string,
  permission: P,
  did: string,
  input: I,
) =>
  post(path, {
    summary,
    permission,
    did,
    body: Type.Object({ selection: Id, dryRun: Type.Optional(Type.Boolean()), ...input }),
    reply: One(Type.Object({ foreseen: Foreseen, job: Nullable(Type.Integer()) })),
    failure: 'The job did not start. Try again.',
  })

export const bulk = {
  select: post('/marketing/bulk_selection', {
    summary: 'Freezes a selection of leads: single ones, or every lead a filter matches',
    permission: ANY_LEAD_LIST,
    did: NO_HISTORY,
    body: Type.Object({
      list: Type.Enum([...LEAD_LISTS]),
      leadIds: Type.Optional(LeadIds),
      filter: Type.Optional(Type.Omit(LeadQuery, ['page', 'pageSize'])),
    }),
    reply: One(Selection),
    failure: 'The leads could not be selected. Try again.',
  }),
  foreseen: get('/marketing/bulk_foreseen/:id', {
    summary: 'How far one’s dry run of many leads is, and what it has found',
    permission: 'signed-in',
    params: ById,
    reply: One(
      Type.Object({
        state: Type.Enum([...JOB_STATES]),
        done: Type.Integer(),
        total: Type.Integer(),
        /** Why it ended before it had looked at all of them. */
        message: Nullable(Type.String()),
        /** Of those that it has looked at; it decides nothing before the state is `done`. */
        foreseen: Foreseen,
      }),
    ),
    failure: 'The preview failed. Try again.',
  }),
  assign: act(
    '/marketing/bulk_assign',
    'Assigns all leads of a selection to one person, as a job',
    ASSIGN_KEYS,
    'Assigned *',
    {
      staffId: PersonId,
    },
  ),
  start: act(
    '/marketing/bulk_inprogress',
    'Sets all leads of a selection in progress, as a job',
    'assigned_leads_edit_status',
    'Set * in progress',
    {},
  ),
  invalidate: act(
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
  hold: act(
    '/marketing/bulk_on_hold',
    'Puts all leads of a selection on hold until a day, as a job; they return automatically',
    'assigned_leads_edit_status',
    'Put * on hold',
    {
      until: Day,
      reason: Type.Optional(FreeLines(500)),
    },
  ),
  comment: act(
    '/marketing/bulk_comment',
    'Comments on all leads of a selection, as a job',
    COMMENT_KEYS,
    'Commented on *',
    {
      comment: Lines(5000),
    },
  ),
  remove: act(
    '/marketing/bulk_delete',
    'Deletes all leads of a selection, as a job',
    'marketing_leads_delete',
    'Deleted *',
    {},
  ),
}
