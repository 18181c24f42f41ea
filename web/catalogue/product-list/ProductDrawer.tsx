import { CloseOutlined, DownOutlined, QuestionCircleOutlined, UpOutlined } from '@ant-design/icons'
import { Button, Drawer, Skeleton, Space } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { productList, type ListedProduct, type ProductDemand } from '#contract/catalogue/product-list.ts'
import { qcSupport } from '#contract/leads/qc-support.ts'
import { sentenceOf, useOne, type Page } from '#web/kit/data/api.ts'
import { can } from '#web/kit/data/session.ts'
import { Notice } from '#web/kit/feedback/Notice.tsx'
import { Kbd } from '#web/kit/keys/Kbd.tsx'
import { useKeys } from '#web/kit/keys/keys.ts'
import { orEmpty } from '#web/kit/look/EmptyValue.tsx'
import { formats } from '#web/kit/look/format.ts'
import { useNarrow } from '#web/kit/look/use-media.ts'
import { AskQuestion } from '#web/leads/published.ts'
import { DemandFacts, inRange } from './DemandFacts.tsx'
import { Discoverable, leadsOfProduct } from './demand-cells.tsx'

interface ProductDrawerProps {
  id: number
  page: Page<ListedProduct> | undefined
  onOpen: (id: number) => void
  onClose: () => void
}

const HEADING = 'product-heading'

/** A product beside the list: what it is, and what people ask for. */
export const ProductDrawer = ({ id, page, onOpen, onClose }: ProductDrawerProps) => {
  const narrow = useNarrow()
  const navigate = useNavigate()
  const heading = useRef<HTMLHeadingElement>(null)
  const [asking, setAsking] = useState(false)
  const answer = useOne(productList.one, { params: { id } })
  const at = page?.data.findIndex((one) => one.id === id) ?? -1
  const product = answer.data?.data
  const shown = product ?? page?.data[at]
  const leads = leadsOfProduct(id)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [id])
  const step = (by: number) => {
    const next = page?.data[at + by]
    if (at >= 0 && next) onOpen(next.id)
  }
  useKeys('panel', [
    { keys: ['j', 'arrowdown'], label: 'Next product', run: () => step(1) },
    { keys: ['k', 'arrowup'], label: 'Previous product', run: () => step(-1) },
    ...(leads ? [{ keys: 'l', label: 'See its leads', run: () => void navigate(leads) }] : []),
    ...(can(qcSupport.ask) ? [{ keys: 'q', label: 'Ask QC about it', run: () => setAsking(true) }] : []),
    { keys: 'escape', label: 'Close', run: onClose },
  ])
  return (
    <Drawer
      open
      size={narrow ? '100%' : 620}
      mask={false}
      keyboard={false}
      closable={false}
      focusable={{ trap: narrow }}
      autoFocus={false}
      aria-modal={false}
      aria-labelledby={HEADING}
      rootClassName="product-drawer"
    >
      <div className="product-head">
        <div>
          <h2 id={HEADING} ref={heading} tabIndex={-1}>
            {shown?.name ?? 'Product'}
          </h2>
          {shown && <p>{[shown.code, shown.category].filter(Boolean).join(' · ')}</p>}
        </div>
        <div className="product-ways">
          {page && at >= 0 && (
            <>
              <span className="product-place">
                {formats().number((page.pagination.page - 1) * page.pagination.pageSize + at + 1)} of{' '}
                {formats().number(page.pagination.total)}
              </span>
              <Space.Compact>
                <Button
                  icon={<UpOutlined aria-hidden />}
                  aria-label="Previous product"
                  aria-keyshortcuts="K"
                  disabled={at === 0}
                  onClick={() => step(-1)}
                />
                <Button
                  icon={<DownOutlined aria-hidden />}
                  aria-label="Next product"
                  aria-keyshortcuts="J"
                  disabled={at === page.data.length - 1}
                  onClick={() => step(1)}
                />
              </Space.Compact>
            </>
          )}
          <Button
            type="text"
            icon={<CloseOutlined aria-hidden />}
            aria-label="Close"
            aria-keyshortcuts="Escape"
            onClick={onClose}
          />
        </div>
      </div>
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
    </Drawer>
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
