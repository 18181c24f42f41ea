import { useDeferredValue, useState, type ReactNode } from 'react'
import type { RowOf } from '#contract/kit/endpoint.ts'
import { ApiError, sentenceOf, useList, type ListEndpoint, type Page } from '#web/kit/data/api.ts'
import { BulkBar } from './BulkBar.tsx'
import { formats } from '#web/kit/look/format.ts'
import { useKeys } from '#web/kit/keys/keys.ts'
import {
  fitColumns,
  type BulkAction,
  type Card,
  type Column,
  type EmptyText,
  type Filter,
  type ListKeys,
  type Noun,
} from './list.ts'
import { isNarrowedBy } from './list-params.ts'
import { ListCards } from './ListCards.tsx'
import { ListFilters } from './ListFilters.tsx'
import { ListFoot } from './ListFoot.tsx'
import { FirstUse, ListFailed, NoMatch, NoPermission } from './ListStates.tsx'
import { ListTable, SELECTION_WIDTH } from './ListTable.tsx'
import { ListViews } from './ListViews.tsx'
import { liveState } from '#web/kit/data/live.ts'
import { PageTitle } from '#web/kit/look/PageTitle.tsx'
import { lateDialog } from '#web/kit/feedback/late-dialog.tsx'
import { preferences, setPreference } from '#web/kit/data/preferences.ts'
import { can } from '#web/kit/data/session.ts'
import { useChosenColumns } from './use-chosen-columns.ts'
import { useCurrentRow } from './use-current-row.ts'
import { useFreshRows } from './use-fresh-rows.ts'
import { useLastPage } from './use-last-page.ts'
import type { ListState } from './use-list-params.ts'
import { useNarrow } from '#web/kit/look/use-media.ts'
import { useSelection } from './use-selection.ts'
import { widthHook } from '#web/kit/look/use-width.ts'
import { activeView } from './view-links.ts'

const useListWidth = widthHook<HTMLDivElement>()

const FiltersDrawer = lateDialog(() => import('./FiltersDrawer.tsx').then(({ FiltersDrawer }) => FiltersDrawer))

export interface ListPageProps<E extends ListEndpoint> {
  title: string
  list: ListState<E>
  noun: Noun
  columns: readonly Column<RowOf<E> & { id: number }>[]
  /** What the search looks at; no search box without it. */
  search?: string
  filters?: readonly Filter[]
  /** What all rows come to, under the table. */
  totals?: (RowOf<E> & { id: number }) | undefined
  /** Buttons in the title row. */
  actions?: ReactNode
  /** Between the filters and the rows: a banner, a row to add by. */
  above?: ReactNode
  bulk?: readonly BulkAction<RowOf<E> & { id: number }>[]
  onOpen?: (row: RowOf<E> & { id: number }) => void
  /** The row that is open beside the list. */
  openId?: number | undefined
  /** What a row is on a narrow screen; usually its columns, line by line. */
  card?: (row: RowOf<E> & { id: number }) => Card
  /** Whether changes of others are followed as they come. */
  isLive?: boolean
  /** What to say while there is nothing yet. */
  empty: EmptyText
  /** Keys of the page's own while the list owns the keyboard; `current` is the row the keys act on. */
  keys?: (current: (RowOf<E> & { id: number }) | undefined) => ListKeys
  /** After the rows: a drawer. */
  children?: ReactNode
}

