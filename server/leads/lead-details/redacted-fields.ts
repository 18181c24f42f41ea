import { sql } from 'kysely'
import { leadDetails } from '#contract/leads/lead-details.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { mayCall, type Caller } from '#server/kit/auth.ts'
import { commentableBy } from '#server/leads/lists/scope.ts'
import type { EntityRules, HistoryRow } from '#server/platform/changes/rules.ts'

/**
 * The text of a comment is for people who may read the lead's comments, the details of a verdict for people who may see validated
 * details. Others see that there was a comment, and of a verdict what the lists show.
 */
export const REDACTED = {
  lead_comments: {
    async hidden(tenant, caller, rows) {
      const readable = await leadsWithReadableComments(tenant, caller, rows)
      return ({ root_id }, field) => field === 'body' && !readable.has(root_id)
    },
  },
  lead_verdicts: {
    hidden(_, caller) {
      const detailed = mayCall(caller, leadDetails.validated.permission)
      return Promise.resolve((_row, field) => !detailed && !ON_LISTS.has(field))
    },
  },
} as const satisfies Record<string, EntityRules>

const ON_LISTS = new Set(['verdict', 'by_person', 'at', 'company', 'country', 'products', 'reason_code', 'reason_note'])

/** By the numbers under which the comments were made, whatever their lead has become part of. */
const leadsWithReadableComments = async (
  { db, companyId }: Tenant,
  caller: Caller,
  rows: readonly HistoryRow[],
): Promise<ReadonlySet<number>> => {
  const ids = [...new Set(rows.map(({ root_id }) => root_id))]
  const readable = await sql<{ id: number }>`
    select asked.id from unnest(${ids}::bigint[]) asked (id)
    join leads l on l.company_id = ${companyId} and l.id = lead_now(asked.id) and ${commentableBy(caller)}`.execute(db)
  return new Set(readable.rows.map(({ id }) => id))
}
