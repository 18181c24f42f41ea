import { useDeferredValue, useState } from 'react'
import type { ListEndpoint } from '#web/kit/data/api.ts'
import { liveState } from '#web/kit/data/live.ts'
import { preferences } from '#web/kit/data/preferences.ts'
import { lateDialog } from '#web/kit/feedback/late-dialog.tsx'
import { formats } from '#web/kit/look/format.ts'
import { PageTitle } from '#web/kit/look/PageTitle.tsx'
import { widthHook } from '#web/kit/look/use-width.ts'
import { BulkBar } from './BulkBar.tsx'
import type { Column } from './list.ts'
import type { ListPageProps } from './list-page-props.ts'
import type { ListState } from './use-list-params.ts'
import { ListBody } from './ListBody.tsx'
import { ListFilters } from './ListFilters.tsx'
import { ListFoot } from './ListFoot.tsx'
import { ListViews } from './ListViews.tsx'
import { useListKeys } from './use-list-keys.ts'
import { useListRows } from './use-list-rows.ts'

const useListWidth = widthHook<HTMLDivElement>()

const FiltersDrawer = lateDialog(() => import('./FiltersDrawer.tsx').then(({ FiltersDrawer }) => FiltersDrawer))

/** A list screen: title, views, filters or the bulk bar, rows, footer. All it shows follows from the address. */
export const ListPage = <E extends ListEndpoint>(props: ListPageProps<E>) => {
  const {
    title,
    list,
    noun,
    usualOrder,
    search,
    filters = [],
    figures,
    tabs,
    actions,
    lead,
    above,
    bulk = [],
    onOpen,
    openId,
    isLive,
    children,
  } = props
  const { ref, width } = useListWidth()
  const state = useListRows(props, width)
  const { allowed, answer, page, rows, view, chosen, selection, fresh } = state
  const { density } = preferences.use()
  const follows = liveState.use()
  const [filtersOpen, setFiltersOpen] = useState(false)
  useListKeys(props, state)
  const total = page?.pagination.total

  const screen = (
    <>
      <header className="list-head">
        <PageTitle title={title} />
        <span className="list-total">{total !== undefined && `${formats().number(total)} total`}</span>
        {total !== undefined && usualOrder && <Ordered list={list} columns={chosen.all} usual={usualOrder} />}
        <div className="page-actions">{actions}</div>
      </header>
      {allowed && figures}
      {view && allowed && <ListViews list={list} active={view} columns={chosen} tabs={tabs} />}
      {lead}
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
        <ListBody page={props} state={state} />
      </div>
      <ListFoot
        list={list}
        page={page}
        noun={noun}
        loading={answer.isPending && allowed}
        stale={answer.isPlaceholderData}
        polls={isLive === true && follows === 'polling'}
        opens={onOpen !== undefined}
        selects={state.selectable}
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

interface OrderedProps<E extends ListEndpoint> {
  list: ListState<E>
  columns: readonly Pick<Column<never>, 'sort' | 'title'>[]
  usual: string
}

/** What rows are sorted by; where the person has chosen it, with the way back. */
const Ordered = <E extends ListEndpoint>({ list, columns, usual }: OrderedProps<E>) => {
  const sort = list.get('sort')
  const order = list.get('order')
  if (sort === undefined && order === undefined) return <span className="list-order">{usual}</span>
  const by = columns.find((column) => column.sort === (sort ?? list.spec.defaultSort?.sort))
  return (
    <span className="list-order">
      Your order{by && `: ${by.title}`}{' '}
      <button type="button" className="text-link" onClick={() => list.change({ sort: undefined, order: undefined })}>
        {usual}
      </button>
    </span>
  )
}
