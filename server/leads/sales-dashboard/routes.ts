import { salesDashboard, type SalesMember } from '#contract/leads/sales-dashboard.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { candidatesOf } from '#server/leads/assignment/candidates.ts'
import { csvRow } from '#server/kit/csv.ts'
import { withRollups } from '#server/leads/totals/tally.ts'
import { implement } from '#server/kit/implement.ts'
import { pageBounds } from '#server/kit/page.ts'
import { allMembers, cellsOf, HEAD } from './columns.ts'
import * as queries from './queries.ts'

export const salesDashboardRoutes = implement('sales-dashboard', salesDashboard, {
  async list({ tenant, caller, query }) {
    const { page, limit, offset } = pageBounds(query)
    const [rows, all, totals, standings] = await withRollups(tenant, () =>
      Promise.all([
        queries.members(tenant, caller, query, { limit, offset }),
        queries.memberCount(tenant),
        queries.totals(tenant, caller, query),
        standingsOf(tenant),
      ]),
    )
    return {
      data: rows.map((row) => ({ ...row, ...standings(row.id) })),
      page,
      size: limit,
      totalCount: all,
      totalFilteredCount: totals.members,
      totals,
    }
  },

  async csv({ tenant, caller, query }) {
    const [rows, totals, standings] = await withRollups(tenant, () =>
      Promise.all([
        queries.members(tenant, caller, query, { limit: MOST_IN_FILE, offset: 0 }),
        queries.totals(tenant, caller, query),
        standingsOf(tenant),
      ]),
    )
    const lines = rows.map((row) => csvRow(cellsOf({ ...row, ...standings(row.id) })))
    const csv = [csvRow(HEAD), ...lines, csvRow(cellsOf(allMembers(totals)))].join('')
    return { data: { csv, members: rows.length, all_members: totals.members } }
  },
})

const MOST_IN_FILE = 1_000

type Standing = Pick<SalesMember, 'state' | 'state_reason'>

/** Whether each person is given leads now, by the rule that gives them. */
const standingsOf = async (tenant: Tenant): Promise<(id: number) => Standing> => {
  const candidates = await candidatesOf(tenant, 'sales')
  const reasons = new Map(candidates.map(({ staff_id, reason }) => [staff_id, reason]))
  return (id) => {
    const reason = reasons.get(id)
    if (reason === undefined) return { state: 'off_list', state_reason: 'Not on the list of sales representatives.' }
    return reason === null
      ? { state: 'available', state_reason: null }
      : { state: 'unavailable', state_reason: `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.` }
  }
}
