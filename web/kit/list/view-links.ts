import type { ListEndpoint } from '#web/kit/data/api.ts'
import type { View } from './list.ts'
import { COLUMNS, filterNames } from './list-params.ts'
import type { ListState } from './use-list-params.ts'

/** The view that the address names, else the first; undefined for a list without views. */
export const activeView = ({ views: { all }, get }: ListState<ListEndpoint>) =>
  all.find(({ key }) => key === get('view')) ?? all[0]

/** Filters, order and columns of the view in place of those of now; how many rows a page has stays. */
export const linkOfView = ({ key, params }: View, list: ListState<ListEndpoint>) => {
  const cleared = [...filterNames(list.spec), 'sort', 'order', COLUMNS].map((name) => [name, undefined])
  return list.linkTo({ ...Object.fromEntries(cleared), page: undefined, ...list.remembered, ...params, view: key })
}
