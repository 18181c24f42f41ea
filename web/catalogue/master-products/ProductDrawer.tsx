import { ReloadOutlined } from '@ant-design/icons'
import { Button, Tabs } from 'antd'
import { useState, type ComponentType } from 'react'
import type { QueryOf } from '#contract/kit/endpoint.ts'
import { masterProducts } from '#contract/catalogue/master-products.ts'
import type { MasterProduct, ProductDetails } from '#contract/catalogue/product.ts'
import { productList } from '#contract/catalogue/product-list.ts'
import { productDuplicates } from '#contract/catalogue/product-duplicates.ts'
import { productPictures } from '#contract/catalogue/product-pictures.ts'
import { vendorUpdates } from '#contract/catalogue/vendor-updates.ts'
import { useStructure } from '#web/catalogue/product-structure/structure.ts'
import { sentenceOf, useOne, type Page } from '#web/kit/data/api.ts'
import { can } from '#web/kit/data/session.ts'
import { Notice } from '#web/kit/feedback/Notice.tsx'
import { useKeys } from '#web/kit/keys/keys.ts'
import { Shown } from '#web/kit/keys/visibility.ts'
import { RowDrawer } from '#web/kit/list/RowDrawer.tsx'
import { formats } from '#web/kit/look/format.ts'
import { focusField } from './focus-field.ts'
import { ActivityTab } from './ActivityTab.tsx'
import { keyOfMissing } from './product-fields.ts'
import { useProductDuplicates } from '#web/catalogue/product-duplicates/ProductDuplicates.tsx'
import { ProductPicture } from '#web/catalogue/product-pictures/ProductPicture.tsx'
import { DemandTab, ImagesTab, SimilarTab, VendorsTab } from './ProductTabs.tsx'
import { ProductMenu } from './ProductMenu.tsx'
import { ProductReason } from './ProductReason.tsx'
import { PropertiesTab } from './PropertiesTab.tsx'
import type { ProductTabProps } from './product-tab-props.ts'
import './product-drawer.css'

interface ProductTab {
  key: string
  label: string
  /** How much there is in it; `similar` products are not among the details. */
  count?: (product: ProductDetails, similar: number) => number
  need: Parameters<typeof can>[0]
  content: ComponentType<ProductTabProps>
}

/** What the drawer shows of a product, in the order of its tabs. */
const TABS: readonly ProductTab[] = [
  { key: 'properties', label: 'Properties', need: masterProducts.details, content: PropertiesTab },
  { key: 'images', label: 'Images', need: productPictures.list, content: ImagesTab },
  {
    key: 'demand',
    label: 'Demand',
    count: ({ leads_90 }) => leads_90,
    need: productList.one,
    content: DemandTab,
  },
  {
    key: 'vendors',
    label: 'Vendor updates',
    count: ({ open_vendor_updates }) => open_vendor_updates,
    need: vendorUpdates.list,
    content: VendorsTab,
  },
  {
    key: 'duplicates',
    label: 'Duplicates',
    count: (_, similar) => similar,
    need: productDuplicates.ofProduct,
    content: SimilarTab,
  },
  { key: 'activity', label: 'Activity', need: masterProducts.activity, content: ActivityTab },
]

interface ProductDrawerProps {
  id: number
  query: QueryOf<typeof masterProducts.list>
  page: Page<MasterProduct> | undefined
  field: string | undefined
  onOpen: (id: number, change?: { page?: number }) => void
  onSwitch: (product: MasterProduct, discoverable: boolean) => void
  onClose: () => void
}

/** One product beside the list. */
export const ProductDrawer = ({ id, query, page, field, onOpen, onSwitch, onClose }: ProductDrawerProps) => {
  const details = useOne(masterProducts.details, { params: { id } })
  const { structure, failure, retry } = useStructure()
  const product = details.data?.data
  const shown = product ?? page?.data.find((row) => row.id === id)
  const failed = details.error ?? failure
  return (
    <RowDrawer
      id={id}
      noun={['product', 'products']}
      endpoint={masterProducts.list}
      query={query}
      page={page}
      picture={<ProductPicture image={shown?.image} size={44} />}
      title={shown?.name ?? 'Product'}
      about={shown ? aboutWords(shown) : []}
      menu={product && <ProductMenu product={product} onDeleted={onClose} />}
      onOpen={onOpen}
      onClose={onClose}
    >
      {product && structure ? (
        <ProductBody
          key={id}
          product={product}
          structure={structure}
          field={field}
          onOpen={onOpen}
          onSwitch={(discoverable) => onSwitch(product, discoverable)}
        />
      ) : (
        <div className="product-scroll">
          {failed ? (
            <Notice
              kind="error"
              title="The product did not load"
              action={
                <Button
                  icon={<ReloadOutlined aria-hidden />}
                  onClick={() => {
                    retry()
                    void details.refetch()
                  }}
                >
                  Try again
                </Button>
              }
            >
              {sentenceOf(failed, masterProducts.details.failure)}
            </Notice>
          ) : (
            <ProductBones />
          )}
        </div>
      )}
    </RowDrawer>
  )
}

const aboutWords = ({ code, brand, last_change: { at, by } }: MasterProduct) => [
  code,
  ...(brand === null ? [] : [brand]),
  `changed ${formats().relative(at)}${by === null ? '' : ` by ${by}`}`,
]

interface ProductBodyProps extends ProductTabProps {
  onSwitch: (discoverable: boolean) => void
}

const ProductBody = ({ product, structure, field, onOpen, onSwitch }: ProductBodyProps) => {
  const [chosen, choose] = useState('properties')
  const tabs = TABS.filter(({ need }) => can(need))
  const similar = useProductDuplicates(product.id).data?.data.products.length ?? 0
  const active = tabs.find(({ key }) => key === chosen) ?? tabs[0]
  const goTo = (key: string) => {
    if (key === 'image') return choose('images')
    choose('properties')
    requestAnimationFrame(() => focusField(key))
  }
  const first = product.missing_fields.map(keyOfMissing)[0]
  useKeys(
    'panel',
    [{ keys: 'm', label: 'Next empty field', run: () => first !== undefined && goTo(first) }],
    active?.key !== 'properties' && can(masterProducts.update),
  )
  return (
    <>
      <ProductReason product={product} onField={goTo} onSwitch={onSwitch} />
      <Tabs
        className="product-tabs"
        activeKey={active?.key ?? ''}
        onChange={choose}
        items={tabs.map(({ key, label, count, content: Content }) => ({
          key,
          label: <TabLabel label={label} count={count?.(product, similar) ?? 0} />,
          // Out of sight it listens to no key.
          children: (
            <Shown value={key === active?.key}>
              <Content product={product} structure={structure} field={field} onOpen={onOpen} />
            </Shown>
          ),
        }))}
      />
    </>
  )
}

const TabLabel = ({ label, count }: { label: string; count: number }) => (
  <>
    {label}
    {count > 0 && <span className="product-tab-count"> {formats().number(count)}</span>}
  </>
)

const ProductBones = () => (
  <div aria-busy role="status" aria-label="Loading the product">
    {[0, 1, 2].map((part) => (
      <span key={part} className="bones">
        <span className="bone" />
        <span className="bone bone-short" />
        <span className="bone" />
      </span>
    ))}
  </div>
)
