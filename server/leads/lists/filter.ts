import { sql, type RawBuilder } from 'kysely'
import type { LeadQuery } from '#contract/leads/lead.ts'
import type { Tenant } from '#server/db/tenant.ts'
import type { Caller } from '#server/kit/auth.ts'
import { withinDays } from '#server/kit/day.ts'
import type { CountedList } from '#server/platform/counted-lists/counts.ts'
import { LIST_SCOPES, ownOnly, type LeadList } from './scope.ts'

/** What decides which leads a list shows, but for a search, the clock, and days of an event (`onEventDays`): the same filter is the same value, however it was asked for. */
export interface LeadFilter extends Pick<LeadQuery, Filters> {
  list: LeadList
  /** Whose leads alone; undefined: everybody's. */
  own?: number
  /** Whose days are meant, where days are asked for. */
  time_zone?: string
}

type Filters =
  | 'from_date'
  | 'to_date'
  | 'days_of'
  | 'source'
  | 'status'
  | 'enquiry_status'
  | 'assigned_qa'
  | 'sales_person'
  | 'reason'
  | 'quarantined'

export const leadFilter = (caller: Caller, list: LeadList, query: LeadQuery): LeadFilter => {
  const own = ownOnly(caller, list)
  const { from_date, to_date, days_of, quarantined } = query
  const days = from_date !== undefined || to_date !== undefined
  return {
    list,
    ...(own === undefined ? {} : { own }),
    ...(from_date === undefined ? {} : { from_date }),
    ...(to_date === undefined ? {} : { to_date }),
    ...(days ? { time_zone: caller.timeZone } : {}),
    ...(days_of === undefined ? {} : { days_of }),
    ...(query.source ? { source: inOrder(query.source) } : {}),
    ...(query.status ? { status: inOrder(query.status) } : {}),
    ...(query.enquiry_status ? { enquiry_status: inOrder(query.enquiry_status) } : {}),
    ...(query.assigned_qa ? { assigned_qa: inOrder(query.assigned_qa) } : {}),
    ...(query.sales_person ? { sales_person: inOrder(query.sales_person) } : {}),
    ...(query.reason ? { reason: inOrder(query.reason) } : {}),
    ...(quarantined ? { quarantined } : {}),
  }
}

const inOrder = <T>(values: readonly T[]): T[] => [...new Set(values)].sort()

/** How a list opens when nobody has asked for another order: the newest first, by this. */
export const USUAL_SORT: Readonly<Record<LeadList, string>> = {
  marketing: 'created_at',
  unassigned: 'created_at',
  assigned: 'created_at',
  valid: 'validated_at',
  registration: 'created_at',
  decided: 'validated_at',
}

/**
 * The filter as a condition on `l`: a lead, or a delta of the stored counts, which has every column that is used here.
 * `dayNames` are what the days are called where a bad one is to be named.
 */
export const matches = (filter: LeadFilter, dayNames?: { from: string; to: string }): RawBuilder<boolean> =>
  sql<boolean>`${sql.join(
    [
      LIST_SCOPES[filter.list](filter.own),
      ...(filter.days_of ? [] : withinDays(sql`l.created_at`, filter, filter.time_zone ?? 'UTC', dayNames)),
      ...anyOf('source', filter.source),
      ...anyOf('status', filter.status),
      ...anyOf('enquiry_status', filter.enquiry_status),
      ...heldBy('assigned_qa', filter.assigned_qa),
      ...heldBy('sales_person', filter.sales_person),
      ...(filter.reason ? [sql`l.status = 'invalid'`, ...anyOf('reason_code', filter.reason)] : []),
      ...(filter.quarantined ? [QUARANTINED[filter.quarantined]] : []),
    ],
    sql` and `,
  )}`

/** The filter's leads, as a condition on `l`. */
export const listed = (
  { companyId }: Tenant,
  filter: LeadFilter,
  dayNames?: { from: string; to: string },
): RawBuilder<boolean> =>
  sql<boolean>`l.company_id = ${companyId} and l.deleted_at is null and ${matches(filter, dayNames)}`

/** What exact totals are made of. */
export const LEAD_LISTS: CountedList<LeadFilter> = {
  entity: 'leads',
  rows: 'leads',
  deltas: 'lead_count_deltas',
  alias: 'l',
  matches,
  listed,
}

const QUARANTINED = { yes: sql`l.quarantined_by is not null`, no: sql`l.quarantined_by is null` }

const anyOf = (name: string, values: readonly string[] | undefined) => {
  if (!values) return []
  const column = sql.ref(`l.${name}`)
  // One value as such: then an index that begins with the column has the leads in the order of the list.
  return [values.length === 1 ? sql`${column} = ${values[0]}` : sql`${column} = any(${values})`]
}

/** Ids, and `none` for nobody. */
const heldBy = (name: string, values: readonly (number | 'none')[] | undefined) => {
  if (!values) return []
  const column = sql.ref(`l.${name}`)
  const ids = values.filter((value) => value !== 'none')
  if (!values.includes('none'))
    return [ids.length === 1 ? sql`${column} = ${ids[0]}` : sql`${column} = any(${ids}::int[])`]
  return [ids.length ? sql`(${column} is null or ${column} = any(${ids}::int[]))` : sql`${column} is null`]
}
