import type { Endpoint } from '#contract/kit/endpoint.ts'
import { isSort, type Sorts } from '#contract/kit/sorts.ts'
import { VIEW_SCREENS, type SavedView, type ViewScreen } from '#contract/platform/saved-views.ts'
import { dayBounds } from '#server/kit/day.ts'
import { badField, UserError } from '#server/kit/errors.ts'
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
  const known = VIEW_SCREENS.find((each) => each === screen)
  const list = known && lists[known]
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
