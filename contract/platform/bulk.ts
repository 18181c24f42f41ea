import { Type, type Static, type TProperties } from 'typebox'
import { ById, get, Id, Nullable, One, post, type Permission } from '#contract/kit/endpoint.ts'
import { JOB_STATES } from './jobs.ts'

/** What would become of a selection: how many rows end how, and why some are skipped. */
export const Foreseen = Type.Array(
  Type.Object({ outcome: Type.String(), message: Nullable(Type.String()), count: Type.Integer() }),
)
export type Foreseen = Static<typeof Foreseen>

/** What an act would make of one field of one row, in words. */
export const Example = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  field: Type.String(),
  from: Nullable(Type.String()),
  to: Nullable(Type.String()),
})
export type Example = Static<typeof Example>
export const MOST_EXAMPLES = 20

/**
 * An act on a selection. A dry run only says what would become of each row: at once of up to 1,000, else by a job, whose answer
 * `dryRuns.foreseen` fetches. Without it, the act starts as a job that is named as the call.
 */
export const bulkAct = <const P extends Permission, const I extends TProperties>(
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
    reply: One(
      Type.Object({
        foreseen: Foreseen,
        /** Of a dry run of an act that changes fields: the first that it would change. */
        examples: Type.Optional(Type.Array(Example)),
        job: Nullable(Type.Integer()),
      }),
    ),
    failure: 'The job did not start. Try again.',
  })

export const dryRuns = {
  foreseen: get('/marketing/bulk_foreseen/:id', {
    summary: 'The progress of the caller’s dry run of many rows, and what it has found',
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
}
