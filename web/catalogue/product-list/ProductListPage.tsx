import { useNavigate, useSearchParams } from 'react-router'
import { PRODUCT_SORTS, productList, type ListedProduct } from '#contract/catalogue/product-list.ts'
import { unknownProducts } from '#contract/catalogue/unknown-products.ts'
import { useList, useOne } from '#web/kit/data/api.ts'
import { can } from '#web/kit/data/session.ts'
import { latePanel } from '#web/kit/feedback/late-dialog.tsx'
import type { Card, Column, Filter } from '#web/kit/list/list.ts'
import { ListPage } from '#web/kit/list/ListPage.tsx'
import { idIn } from '#web/kit/list/id-in.ts'
import { focusRow } from '#web/kit/list/use-current-row.ts'
import { TAB } from '#web/kit/list/tab-name.ts'
import { ListTab } from '#web/kit/list/TabLink.tsx'
import { useListParams } from '#web/kit/list/use-list-params.ts'
import { TwoLines } from '#web/kit/look/TwoLines.tsx'
import { When } from '#web/kit/look/When.tsx'
import { UnknownProducts } from '#web/catalogue/unknown-products/UnknownProducts.tsx'
import { askedWords, Discoverable, LeadCount, leadsOfProduct, ValidRate, WeekBars } from './demand-cells.tsx'
import { PRODUCT_VIEWS, UNKNOWN_TAB } from './product-views.ts'

const ProductDrawer = latePanel(() => import('./ProductDrawer.tsx').then(({ ProductDrawer }) => ProductDrawer))

const NOUN = ['product', 'products'] as const

/** Products with what people ask for, and on a tab of their own the names that are no product. */
export default function ProductListPage() {
  const [search] = useSearchParams()
  return search.get(TAB) === UNKNOWN_TAB ? <UnknownProducts title="Product List" /> : <Products />
}

const Products = () => {
  const list = useListParams({
    endpoint: productList.list,
    sorts: PRODUCT_SORTS,
    defaultSort: { sort: 'leads_90', order: 'desc' },
    own: ['product'],
    views: PRODUCT_VIEWS,
  })
  const navigate = useNavigate()
  const page = useList(productList.list, list.query, { enabled: can(productList.list) && list.ready }).data
  const most = Math.max(1, ...(page?.data ?? []).flatMap(({ weeks }) => weeks))
  const openId = idIn(list.get('product'))
  const open = (id: number | undefined, { page: on }: { page?: number } = {}) =>
    list.change({ product: id === undefined ? undefined : String(id), ...(on !== undefined && { page: String(on) }) })
  return (
    <ListPage
      title="Product List"
      list={list}
      noun={NOUN}
      columns={columnsFor(most)}
      search="Search products"
      filters={useProductFilters()}
      tabs={{
        after: <ListTab endpoint={unknownProducts.list} to={`?${TAB}=${UNKNOWN_TAB}`} label="Unknown products" />,
      }}
      onOpen={({ id }) => open(id)}
      openId={openId}
      card={(product) => productCard(product, most)}
      empty={{ title: 'Nobody has requested a product yet', text: 'The products of your catalogue appear here.' }}
      keys={(current) => {
        const to = current && leadsOfProduct(current.id)
        return to ? [{ keys: 'l', label: 'See its leads', run: () => void navigate(to) }] : []
      }}
    >
      {openId !== undefined && (
        <ProductDrawer
          id={openId}
          query={list.query}
          page={page}
          onOpen={open}
          onClose={() => {
            open(undefined)
            focusRow(openId)
          }}
        />
      )}
    </ListPage>
  )
}

const productCard = (product: ListedProduct, most: number): Card => ({
  title: product.name,
  corner: <Discoverable {...product} />,
  lines: [
    <div key="what">{[product.code, product.category].filter(Boolean).join(' · ')}</div>,
    <div key="asked">{askedWords(product.leads_90, 90)}</div>,
  ],
  end: <WeekBars weeks={product.weeks} most={most} />,
})

