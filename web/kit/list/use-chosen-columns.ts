import { savedViews } from '#contract/platform/saved-views.ts'
import { useAction, type ListEndpoint } from '#web/kit/data/api.ts'
import type { Column, View } from './list.ts'
import { COLUMNS, mostValues, NO_COLUMNS } from './list-params.ts'
import { screenOf, showPreference, usePreference } from './saved-views.ts'
import type { ListState } from './use-list-params.ts'

export interface ChosenColumns<Row> {
  all: readonly Column<Row>[]
  columns: readonly Column<Row>[]
  /** The keys of the columns that are turned from what they are by themselves. */
  turned: readonly string[]
  /** Whether they are others than the view's. */
  changed: boolean
  isShown: (key: string) => boolean
  /** Whether one more column of this kind can be asked for; one that shows can always be turned off. */
  hasRoomFor: (column: Column<Row>) => boolean
  toggle: (key: string) => void
}

/** Which columns a list shows: those of the address, else the view's, else the person's own choice. Priority 0 always shows. */
export const useChosenColumns = <Row>(
  list: ListState<ListEndpoint>,
  view: View | undefined,
  all: readonly Column<Row>[],
): ChosenColumns<Row> => {
  const screen = screenOf(list.spec.endpoint)
  const preferred = usePreference(screen)?.columns
  const prefer = useAction(savedViews.prefer, { refreshes: savedViews.list })
  const usual = view?.columns ?? preferred ?? []
  const addressed = list.params[COLUMNS]
  const turned = addressed === undefined ? usual : [addressed].flat().filter((key) => key !== NO_COLUMNS)
  const isShown = (key: string) => {
    const column = all.find((one) => one.key === key)
    return column?.priority === 0 || Boolean(column?.optional) === turned.includes(key)
  }

  /** A view that was saved keeps its columns until it is saved again; anywhere else the choice is the person's, for good. */
  const toggle = (key: string) => {
    const next = turned.includes(key) ? turned.filter((one) => one !== key) : [...turned, key]
    if (view?.columns) {
      list.change({ [COLUMNS]: same(next, usual) ? undefined : next.length > 0 ? next : [NO_COLUMNS] })
    } else {
      showPreference(screen, { columns: next })
      if (addressed !== undefined) list.change({ [COLUMNS]: undefined })
      void prefer({ body: { screen, columns: next } })
    }
  }

  const most = mostValues(list.spec.endpoint)
  const valued = all.filter(({ key, value }) => value !== undefined && isShown(key))
  const beyond = new Set(valued.slice(most))
  return {
    all,
    columns: all.filter((column) => isShown(column.key) && !beyond.has(column)),
    turned,
    changed: !same(turned, usual),
    isShown,
    hasRoomFor: ({ key, value }) => value === undefined || isShown(key) || valued.length < most,
    toggle,
  }
}

/** A list's query, with the values that these columns ask for. */
export const withValues = <Query extends object>(
  query: Query,
  columns: readonly Pick<Column<never>, 'value'>[],
): Query => {
  const values = [...new Set(columns.flatMap(({ value }) => value ?? []))]
  return values.length > 0 ? { ...query, values } : query
}

const same = (one: readonly string[], other: readonly string[]) => one.toSorted().join() === other.toSorted().join()
