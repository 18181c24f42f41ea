import { Type, type Static } from 'typebox'
import {
  ById,
  get,
  ListQuery,
  Many,
  Nullable,
  One,
  PageOf,
  PersonRef,
  post,
  Timestamp,
} from '#contract/kit/endpoint.ts'
import { NO_HISTORY } from '#contract/kit/history.ts'
import type { NotifiedKind } from './notifications.ts'

export const JOB_STATES = ['queued', 'running', 'done', 'failed', 'cancelled'] as const
export type JobState = (typeof JOB_STATES)[number]

/** Work that goes on behind the screen, for the person who asked for it. */
export const Job = Type.Object({
  id: Type.Integer(),
  /** The act that it makes, as the history names it. */
  kind: Type.String(),
  title: Type.String(),
  state: Type.Enum([...JOB_STATES]),
  done: Type.Integer(),
  /** How many rows there are in all; null until that is known. */
  total: Nullable(Type.Integer()),
  /** How many rows ended how, the most first. */
  outcomes: Type.Array(Type.Object({ outcome: Type.String(), count: Type.Integer() })),
  /** Why it ended before all was done. */
  message: Nullable(Type.String()),
  /** Cancelled, but the rows that it was at are still being finished. */
  cancelling: Type.Boolean(),
  /** All that it has changed, as one act. */
  change_set: Type.String(),
  /** Some rows were refused, and can be tried again. */
  can_retry: Type.Boolean(),
  /** It has ended, and what it has done can be undone as one act. */
  can_undo: Type.Boolean(),
  /** When all that it did was undone, and by whom; also while a job still undoes it. */
  undone: Nullable(Type.Object({ at: Timestamp, by: PersonRef })),
  created_at: Timestamp,
  started_at: Nullable(Timestamp),
  finished_at: Nullable(Timestamp),
})
export type Job = Static<typeof Job>

/** What became of one row that did not end as the job set out, and why. */
export const JobResult = Type.Object({
  id: Type.Integer(),
  /** The id of the row. */
  subject: Type.Integer(),
  /** What people call it, "No. 1801", and where they find it; null for a row of the company that has no page. */
  label: Nullable(Type.String()),
  href: Nullable(Type.String()),
  outcome: Type.String(),
  message: Nullable(Type.String()),
})
export type JobResult = Static<typeof JobResult>

/** The reasons for which rows were refused, the most frequent first. */
export const JobReason = Type.Object({
  outcome: Type.String(),
  message: Nullable(Type.String()),
  count: Type.Integer(),
})

export const jobs = {
  list: get('/marketing/jobs', {
    summary: 'The caller’s jobs, newest first',
    permission: 'signed-in',
    query: ListQuery({ state: Many(Type.Enum([...JOB_STATES])) }),
    reply: PageOf(Job),
    failure: 'Failed to fetch data',
  }),
  one: get('/marketing/jobs/:id', {
    summary: 'One of the caller’s jobs, and its progress',
    permission: 'signed-in',
    params: ById,
    reply: One(Type.Object({ ...Job.properties, reasons: Type.Array(JobReason) })),
    failure: 'Failed to fetch data',
  }),
  results: get('/marketing/jobs/:id/results', {
    summary: 'The rows of a job with a result to show',
    permission: 'signed-in',
    params: ById,
    query: ListQuery({ outcome: Many(Type.String({ maxLength: 40 })) }),
    reply: PageOf(JobResult),
    failure: 'Failed to fetch data',
  }),
  cancel: post('/marketing/jobs/:id/cancel', {
    summary: 'Cancels a job after its current step',
    permission: 'signed-in',
    did: NO_HISTORY,
    params: ById,
    reply: One(Job),
    failure: 'The job was not cancelled. Try again.',
  }),
  retry: post('/marketing/jobs/:id/retry', {
    summary: 'Retries the skipped rows as a new job',
    permission: 'signed-in',
    did: NO_HISTORY,
    params: ById,
    reply: One(Job),
    failure: 'The job was not retried. Try again.',
  }),
}

export const notified = {
  job: {
    icon: 'done',
    yours: { label: 'Jobs finished', text: 'A job you started has ended' },
    theirs: { label: 'Jobs finished', text: 'A job they started has ended' },
  },
} as const satisfies Readonly<Record<string, NotifiedKind>>
