import { useState } from 'react'
import { useList, type ListEndpoint, type Page } from '#web/kit/data/api.ts'
import { can } from '#web/kit/data/session.ts'
import { fitColumns } from './list.ts'
import type { ListPageProps, RowOfList } from './list-page-props.ts'
import { SELECTION_WIDTH } from './ListTable.tsx'
import { useChosenColumns, withValues } from './use-chosen-columns.ts'
import { useCurrentRow } from './use-current-row.ts'
import { useFreshRows } from './use-fresh-rows.ts'
import { useLastPage } from './use-last-page.ts'
import { useSelection } from './use-selection.ts'
import { activeView } from './view-links.ts'

/** The rows of a list screen: the page that is shown, what is selected and current on it, and the columns that fit the width. */
export const useListRows = <E extends ListEndpoint>(props: ListPageProps<E>, width: number) => {
  type Row = RowOfList<E>
  const { list, columns, bulk = [], openId, isLive = false } = props
  const { endpoint } = list.spec
  const allowed = can(endpoint.permission)
  const view = activeView(list)
  const chosen = useChosenColumns(list, view, columns)
  const query = withValues(list.query, chosen.columns)
  const answer = useList(endpoint, query, { enabled: allowed && list.ready })
  const [good, setGood] = useState<Page<Row>>()
  const loaded = answer.data as Page<Row> | undefined
  // The last good page stays on screen when the next one fails.
  if (loaded && loaded !== good) setGood(loaded)
  const page = loaded ?? good
  const rows = page?.data ?? []

  const selection = useSelection<Row>(view?.key ?? '', rows)
  const selectable = bulk.length > 0
  const fitting = fitColumns(chosen.columns, width - (selectable ? SELECTION_WIDTH : 0))
  const current = useCurrentRow(rows, openId)
  const fresh = useFreshRows(endpoint, query, isLive)
  const isPastEnd = useLastPage(list, page)

  return { allowed, answer, page, rows, isPastEnd, view, chosen, selection, selectable, fitting, current, fresh }
}
export type ListRows<E extends ListEndpoint> = ReturnType<typeof useListRows<E>>