/** Bars of one page have one scale, so that its rows compare. */
const columnsFor = (most: number): Column<ListedProduct>[] => {
  if (scaled?.most !== most)
    scaled = {
      most,
      weeks: { ...WEEKS, render: ({ weeks }) => <WeekBars weeks={weeks} most={most} /> },
    }
  return [PRODUCT, CATEGORY, SHOWN, scaled.weeks, ASKED_30, ASKED_90, RATE, LAST, BRAND, UNIT]
}
let scaled: { most: number; weeks: Column<ListedProduct> } | undefined

const PRODUCT: Column<ListedProduct> = {
  key: 'name',
  title: 'Product',
  width: 266,
  priority: 0,
  sort: 'name',
  render: ({ name, code }) => <TwoLines strong first={name} second={code} />,
}
const CATEGORY: Column<ListedProduct> = {
  key: 'category',
  title: 'Category',
  width: 140,
  priority: 2,
  sort: 'category',
  render: ({ category }) => <TwoLines first={category} />,
}
const SHOWN: Column<ListedProduct> = {
  key: 'discoverable',
  title: 'Discoverable',
  width: 112,
  priority: 1,
  render: (product) => <Discoverable {...product} />,
}
const WEEKS = { key: 'weeks', title: '13 weeks', width: 116, priority: 4 } as const
const ASKED_30: Column<ListedProduct> = {
  key: 'leads_30',
  title: 'Requested 30 d',
  width: 130,
  priority: 3,
  align: 'right',
  sort: 'leads_30',
  firstOrder: 'desc',
  render: ({ id, name, leads_30 }) => (
    <LeadCount count={leads_30} to={leadsOfProduct(id, { asked_in: '30' })} label={`leads for ${name} in 30 days`} />
  ),
}
const ASKED_90: Column<ListedProduct> = {
  key: 'leads_90',
  title: 'Requested 90 d',
  width: 130,
  priority: 0,
  align: 'right',
  sort: 'leads_90',
  firstOrder: 'desc',
  render: ({ id, name, leads_90 }) => (
    <LeadCount count={leads_90} to={leadsOfProduct(id)} label={`leads for ${name} in 90 days`} />
  ),
}
const RATE: Column<ListedProduct> = {
  key: 'valid_rate',
  title: 'Valid rate',
  width: 158,
  priority: 1,
  sort: 'valid_rate',
  firstOrder: 'desc',
  render: (product) => <ValidRate product={product} />,
}
const LAST: Column<ListedProduct> = {
  key: 'last_lead_at',
  title: 'Last lead',
  width: 108,
  priority: 2,
  sort: 'last_lead_at',
  firstOrder: 'desc',
  render: ({ last_lead_at }) => <When at={last_lead_at} />,
}
const BRAND: Column<ListedProduct> = {
  key: 'brand',
  title: 'Brand',
  width: 120,
  priority: 5,
  optional: true,
  render: ({ brand }) => <TwoLines first={brand} />,
}
const UNIT: Column<ListedProduct> = {
  key: 'unit',
  title: 'Unit',
  width: 90,
  priority: 5,
  optional: true,
  render: ({ unit }) => <TwoLines first={unit} />,
}

const ASKED_AT_LEAST = ['1', '3', '10', '50'].map((value) => ({ value, label: `${value} in 90 days` }))

const useProductFilters = (): Filter[] => {
  const categories = useOne(productList.categories, {}, { enabled: can(productList.categories), staleTime: 300_000 })
  return [
    {
      kind: 'many',
      name: 'category',
      label: 'Category',
      options: (categories.data?.data ?? []).map((value) => ({ value, label: value })),
    },
    {
      kind: 'one',
      name: 'discoverable',
      label: 'Discoverable',
      options: [
        { value: 'yes', label: 'Shown' },
        { value: 'no', label: 'Hidden' },
      ],
    },
    { kind: 'one', name: 'demand_from', label: 'Requested at least', options: ASKED_AT_LEAST },
    {
      kind: 'one',
      name: 'not_asked_in',
      label: 'Not requested in',
      options: ['30', '90', '180'].map((value) => ({ value, label: `${value} days` })),
    },
    { kind: 'days', label: 'Last lead' },
  ]
}
