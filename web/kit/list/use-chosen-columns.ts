import { savedViews } from '#contract/platform/saved-views.ts'
import { useAction, type ListEndpoint } from '#web/kit/data/api.ts'
import type { Column, View } from './list.ts'
import { COLUMNS, NO_COLUMNS } from './list-params.ts'
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

  return { all, columns: all.filter(({ key }) => isShown(key)), turned, changed: !same(turned, usual), isShown, toggle }
}

const same = (one: readonly string[], other: readonly string[]) => one.toSorted().join() === other.toSorted().join()