/** A list screen: title, views, filters or the bulk bar, rows, footer. All it shows follows from the address. */
export const ListPage = <E extends ListEndpoint>(props: ListPageProps<E>) => {
  type Row = RowOf<E> & { id: number }
  const {
    title,
    list,
    noun,
    columns,
    search,
    filters = [],
    totals,
    actions,
    above,
    bulk = [],
    onOpen,
    openId,
    card,
    isLive = false,
    empty,
    keys,
    children,
  } = props
  const { endpoint } = list.spec
  const allowed = can(endpoint.permission)
  const answer = useList(endpoint, list.query, { enabled: allowed && list.ready })
  const [good, setGood] = useState<Page<Row>>()
  const page = answer.data as Page<Row> | undefined
  // The last good page stays on screen when the next one fails.
  if (page && page !== good) setGood(page)
  const shownPage = page ?? good

  const narrow = useNarrow()
  const { density } = preferences.use()
  const { ref, width } = useListWidth()
  const view = activeView(list)
  const chosen = useChosenColumns(list, view, columns)
  const rows = shownPage?.data ?? []
  const selection = useSelection<Row>(view?.key ?? '', rows)
  const selectable = bulk.length > 0
  const { shown, dropped } = fitColumns(chosen.columns, width - (selectable ? SELECTION_WIDTH : 0))
  const current = useCurrentRow(rows, openId)
  const fresh = useFreshRows(endpoint, list.query, isLive)
  const follows = liveState.use()
  const [filtersOpen, setFiltersOpen] = useState(false)

  const isPastEnd = useLastPage(list, shownPage)
  const total = shownPage?.pagination.total

  const acting = selection.rows.length > 0 ? selection.rows : current.row ? [current.row] : []
  useKeys('list', [
    { keys: ['j', 'arrowdown'], label: 'Next row', run: () => current.move(1) },
    { keys: ['k', 'arrowup'], label: 'Previous row', run: () => current.move(-1) },
    ...(onOpen ? [{ keys: 'enter', label: 'Open', run: () => current.row && onOpen(current.row) }] : []),
    ...(selectable
      ? [
          { keys: 'x', label: 'Select', run: () => current.row && selection.toggle(current.row) },
          {
            keys: 'shift+x',
            label: 'Select the range',
            run: () => current.row && selection.selectTo(current.row, rows),
          },
          { keys: 'escape', label: 'Clear the selection', run: selection.clear },
        ]
      : []),
    { keys: 'd', label: 'Density', run: () => setPreference('density', density === 'roomy' ? 'compact' : 'roomy') },
    ...bulk.flatMap(({ keys: key, label, run, takesAll }) =>
      key && (takesAll || !selection.all)
        ? [
            {
              keys: key,
              label,
              run: () => acting.length > 0 && run({ rows: acting, all: selection.all, clear: selection.clear }),
            },
          ]
        : [],
    ),
    ...(keys?.(current.row) ?? []),
  ])

  const nothing = () => {
    const { params, spec } = list
    if (view?.empty && isNarrowedBy(params, view.params, spec)) return <FirstUse empty={view.empty} />
    if (isNarrowedBy(params, {}, spec)) return <FirstUse empty={empty} />
    return <NoMatch list={list} filters={filters} noun={noun} />
  }
  const body = () => {
    if (!allowed) return <NoPermission noun={noun} permission={endpoint.permission} />
    if (answer.isError && answer.error instanceof ApiError && answer.error.status === 403)
      return <NoPermission noun={noun} permission={endpoint.permission} message={answer.error.message} />
    const failed = answer.isError && (
      <ListFailed
        noun={noun}
        message={sentenceOf(answer.error, endpoint.failure)}
        kept={rows.length > 0}
        onRetry={() => void answer.refetch()}
        retrying={answer.isFetching}
      />
    )
    if (shownPage === undefined && answer.isError) return failed
    const isLoading = shownPage === undefined || isPastEnd
    const none = !isLoading && rows.length === 0
    const parts = {
      columns: shown,
      dropped,
      rows: isLoading ? undefined : rows,
      noun,
      list,
      selection: selectable ? selection : undefined,
      current,
      onOpen,
      openId,
      totals: none ? undefined : totals,
    }
    return (
      <>
        {failed}
        {narrow ? none || <ListCards {...parts} columns={chosen.columns} card={card} /> : <ListTable {...parts} />}
        {none && nothing()}
      </>
    )
  }

  const screen = (
    <>
      <header className="list-head">
        <PageTitle title={title} />
        <span className="list-total">{total !== undefined && `${formats().number(total)} total`}</span>
        <div className="page-actions">{actions}</div>
      </header>
      {view && allowed && <ListViews list={list} active={view} columns={chosen} />}
      {allowed && selection.rows.length > 0 ? (
        <BulkBar selection={selection} actions={bulk} query={list.query} rows={rows} total={total ?? 0} noun={noun} />
      ) : (
        allowed && (
          <ListFilters
            list={list}
            search={search}
            filters={filters}
            chosen={chosen}
            onOpenFilters={() => setFiltersOpen(true)}
          />
        )
      )}
      {above}
      <div className="list-news" role="status">
        {fresh.count > 0 && (
          <button type="button" className="list-fresh" onClick={fresh.show}>
            {fresh.count} new {fresh.count === 1 ? noun[0] : noun[1]}, <span>Show</span>
          </button>
        )}
      </div>
      <div
        ref={ref}
        className={answer.isPlaceholderData ? 'list-scroll list-stale' : 'list-scroll'}
        aria-busy={answer.isFetching}
      >
        {body()}
      </div>
      <ListFoot
        list={list}
        page={shownPage}
        noun={noun}
        loading={answer.isPending && allowed}
        stale={answer.isPlaceholderData}
        polls={isLive && follows === 'polling'}
        opens={onOpen !== undefined}
        selects={selectable}
      />
      {filtersOpen && (
        <FiltersDrawer list={list} filters={filters} total={total} noun={noun} onClose={() => setFiltersOpen(false)} />
      )}
    </>
  )
  // Beside an open row the list follows a paint later: whoever goes from row to row looks at the row.
  const later = useDeferredValue(openId === undefined ? undefined : screen)
  return (
    <div className={`list list-${density}`}>
      {openId === undefined ? screen : (later ?? screen)}
      {children}
    </div>
  )
}
