import { productList } from '#contract/catalogue/product-list.ts'
import { unknownProducts } from '#contract/catalogue/unknown-products.ts'
import { useList } from '#web/kit/data/api.ts'
import { can } from '#web/kit/data/session.ts'
import type { View } from '#web/kit/list/list.ts'
import { TabLink } from '#web/kit/list/TabLink.tsx'

const ONE = { pageSize: 1 }

/** Leads from the products to the names that are none. */
export const UnknownTab = () => {
  const total = useList(unknownProducts.list, ONE, { enabled: can(unknownProducts.list) }).data?.pagination.total
  return <TabLink to="?tab=unknown" label="Unknown products" total={total} />
}

/** Leads from the names to a view of the products. */
export const ProductTab = ({ view: { key, label, params } }: { view: View }) => {
  const total = useList(productList.list, { ...params, ...ONE }, { enabled: can(productList.list) }).data?.pagination
    .total
  return (
    <TabLink
      to={`?view=${key}&${new URLSearchParams(Object.entries(params).map(([name, value]) => [name, String(value)])).toString()}`}
      label={label}
      total={total}
    />
  )
}
