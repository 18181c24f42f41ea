import { Select } from 'antd'
import type { ListEndpoint } from '#web/kit/data/api.ts'
import type { ListState } from './use-list-params.ts'

export interface NamedOrder<Sort extends string = string> {
  label: string
  sort: Sort
  order: 'asc' | 'desc'
}

/** For lists of lines, which have no headers to sort by. The first order is the usual one. */
export const ListOrder = <E extends ListEndpoint>({
  list,
  orders,
}: {
  list: ListState<E>
  orders: readonly [NamedOrder, ...NamedOrder[]]
}) => {
  const [usual] = orders
  const { sort = usual.sort, order = usual.order } = list.params
  const at = orders.findIndex((one) => one.sort === sort && one.order === order)
  return (
    <Select
      aria-label="Order"
      size="small"
      variant="borderless"
      popupMatchSelectWidth={false}
      placement="bottomRight"
      placeholder="Another order"
      value={at < 0 ? null : at}
      options={orders.map(({ label }, value) => ({ value, label }))}
      onChange={(next) => list.change({ sort: orders[next ?? 0]?.sort, order: orders[next ?? 0]?.order })}
    />
  )
}
