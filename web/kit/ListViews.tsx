import { useQueries } from '@tanstack/react-query'
import { Button } from 'antd'
import { Link } from 'react-router'
import type { Input } from '#contract/kit/endpoint.ts'
import { queryFor, type ListEndpoint, type Page } from './api.ts'
import { formats } from './format.ts'
import type { View } from './list.ts'
import { filterNames, queryOf } from './list-params.ts'
import type { ListState } from './use-list-params.ts'

/** The views as tabs with their totals; each is a link, so it can be copied and opened beside. */
export const ListViews = <E extends ListEndpoint>({ list, views }: { list: ListState<E>; views: readonly View[] }) => {
  const { endpoint } = list.spec
  const active = views.find(({ key }) => key === (list.get('view') ?? views[0]?.key)) ?? views[0]
  const counts = useQueries({
    queries: views.map(({ params }) => ({
      ...queryFor(endpoint, { query: { ...queryOf(params, list.spec), pageSize: 1 } } as unknown as Input<E>),
      staleTime: 60_000,
    })),
  })
  const cleared = Object.fromEntries(filterNames(list.spec).map((name) => [name, undefined]))
  const linkOf = ({ key, params }: View) =>
    list.linkTo({ ...cleared, page: undefined, ...params, view: key === views[0]?.key ? undefined : key })
  const changed =
    active &&
    filterNames(list.spec).some((name) => String(list.params[name] ?? '') !== String(active.params[name] ?? ''))

  return (
    <div className="views">
      <nav className="view-tabs" aria-label="Views">
        {views.map((view, index) => {
          const count = (counts[index]?.data as Page<unknown> | undefined)?.pagination.total
          return (
            <Link
              key={view.key}
              to={linkOf(view)}
              className={view === active ? 'view-tab view-tab-on' : 'view-tab'}
              aria-current={view === active ? 'true' : undefined}
            >
              {view.label}
              {count !== undefined && <span className="view-count"> {formats().number(count)}</span>}
            </Link>
          )
        })}
      </nav>
      {changed && (
        <span className="view-changed">
          <span>View changed</span>
          <Link to={linkOf(active)}>
            <Button type="text" size="small" tabIndex={-1}>
              Reset
            </Button>
          </Link>
        </span>
      )}
    </div>
  )
}
