import type { Endpoint } from '#contract/kit/endpoint.ts'
import { isSort, type Sorts } from '#contract/kit/sorts.ts'
import { isColumn } from '#contract/platform/list-columns.ts'
import {
  LIST_SCREENS,
  VIEW_SCREENS,
  type LeftOut,
  type SavedView,
  type ViewScreen,
} from '#contract/platform/saved-views.ts'
import { dayBounds } from '#server/kit/day.ts'
import { badField, faultsIn, UserError } from '#server/kit/errors.ts'
import { queryReader } from '#server/kit/input.ts'

/** A list that has views, by its call and what it can be sorted by. */
export const viewedList = ({ query }: Pick<Required<Endpoint>, 'query'>, sorts: Sorts) => {
  const { page: _, pageSize: __, ...filters } = query.properties
  return { filters, sorts, read: queryReader(query) }
}
export type ViewedList = ReturnType<typeof viewedList>
export type ViewedLists = Readonly<Partial<Record<ViewScreen, ViewedList>>>

type Params = SavedView['params']

/** Refuses, by name, what the list itself would not take; paging is no part of a view. */
export const checkParams = (lists: ViewedLists, screen: string, params: Params) => {
  const list = listOf(lists, screen)
  // Stored when a list could be called anything: it shows nowhere, and can only be deleted.
  if (!list) throw badField('params', 'This view belongs to a list that no longer exists. Delete it.')
  const { filters, sorts, read } = list
  for (const name of Object.keys(params))
    if (!Object.hasOwn(filters, name)) throw badField(`params.${name}`, `The list has no filter ${name}`)
  for (const sort of params['sort'] ?? [])
    if (!isSort(sorts, sort))
      throw badField(
        'params.sort',
        `The list cannot be sorted by this. Choose one of: ${sorts.filter((one) => typeof one === 'string').join(', ')}`,
      )
  const today = asOfToday(params)
  within(() => read(addressOf(today)))
  const [from_date] = today['from_date'] ?? []
  const [to_date] = today['to_date'] ?? []
  within(() => dayBounds({ ...(from_date && { from_date }), ...(to_date && { to_date }) }, 'UTC'))
}

const listOf = (lists: ViewedLists, screen: string) => {
  const known = VIEW_SCREENS.find((each) => each === screen)
  return known && lists[known]
}

/** Refuses, by name, a column that the list does not have. */
export const checkColumns = (screen: string, columns: readonly string[] | null | undefined) => {
  const list = LIST_SCREENS.find((each) => each === screen)
  const at = columns?.findIndex((name) => list === undefined || !isColumn(list, name)) ?? -1
  if (at >= 0) throw badField(`columns.${at}`, `The list has no column ${columns?.[at]}`)
}

/** Refuses an order that the list does not have, and half of one. */
export const checkOrder = (
  lists: ViewedLists,
  { screen, sort, order }: { screen: string; sort?: string | null; order?: string | null },
) => {
  if ((sort ?? null) === null && (order ?? null) === null && (sort === undefined) === (order === undefined)) return
  if (!sort || !order) throw badField(sort ? 'order' : 'sort', 'Send sort and order together')
  if (!isSort(listOf(lists, screen)?.sorts ?? [], sort)) throw badField('sort', 'The list cannot be sorted by this')
}

/** The columns of them that the list has. */
export const columnsThatFit = (screen: string, columns: string[] | null) => {
  const list = LIST_SCREENS.find((each) => each === screen)
  return columns && list ? columns.filter((name) => isColumn(list, name)) : columns
}

/** A stored view without what its list does not take any more, and what that is. */
export const fitted = <V extends Pick<SavedView, 'screen' | 'params' | 'columns'>>(lists: ViewedLists, view: V) => {
  const { screen } = view
  const list = listOf(lists, screen)
  if (!list) return { ...view, left_out: [{ part: 'list' as const, name: screen, value: null }] }
  const takes = (params: Params) => faultsIn(() => checkParams(lists, screen, params)).length === 0
  // Nearly every view fits as it is.
  const left_out: LeftOut[] = takes(view.params) ? [] : unfit(list, view.params, takes)
  const isLeft = (name: string, value: string) =>
    left_out.some((each) => each.name === name && (each.value === null || each.value === value))
  const kept = Object.entries(view.params).flatMap(([name, values]) => {
    const fit = values.filter((value) => !isLeft(name, value))
    return fit.length > 0 ? [[name, fit] as const] : []
  })
  const columns = columnsThatFit(screen, view.columns)
  const gone = (view.columns ?? []).filter((name) => !columns?.includes(name))
  return {
    ...view,
    params: left_out.length > 0 ? Object.fromEntries(kept) : view.params,
    columns,
    left_out: [...left_out, ...gone.map((name) => ({ part: 'column' as const, name, value: null }))],
  }
}

/** Of parameters that the list does not take together: those that it does not take alone, value by value; else the days, which contradict. */
const unfit = ({ filters }: ViewedList, params: Params, takes: (params: Params) => boolean): LeftOut[] => {
  const alone = Object.entries(params).flatMap(([name, values]): LeftOut[] => {
    if (!Object.hasOwn(filters, name)) return [{ part: 'filter', name, value: null }]
    if (takes({ [name]: values })) return []
    const part = name === 'sort' ? 'sort' : 'filter'
    const wrong = values.filter((value) => !takes({ [name]: [value] }))
    return wrong.length > 0 ? wrong.map((value) => ({ part, name, value })) : [{ part, name, value: null }]
  })
  if (alone.length > 0) return alone
  return DAYS.filter((name) => params[name]).map((name) => ({ part: 'filter', name, value: null }))
}

const addressOf = (params: Params) =>
  new URLSearchParams(Object.entries(params).flatMap(([name, values]) => values.map((value) => [name, value])))

const DAYS = ['from_date', 'to_date']
const MOVING = /^today(?:-(\d{1,4}))?$/
const DAY_MS = 86_400_000

/** With the days for which `today` and `today-6` stand; whose today it is makes no difference to whether they can be read. */
const asOfToday = (params: Params): Params =>
  Object.fromEntries(
    Object.entries(params).map(([name, values]) => [name, DAYS.includes(name) ? values.map(dayMeant) : values]),
  )

const dayMeant = (value: string) => {
  const moving = MOVING.exec(value)
  return moving ? new Date(Date.now() - Number(moving[1] ?? 0) * DAY_MS).toISOString().slice(0, 10) : value
}

/** A refusal of the list names its fields; here they are below `params`. */
const within = (read: () => unknown) => {
  try {
    read()
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    throw new UserError(400, error.message, {
      errors: (error.errors ?? []).map(({ field, message }) => ({ field: `params.${field}`, message })),
    })
  }
}
