import type { SalesFigures, SalesMember } from '#contract/leads/sales-dashboard.ts'

/** A member, or all of them together, who have no state. */
type Line = Omit<SalesMember, 'id' | 'state'> & { state: SalesMember['state'] | null }
type Cell = (line: Line) => string | number | null

/** The columns of the file, in the order of the screen; times are seconds, parts of one are per cent. */
const COLUMNS: readonly (readonly [string, Cell])[] = [
  ['Member', ({ name }) => name],
  ['Email', ({ email }) => email],
  ['State', ({ state }) => state && STATES[state]],
  ['Why', ({ state_reason }) => state_reason],
  ['Received', ({ received }) => received],
  ['Open', ({ open }) => open],
  ['Overdue', ({ overdue }) => overdue],
  ['Contacted', ({ contacted }) => contacted],
  ['First response p50, seconds of calendar time, about', ({ first_response_p50 }) => whole(first_response_p50)],
  ['First response p90, seconds of calendar time, about', ({ first_response_p90 }) => whole(first_response_p90)],
  ['Answered within the target of working time, %', ({ sla_hit }) => percent(sla_hit)],
  ['Quoted', ({ quoted }) => quoted],
  ['Nurture', ({ nurture }) => nurture],
  ['Won', ({ won }) => won],
  ['Lost', ({ lost }) => lost],
  ['Conversion, %', ({ conversion }) => percent(conversion)],
  ['Received in 7 days by rotation', ({ received_7d }) => received_7d],
  ['Fair share in 7 days', ({ fair_share_7d }) => fair_share_7d],
]

const STATES = { available: 'Available', unavailable: 'Not available', off_list: 'Not on the list' } as const

const percent = (part: number | null) => part && Math.round(part * 1_000) / 10
const whole = (seconds: number | null) => seconds && Math.round(seconds)

export const HEAD = COLUMNS.map(([title]) => title)
export const cellsOf = (line: Line) => COLUMNS.map(([, cell]) => String(cell(line) ?? ''))

/** The last line, as under the rows on the screen. */
export const allMembers = (totals: SalesFigures): Line => ({
  ...totals,
  name: 'All members',
  email: '',
  state: null,
  state_reason: null,
  received_7d: null,
  fair_share_7d: null,
})
