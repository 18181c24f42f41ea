import { Type, type Static } from 'typebox'
import { DateRange, get, ListQuery, Nullable, One } from '#contract/kit/endpoint.ts'

/** Of the valid leads that came on some days, how many are where now. */
const figures = {
  received: Type.Integer(),
  open: Type.Integer(),
  /** Of the open ones: not answered, though the time for it is over. */
  overdue: Type.Integer(),
  contacted: Type.Integer(),
  quoted: Type.Integer(),
  nurture: Type.Integer(),
  won: Type.Integer(),
  lost: Type.Integer(),
  /** Won of received, from 0 to 1; null where nothing was received. */
  conversion: Nullable(Type.Number()),
  /** Seconds from the verdict to the first answer, at most 5 % off; null where nobody was answered. */
  first_response_p50: Nullable(Type.Number()),
  first_response_p90: Nullable(Type.Number()),
  /** Answered in time, of those that were answered or are overdue, from 0 to 1; null where there is none. */
  sla_hit: Nullable(Type.Number()),
}

export const SalesMember = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  email: Type.String(),
  /** Whether the person is given leads now. */
  state: Type.Enum(['available', 'unavailable', 'off_list']),
  /** Why not; null for whoever is available. */
  state_reason: Nullable(Type.String()),
  ...figures,
  /** What the rotation gave over the last 7 days, whatever days are asked for, and what would be fair; null for whoever is not on the list. */
  received_7d: Nullable(Type.Integer()),
  fair_share_7d: Nullable(Type.Number()),
})
export type SalesMember = Static<typeof SalesMember>

export const SalesFigures = Type.Object(figures)
export type SalesFigures = Static<typeof SalesFigures>

/** Fields that the dashboard can be sorted by. */
export const SALES_MEMBER_SORTS = [
  'name',
  'received',
  'open',
  'overdue',
  'contacted',
  'quoted',
  'nurture',
  'won',
  'lost',
  'conversion',
  'first_response_p50',
  'first_response_p90',
  'sla_hit',
  'received_7d',
  'fair_share_7d',
] as const

const query = ListQuery({ ...DateRange })

export const salesDashboard = {
  list: get('/marketing/sales_member_dashboard_data', {
    summary: 'The figures of each sales member: people on the sales list or with leads from these days',
    permission: 'sales_dashboard_view',
    query,
    wire: { pageSize: 'size' },
    reply: Type.Object({
      success: Type.Boolean(),
      data: Type.Array(SalesMember),
      page: Type.Integer(),
      size: Type.Integer(),
      totalCount: Type.Integer(),
      /** After the search and the days. */
      totalFilteredCount: Type.Integer(),
      /** Of all members after the search and the days, not of the page alone. */
      totals: SalesFigures,
    }),
    failure: 'Failed to fetch data',
  }),
  csv: get('/marketing/sales_member_dashboard_csv', {
    summary: 'The sales members as a file: the first thousand in the requested order, and the totals of all',
    permission: 'sales_dashboard_view',
    download: true,
    query,
    wire: { pageSize: 'size' },
    reply: One(
      Type.Object({
        csv: Type.String(),
        /** In the file. */
        members: Type.Integer(),
        /** After the search and the days, those beyond the end of the file included. */
        all_members: Type.Integer(),
      }),
    ),
    failure: 'The file was not created. Try again.',
  }),
}
