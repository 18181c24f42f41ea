import { sql, type RawBuilder } from 'kysely'
import type { LeadQuery, LeadRow } from '#contract/leads/lead.ts'
import { LEAD_SORTS } from '#contract/leads/lead-sorts.ts'
import type { Pagination } from '#contract/kit/endpoint.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { checkKnown } from '#server/leads/company-words/choices.ts'
import { PLACES_BY_NAME } from '#server/platform/contact-details/countries.ts'
import type { Caller } from '#server/kit/auth.ts'
import { inWords, pageBounds, paginationOf, sortColumn } from '#server/kit/page.ts'
import { idsInOrder, pageFromTheTop } from '#server/platform/counted-lists/page.ts'
import { askingFor } from './asked-for.ts'
import { LEAD_LISTS, leadFilter, listed, matches, USUAL_SORT, type LeadFilter } from './filter.ts'
import { decidedAs, type Verdicts } from './own-verdicts.ts'
import { leadsById, leadsInSlot, type Shown } from './rows.ts'
import { followedUp, followUpOn } from '#server/leads/valid-leads/follow-ups.ts'
import { onEventDays } from './event-days.ts'
import { byDueTime, dueWithin, inDueOrder } from './sla-lists.ts'
import { pageAndTotal, searching, searchLeads, type Searched } from './search.ts'
import { sightOf, type LeadList, type Sight } from './scope.ts'

/** 400 for a source or a reason that the company does not have; nothing is asked for the usual ones. */
export const checkFilter = async (tenant: Tenant, { source = [], reason = [] }: LeadQuery) => {
  await checkKnown(tenant, 'source', source, 'source')
  await checkKnown(tenant, 'reason', reason, 'reason')
}

/** All that a page of a list hangs on, in plain values: who sees the same leads and asks for the same has the same page. */
interface Asked {
  sight: Sight
  filter: LeadFilter
  query: LeadQuery
  dayNames: DayNames | undefined
  /** Only leads with these verdicts. */
  verdicts?: Verdicts
}

/** What the days of the query are called where a bad one is to be named. */
type DayNames = Parameters<typeof listed>[2]

export const asked = (caller: Caller, list: LeadList, query: LeadQuery, dayNames?: DayNames): Asked => ({
  sight: sightOf(caller),
  filter: leadFilter(caller, list, query),
  query,
  dayNames,
})

/** One page of a lead list with its exact total, both of the same moment. */
export const leadList = async (
  tenant: Tenant,
  { sight, filter, query, dayNames, verdicts }: Asked,
): Promise<{ data: LeadRow[]; pagination: Pagination }> => {
  const { list } = filter
  const text = query.search?.trim()
  const inUsualOrder = query.sort === undefined || query.sort === USUAL_SORT[list]
  const { page, limit, offset } = pageBounds(query)
  await checkFilter(tenant, query)
  const matching = listed(tenant, filter, dayNames)
  const among = matches(filter, dayNames)
  const shown = { ...sight, values: query.values }
  const wanted: Listed = { shown, matching, among, order: ordering(query, list), inUsualOrder, limit, offset }

  const counted = [
    ...(await dueWithin(tenant, list, query.clock)),
    ...onEventDays(tenant, filter, dayNames),
    ...followedUp(tenant, query.follow_up),
    ...askingFor(tenant, query),
    ...(verdicts ? [decidedAs(tenant, verdicts)] : []),
  ]
  const { data, total } = counted.length
    ? await pageCounted(tenant, counted, query, wanted)
    : text
      ? await pageFound(tenant, text, wanted)
      : await pageFromTheTop(
          tenant,
          LEAD_LISTS,
          filter,
          query.sort === 'due_at' ? byDueTime(tenant, list, wanted, query.order) : idsInOrder(LEAD_LISTS, wanted),
          (slot) => leadsInSlot(tenant, shown, slot),
        )
  return { data, pagination: paginationOf(page, limit, total) }
}

/** What is looked for, and what of it is shown to whom. */
type Listed = Searched & { shown: Shown }

interface Page {
  data: LeadRow[]
  total: number
}

/** The leads that a list shows for a query, and in which order; `l` is the lead. For whoever takes all of them. */
export const leadsOf = async (tenant: Tenant, caller: Caller, list: LeadList, query: LeadQuery) => {
  const filter = leadFilter(caller, list, query)
  return {
    matching: sql.join(
      [
        listed(tenant, filter),
        ...(await dueWithin(tenant, list, query.clock)),
        ...onEventDays(tenant, filter),
        ...followedUp(tenant, query.follow_up),
        ...askingFor(tenant, query),
        ...(await searching(tenant, query.search)),
      ],
      sql` and `,
    ),
    order: ordering(query, list),
  }
}

const pageFound = async (tenant: Tenant, text: string, wanted: Listed): Promise<Page> => {
  const { ids, total } = await searchLeads(tenant, text, wanted)
  return { data: await leadsById(tenant, wanted.shown, ids), total }
}

/**
 * What no delta of a total says is counted each time: leads whose time is up change by the clock alone, and what a lead asks for is in
 * its lines. An index has them.
 */
const pageCounted = async (
  tenant: Tenant,
  counted: readonly RawBuilder<unknown>[],
  query: LeadQuery,
  wanted: Listed,
): Promise<Page> => {
  const found = sql.join([...counted, ...(await searching(tenant, query.search))], sql` and `)
  const { ids, total } = await pageAndTotal(tenant.db, found, wanted)
  return { data: await leadsById(tenant, wanted.shown, ids), total }
}

const SORTS: ReadonlyMap<string, string> = new Map(LEAD_SORTS.map((name) => [name, `l.${name}`]))

const ordering = ({ sort, order = 'desc' }: LeadQuery, list: LeadList) => {
  const usual = USUAL_SORT[list]
  if (sort === 'due_at') return inDueOrder(list, order)
  const column = sql.ref(sortColumn(sort ?? usual, SORTS))
  const shown = SHOWN.get(sort ?? usual)?.(column) ?? column
  const direction = sql.raw(order)
  // NULLS LAST would hide the index behind the usual order, whose column is never null where the list shows it.
  const nulls =
    list !== 'decided' && (sort === undefined || sort === usual || sort === 'created_at') ? sql`` : sql`nulls last`
  return sql`${shown} ${direction} ${nulls}, l.id ${direction}`
}

/** What stands in a column as people see it, where that has another order. */
const SHOWN: ReadonlyMap<string, (column: RawBuilder<unknown>) => RawBuilder<unknown>> = new Map([
  ['name', inWords],
  ['company', inWords],
  ['follow_up_on', () => followUpOn],
  // An object is looked up by halves; an array, from its beginning, takes ten seconds for a million leads.
  ['country', (column) => sql`${JSON.stringify(PLACES_BY_NAME)}::jsonb -> ${column}`],
])
