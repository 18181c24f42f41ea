import { QuestionCircleOutlined } from '@ant-design/icons'
import { Button, Skeleton } from 'antd'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import type { QueryOf } from '#contract/kit/endpoint.ts'
import { productList, type ListedProduct, type ProductDemand } from '#contract/catalogue/product-list.ts'
import { qcSupport } from '#contract/leads/qc-support.ts'
import { sentenceOf, useOne, type Page } from '#web/kit/data/api.ts'
import { can } from '#web/kit/data/session.ts'
import { Notice } from '#web/kit/feedback/Notice.tsx'
import { Kbd } from '#web/kit/keys/Kbd.tsx'
import { useKeys } from '#web/kit/keys/keys.ts'
import { RowDrawer } from '#web/kit/list/RowDrawer.tsx'
import { orEmpty } from '#web/kit/look/EmptyValue.tsx'
import { AskQuestion } from '#web/leads/published.ts'
import { DemandFacts, inRange } from './DemandFacts.tsx'
import { Discoverable, leadsOfProduct } from './demand-cells.tsx'

interface ProductDrawerProps {
  id: number
  query: QueryOf<typeof productList.list>
  page: Page<ListedProduct> | undefined
  onOpen: (id: number, change?: { page?: number }) => void
  onClose: () => void
}

/** A product beside the list: what it is, and what people ask for. */
export const ProductDrawer = ({ id, query, page, onOpen, onClose }: ProductDrawerProps) => {
  const navigate = useNavigate()
  const [asking, setAsking] = useState(false)
  const answer = useOne(productList.one, { params: { id } })
  const product = answer.data?.data
  const shown = product ?? page?.data.find((one) => one.id === id)
  const leads = leadsOfProduct(id)
  useKeys('panel', [
    ...(leads ? [{ keys: 'l', label: 'See its leads', run: () => void navigate(leads) }] : []),
    ...(can(qcSupport.ask) ? [{ keys: 'q', label: 'Ask QC about it', run: () => setAsking(true) }] : []),
  ])
  return (
    <RowDrawer
      id={id}
      noun={['product', 'products']}
      endpoint={productList.list}
      query={query}
      page={page}
      title={shown?.name ?? 'Product'}
      about={shown ? [shown.code, shown.category].flatMap((text) => text ?? []) : []}
      onOpen={onOpen}
      onClose={onClose}
    >
      <div className="product-body">
        {answer.error ? (
          <Notice
            kind="error"
            title="The product did not load"
            action={<Button onClick={() => void answer.refetch()}>Try again</Button>}
          >
            {sentenceOf(answer.error, productList.one.failure)}
          </Notice>
        ) : product ? (
          <ProductFacts product={product} />
        ) : (
          <Skeleton active />
        )}
      </div>
      <div className="product-foot">
        {leads && (
          <Link to={leads}>
            <Button type="primary" tabIndex={-1}>
              See its leads <Kbd>L</Kbd>
            </Button>
          </Link>
        )}
        {can(qcSupport.ask) && (
          <Button icon={<QuestionCircleOutlined aria-hidden />} disabled={!shown} onClick={() => setAsking(true)}>
            Ask QC about it <Kbd>Q</Kbd>
          </Button>
        )}
      </div>
      {asking && shown && (
        <AskQuestion product={{ product_id: id, product_name: shown.name }} onClose={() => setAsking(false)} />
      )}
    </RowDrawer>
  )
}

const ProductFacts = ({ product }: { product: ProductDemand }) => {
  const { brand, unit, description, synonyms } = product
  return (
    <>
      <DemandFacts product={product} />
      <section aria-label="Product">
        <h3>Product</h3>
        <dl className="product-facts">
          <dt>Discoverable</dt>
          <dd>
            <Discoverable {...product} />
          </dd>
          <dt>Brand</dt>
          <dd>{orEmpty(brand)}</dd>
          <dt>Unit</dt>
          <dd>{orEmpty(unit)}</dd>
          <dt>Description</dt>
          <dd>{orEmpty(description)}</dd>
          <dt>Expected quantity</dt>
          <dd>
            {product.usual_min !== null && product.usual_max !== null
              ? inRange(product.usual_min, product.usual_max)
              : orEmpty(null)}
          </dd>
          <dt>Also called</dt>
          <dd>{orEmpty(synonyms.join(', '))}</dd>
        </dl>
      </section>
    </>
  )
}
