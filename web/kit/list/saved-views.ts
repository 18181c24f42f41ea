import type { Endpoint } from '#contract/kit/endpoint.ts'
import {
  LIST_SCREENS,
  savedViews,
  VIEW_SCREENS,
  type ListPreference,
  type ListScreen,
  type SavedView,
  type ViewScreen,
} from '#contract/platform/saved-views.ts'
import { keyOf, queryFor, useOne } from '#web/kit/data/api.ts'
import { PRESETS } from './day-range.ts'
import { formats } from '#web/kit/look/format.ts'
import type { View } from './list.ts'
import { readParams, type ListParams, type ListSpec } from './list-params.ts'
import { queryClient } from '#web/kit/data/query-client.ts'
import { session } from '#web/kit/data/session.ts'

export interface Views {
  /** Built-in ones first, then the person's own, then what colleagues share. */
  all: readonly View[]
  /** What an address without any state shows; undefined: the first view. */
  opening: View | undefined
  /** What the person has said that it opens with; undefined: the view used last. */
  chosen: View | undefined
  /** False while it is not known what to open with. */
  ready: boolean
}

/** What the server knows a list by: the path of its call in lower case with hyphens. */
export const screenOf = ({ path }: Endpoint): ListScreen => {
  const name = path
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
  const known = LIST_SCREENS.find((screen) => screen === name)
  if (!known) throw new Error(`${name} is missing among the screens of the contract`)
  return known
}

/** The same of a list that has views. */
export const viewScreenOf = (endpoint: Endpoint): ViewScreen => {
  const name = screenOf(endpoint)
  const known = VIEW_SCREENS.find((screen) => screen === name)
  if (!known) throw new Error(`${name} is missing among the screens with views of the contract`)
  return known
}

/** The views of a list. A list without built-in ones has none. */
export const useViews = (spec: Omit<ListSpec, 'views'>, builtIn: readonly View[]): Views => {
  const answer = useSaved()
  const screen = screenOf(spec.endpoint)
  const saved = answer.data?.data.views.filter((view) => view.screen === screen) ?? []
  const all = [...builtIn, ...saved.map((view) => toView(view, spec))]
  const preference = usePreference(screen)
  const byKey = (key: string | null | undefined) => all.find((view) => view.key === key)
  const chosen = byKey(preference?.default_view)
  return {
    all,
    chosen,
    opening: chosen ?? byKey(lastView(screen)),
    ready: builtIn.length === 0 || !answer.isPending,
  }
}

/** How the person likes this list; undefined until something was chosen. */
export const usePreference = (screen: string) => useSaved().data?.data.preferences.find((one) => one.screen === screen)

/** Asked for once for all lists, and again when something of it has changed. */
const useSaved = () => useOne(savedViews.list, {}, { staleTime: Infinity })

/** So that the answer is there when the first list opens. */
export const fetchSavedViews = () => queryClient.prefetchQuery(queryFor(savedViews.list, {}))

/** Puts a preference in its place before the server has answered. */
export const showPreference = (
  screen: string,
  change: Partial<Pick<ListPreference, 'columns' | 'default_view' | 'sort' | 'order'>>,
) =>
  queryClient.setQueryData<{ data: { preferences: { screen: string }[] } }>(
    keyOf(savedViews.list, {}),
    (before) =>
      before && {
        ...before,
        data: {
          ...before.data,
          preferences: [
            ...before.data.preferences.filter((one) => one.screen !== screen),
            {
              ...(before.data.preferences.find((one) => one.screen === screen) ?? {
                default_view: null,
                columns: null,
                sort: null,
                order: null,
              }),
              screen,
              ...change,
            },
          ],
        },
      },
  )

const toView = (saved: SavedView, spec: ListSpec): View => ({
  key: String(saved.id),
  label: saved.name,
  params: fromSaved(saved.params, spec),
  columns: saved.columns ?? undefined,
  saved,
})

// ── Days that move along with the calendar ───────────────────────────────────

const MOVING = /^today(-\d{1,4})?$/

/** The state that a saved view stands for today, with everything unknown dropped. */
const fromSaved = (params: SavedView['params'], spec: ListSpec): ListParams => {
  const { day } = formats()
  const search = new URLSearchParams()
  for (const [name, values] of Object.entries(params))
    for (const value of values) search.append(name, MOVING.test(value) ? day(Number(value.slice(5) || 0)) : value)
  const { view: _view, page: _page, columns: _columns, ...rest } = readParams(search, spec)
  return rest
}

/** What is kept of a state. A range that has a name, such as the last 7 days, means that range on every day to come. */
export const toSaved = (params: ListParams): SavedView['params'] => {
  const { day } = formats()
  const kept = Object.fromEntries(Object.entries(params).map(([name, value]) => [name, [value].flat()]))
  const { from_date, to_date } = params
  const preset = PRESETS.find(({ from, to }) => from_date === day(from) && to_date === day(to))
  return preset ? { ...kept, from_date: [moving(preset.from)], to_date: [moving(preset.to)] } : kept
}

const moving = (offset: number) => (offset === 0 ? 'today' : `today${offset}`)

// ── The view used last, in this browser ──────────────────────────────────────

const keyFor = (screen: string) => `leadroom.view.${session.get().companyId}.${session.get().user?.id}.${screen}`

const lastView = (screen: string) => {
  try {
    return localStorage.getItem(keyFor(screen)) ?? undefined
  } catch {
    return undefined
  }
}

export const rememberView = (screen: string, key: string) => {
  try {
    localStorage.setItem(keyFor(screen), key)
  } catch {
    // Storage is closed: the list opens with its first view.
  }
}
