import { sql } from 'kysely'
import type { Static, TObject } from 'typebox'
import type { Tenant } from '#server/db/tenant.ts'
import type { Caller } from '#server/kit/auth.ts'
import { JOBS_DUE } from '#server/kit/due-worker.ts'
import type { JobKind } from './kind.ts'

interface Wanted<Input> {
  /** What the job is called on the screen: "Assign 49 leads to Priya Sharma". */
  title: string
  input: Input
  /** How many rows there are to deal with, when that is known. */
  total?: number
  /** Undefined: the system asks. */
  caller?: Caller
  retryOf?: number
  /** The act of which it does the rest; undefined: it is an act of its own. */
  changeSet?: string
}

/**
 * Puts a job into the transaction of the request that asks for it: when that is stored, the work will be done, by any
 * node, whatever dies meanwhile. Returns the job's id.
 */
export const startJob = async <I extends TObject>(
  tenant: Tenant,
  kind: JobKind<I>,
  { title, input, total, caller, retryOf, changeSet }: Wanted<Static<I>>,
): Promise<number> => {
  if (!kind.accepts(input)) throw new Error(`A ${kind.name} job was given what it does not take`)
  const { id } = await tenant.db
    .insertInto('jobs')
    .values({
      company_id: tenant.companyId,
      kind: kind.name,
      title,
      input: JSON.stringify(input),
      total: total ?? null,
      person_id: caller?.personId ?? null,
      retry_of: retryOf ?? null,
      ...(changeSet === undefined ? {} : { change_set: changeSet }),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tenant.due(JOBS_DUE)
  return id
}

/** What became of one row, with the reason; rows that ended as the job set out need none. */
export interface RowResult {
  /** Its table. */
  entity: string
  subject: number
  outcome: string
  message: string
}

/** Keeps what became of single rows, in the transaction of their chunk. */
export const keepResults = async (
  { db, companyId }: Tenant,
  jobId: number,
  results: readonly RowResult[],
): Promise<void> => {
  if (results.length === 0) return
  await sql`
    insert into job_results (company_id, job_id, entity, subject, outcome, message)
    select ${companyId}::int, ${jobId}::bigint, entity, subject, outcome, message
    from json_to_recordset(${JSON.stringify(results)}::json) as r (entity text, subject bigint, outcome text, message text)`.execute(
    db,
  )
}
