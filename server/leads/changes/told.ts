import { sql } from 'kysely'
import { leadDetails } from '#contract/leads/lead-details.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { mayCall, type Caller } from '#server/kit/auth.ts'
import { commentableBy } from '#server/leads/lists/scope.ts'

type Fields = Record<string, [unknown, unknown]>

/** A row of the history, its personal values among its fields. */
interface HistoryRow {
  entity: string
  root_id: number
  fields: Fields
}

/**
 * Rows of the history as the caller may read them: what a comment says is told to whoever may read the lead's comments, what was
 * validated to whoever may see that. Others learn that there was a comment, and of a verdict what the lists tell.
 */
export const redactHistory = async <R extends HistoryRow>(
  tenant: Tenant,
  caller: Caller,
  rows: readonly R[],
): Promise<R[]> => {
  const readable = await leadsWithReadableComments(tenant, caller, rows)
  const detailed = mayCall(caller, leadDetails.validated.permission)
  return rows.map((row) => {
    if (row.entity === 'lead_comments' && !readable.has(row.root_id)) return without(row, (field) => field === 'body')
    if (row.entity === 'lead_verdicts' && !detailed) return without(row, (field) => !ON_LISTS.has(field))
    return row
  })
}

const ON_LISTS = new Set(['verdict', 'by_person', 'at', 'company', 'country', 'products', 'reason_code', 'reason_note'])

const without = <R extends HistoryRow>(row: R, hidden: (field: string) => boolean): R => ({
  ...row,
  fields: Object.fromEntries(Object.entries(row.fields).filter(([field]) => !hidden(field))),
})

/** By the numbers under which the comments were made, whatever their lead has become part of. */
const leadsWithReadableComments = async (
  { db, companyId }: Tenant,
  caller: Caller,
  rows: readonly HistoryRow[],
): Promise<ReadonlySet<number>> => {
  const ids = rows.flatMap(({ entity, root_id }) => (entity === 'lead_comments' ? root_id : []))
  if (ids.length === 0) return new Set()
  const readable = await sql<{ id: number }>`
    select asked.id from unnest(${[...new Set(ids)]}::bigint[]) asked (id)
    join leads l on l.company_id = ${companyId} and l.id = lead_now(asked.id) and ${commentableBy(caller)}`.execute(db)
  return new Set(readable.rows.map(({ id }) => id))
}
