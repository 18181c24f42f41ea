import { DownloadOutlined, PlusOutlined, TableOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { masterProducts } from '#contract/catalogue/master-products.ts'
import { attributeOfSort, PRODUCT_SORTS } from '#contract/catalogue/product-sorts.ts'
import { productImports } from '#contract/catalogue/product-imports.ts'
import { productCells } from '#contract/catalogue/product-cells.ts'
import { DUPLICATES_TAB } from '#web/catalogue/product-duplicates/duplicates-tab.ts'
import { DuplicateProducts } from '#web/catalogue/product-duplicates/DuplicateProducts.tsx'
import { DuplicatesTab } from '#web/catalogue/product-duplicates/DuplicatesTab.tsx'
import { useStructure } from '#web/catalogue/product-structure/structure.ts'
import { useProductBulk } from '#web/catalogue/product-bulk/use-product-bulk.tsx'
import { useList } from '#web/kit/data/api.ts'
import { can } from '#web/kit/data/session.ts'
import { late } from '#web/kit/feedback/late.tsx'
import { lateDialog, latePanel } from '#web/kit/feedback/late-dialog.tsx'
import { idIn } from '#web/kit/list/id-in.ts'
import type { View } from '#web/kit/list/list.ts'
import { TAB } from '#web/kit/list/tab-name.ts'
import { ListPage } from '#web/kit/list/ListPage.tsx'
import { focusRow } from '#web/kit/list/use-current-row.ts'
import { useNarrow } from '#web/kit/look/use-media.ts'
import { useChosenColumns, withValues } from '#web/kit/list/use-chosen-columns.ts'
import { activeView } from '#web/kit/list/view-links.ts'
import { useListParams } from '#web/kit/list/use-list-params.ts'
import { ImportButton } from '#web/platform/imports/ImportButton.tsx'
import { productCard } from './product-card.tsx'
import { WANTED } from '#contract/catalogue/product-list.ts'
import { productColumns, type ProductActs } from './product-columns.tsx'
import { useProductFilters } from './product-filters.tsx'
import { FIRST_MISSING } from './first-missing.ts'
import { useDiscoverable } from './use-discoverable.ts'

const ProductDrawer = latePanel(() => import('./ProductDrawer.tsx').then(({ ProductDrawer }) => ProductDrawer))
const ProductGrid = late(() =>
  import('#web/catalogue/product-cells/ProductGrid.tsx').then(({ ProductGrid }) => ProductGrid),
)
const AddProduct = lateDialog(() => import('./AddProduct.tsx').then(({ AddProduct }) => AddProduct))

const VIEWS: readonly View[] = [
  { key: 'all', label: 'All', params: {} },
  {
    key: 'incomplete',
    label: 'Incomplete',
    params: { state: 'incomplete' },
    empty: { title: 'Every product is complete', text: 'Products that lack something required appear here.' },
  },
  {
    key: 'gap',
    label: 'Shown but incomplete',
    params: { state: 'gap' },
    empty: {
      title: 'Every product that is shown is complete',
      text: 'Shown products that lack something appear here.',
    },
  },
  {
    key: 'wanted',
    label: 'Wanted, not shown',
    params: { discoverable: 'no', demand_from: String(WANTED) },
    empty: { title: 'No hidden product is wanted', text: 'Hidden products that people ask for appear here.' },
  },
  {
    key: 'vendor',
    label: 'Vendor updates open',
    params: { vendor: 'open' },
    empty: { title: 'No vendor waits', text: 'Products of which a vendor asks to change something appear here.' },
  },
]

/** The products of the catalogue: what they lack, whether they are shown, and each of them beside the list. */
export default function MasterProductsPage() {
  const [search] = useSearchParams()
  return search.get(TAB) === DUPLICATES_TAB ? <DuplicateProducts title={TITLE} /> : <Products />
}

const TITLE = 'Product Properties'

const Products = () => {
  const list = useListParams({
    endpoint: masterProducts.list,
    sorts: PRODUCT_SORTS,
    defaultSort: { sort: 'last_change', order: 'desc' },
    // `mode`: `grid`; `field`: where the form of the product begins; `add`: a new product with that name.
    own: ['product', 'field', 'add', 'mode'],
    views: VIEWS,
  })
  const [adding, setAdding] = useState(false)
  const { structure, failure } = useStructure()
  const bulk = useProductBulk()
  const narrow = useNarrow()
  const openId = idIn(list.get('product'))
  const open = (id: number, { page: on, field }: { page?: number; field?: string } = {}) =>
    list.change({ product: String(id), field, ...(on !== undefined && { page: String(on) }) })
  const fill = (id: number) => open(id, { field: FIRST_MISSING })
  const switchTo = useDiscoverable(fill)
  const acts: ProductActs = { onFill: ({ id }) => fill(id), onSwitch: switchTo }
  const columns = productColumns(acts, structure?.attributes ?? [])
  const chosen = useChosenColumns(list, activeView(list), columns)
  // Which attributes the chosen columns are of is known by the structure: until then nothing is asked for twice.
  const waits = !structure && !failure && chosen.turned.some((key) => attributeOfSort(key) !== undefined)
  const ready = list.ready && !waits
  const { data: page } = useList(masterProducts.list, withValues(list.query, chosen.columns), {
    enabled: can(masterProducts.list.permission) && ready,
  })
  const newName = list.get('add')
  const mayAdd = can(masterProducts.add)
  const filters = useProductFilters()
  const hasGrid = !narrow && can(productCells.save)
  const addButton = mayAdd && (
    <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => setAdding(true)}>
      <span className="action-words">Add product</span>
    </Button>
  )

  if (hasGrid && list.get('mode') === 'grid') return <ProductGrid list={list} filters={filters} />
  return (
    <ListPage
      title={TITLE}
      list={{ ...list, ready }}
      noun={['product', 'products']}
      columns={columns}
      search="Search products"
      filters={filters}
      actions={
        <>
          {!narrow && bulk.exportAll && page && page.pagination.total > 0 && (
            <Button
              icon={<DownloadOutlined aria-hidden />}
              onClick={() => bulk.exportAll?.({ count: page.pagination.total, query: list.query })}
            >
              <span className="action-words">Export</span>
            </Button>
          )}
          {!narrow && <ImportButton need={productImports.begin} to="/marketing/import_products" />}
          {hasGrid && (
            <Button
              icon={<TableOutlined aria-hidden />}
              onClick={() => list.change({ mode: 'grid', pageSize: '100', page: undefined })}
            >
              <span className="action-words">Edit in grid</span>
            </Button>
          )}
          {addButton}
        </>
      }
      bulk={bulk.actions}
      tabs={{ after: <DuplicatesTab /> }}
      onOpen={({ id }) => open(id)}
      openId={openId}
      card={(product) => productCard(product, acts)}
      empty={{ title: 'No products yet', text: 'Import a file, or add the first.', action: addButton }}
    >
      {openId !== undefined && (
        <ProductDrawer
          id={openId}
          query={list.query}
          page={page}
          field={list.get('field')}
          onOpen={open}
          onSwitch={switchTo}
          onClose={() => {
            list.change({ product: undefined, field: undefined })
            focusRow(openId)
          }}
        />
      )}
      {bulk.dialog}
      {mayAdd && (adding || newName !== undefined) && (
        <AddProduct
          name={newName}
          onAdded={(id) => list.change({ add: undefined, product: String(id), field: FIRST_MISSING })}
          onClose={() => {
            setAdding(false)
            if (newName !== undefined) list.change({ add: undefined }, { typing: true })
          }}
        />
      )}
    </ListPage>
  )
}
