import { Empty, Skeleton } from 'antd'
import { Link } from 'react-router'
import { masterProducts } from '#contract/catalogue/master-products.ts'
import { productList } from '#contract/catalogue/product-list.ts'
import { vendorUpdates } from '#contract/catalogue/vendor-updates.ts'
import { ProductDuplicates } from '#web/catalogue/product-duplicates/ProductDuplicates.tsx'
import { DemandFacts } from '#web/catalogue/product-list/DemandFacts.tsx'
import { ProductNames } from '#web/catalogue/product-names/ProductNames.tsx'
import { ProductPictures } from '#web/catalogue/product-pictures/ProductPictures.tsx'
import { UpdateTag } from '#web/catalogue/vendor-updates/vendor-words.tsx'
import { refresh, sentenceOf, useList, useOne } from '#web/kit/data/api.ts'
import { can } from '#web/kit/data/session.ts'
import { Notice } from '#web/kit/feedback/Notice.tsx'
import { When } from '#web/kit/look/When.tsx'
import type { ProductTabProps } from './product-tab-props.ts'
import { PRODUCT_READS } from './product-reads.ts'

type Props = Pick<ProductTabProps, 'product'>

export const ImagesTab = ({ product: { id, version } }: Props) => (
  <div className="product-scroll">
    <ProductPictures
      productId={id}
      version={version}
      mayEdit={can(masterProducts.update)}
      onChanged={() => void refresh(PRODUCT_READS)}
    />
  </div>
)

export const DemandTab = ({ product: { id } }: Props) => {
  const { data, error } = useOne(productList.one, { params: { id } })
  return (
    <div className="product-scroll">
      {data ? <DemandFacts product={data.data} /> : <Waiting error={error} failure={productList.one.failure} />}
      <ProductNames productId={id} />
    </div>
  )
}

/** The newest requests of vendors about the product. */
export const VendorsTab = ({ product: { id } }: Props) => {
  const { data, error } = useList(vendorUpdates.list, { product: id })
  return (
    <div className="product-scroll">
      {!data && <Waiting error={error} failure={vendorUpdates.list.failure} />}
      {data?.data.length === 0 && <Empty description="No vendor has requested a change of this product." />}
      <ul className="product-requests">
        {data?.data.map((request) => (
          <li key={request.id}>
            <Link to={`/marketing/vendor_data_update_listing?view=all&update=${request.id}`}>
              {request.vendor.name}: {request.changes.map(({ label }) => label).join(', ')}
            </Link>
            <span>
              <UpdateTag status={request.status} /> <When at={request.requestedOn} />
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}

export const SimilarTab = ({ product, onOpen }: Pick<ProductTabProps, 'product' | 'onOpen'>) => (
  <div className="product-scroll">
    <ProductDuplicates product={product} onOpen={onOpen} />
  </div>
)

const Waiting = ({ error, failure }: { error: unknown; failure: string }) =>
  error ? (
    <Notice kind="error" title="It did not load">
      {sentenceOf(error, failure)}
    </Notice>
  ) : (
    <Skeleton active />
  )
