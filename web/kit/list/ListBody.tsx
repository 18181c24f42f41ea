import { ApiError, sentenceOf, type ListEndpoint } from '#web/kit/data/api.ts'
import { useNarrow } from '#web/kit/look/use-media.ts'
import type { ListPageProps } from './list-page-props.ts'
import { isNarrowedBy } from './list-params.ts'
import { ListCards } from './ListCards.tsx'
import { FirstUse, ListFailed, NoMatch, NoPermission } from './ListStates.tsx'
import { ListTable } from './ListTable.tsx'
import type { ListRows } from './use-list-rows.ts'

interface ListBodyProps<E extends ListEndpoint> {
  page: ListPageProps<E>
  state: ListRows<E>
}

/** The rows as a table or as cards, or what stands in their place: no permission, a failure, nothing. */
export const ListBody = <E extends ListEndpoint>({ page, state }: ListBodyProps<E>) => {
  const { list, noun, onOpen, openId, totals, card } = page
  const { allowed, answer, rows, isPastEnd, chosen, fitting, selection, selectable, current } = state
  const { endpoint } = list.spec
  const narrow = useNarrow()

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
  if (state.page === undefined && answer.isError) return failed
  const isLoading = state.page === undefined || isPastEnd
  const none = !isLoading && rows.length === 0
  const parts = {
    columns: fitting.shown,
    dropped: fitting.dropped,
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
      {none && <Nothing page={page} state={state} />}
    </>
  )
}

const Nothing = <E extends ListEndpoint>({ page, state: { view } }: ListBodyProps<E>) => {
  const { list, filters = [], noun, empty } = page
  const { params, spec } = list
  if (view?.empty && isNarrowedBy(params, view.params, spec)) return <FirstUse empty={view.empty} />
  if (isNarrowedBy(params, {}, spec)) return <FirstUse empty={empty} />
  return <NoMatch list={list} filters={filters} noun={noun} />
}
