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
import { When } from '#web/kit/look/When.tsx'
import { AskQuestion, countryName } from '#web/leads/published.ts'
import { askedWords, Discoverable, leadsOfProduct, ValidRate, WeekBars } from './demand-cells.tsx'

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
  const { number } = formats()
  const { id, brand, unit, description, synonyms, leads_30, leads_90, weeks, countries, usual } = product
  const range = (from: number, to: number) => `${number(from)}–${number(to)}`
  const asked = (count: number, days: '30' | '90') => {
    const to = leadsOfProduct(id, { asked_in: days })
    const words = askedWords(count, Number(days))
    return to && count > 0 ? <Link to={to}>{words}</Link> : words
  }
  return (
    <>
      <section aria-label="Demand">
        <h3>Demand</h3>
        <dl className="product-facts">
          <dt>13 weeks</dt>
          <dd>
            <WeekBars weeks={weeks} most={Math.max(...weeks)} />
          </dd>
          <dt>Asked for</dt>
          <dd>
            {asked(leads_30, '30')}, {asked(leads_90, '90')}
          </dd>
          <dt>Valid rate</dt>
          <dd>
            <ValidRate product={product} />
          </dd>
          <dt>Last lead</dt>
          <dd>
            <When at={product.last_lead_at} />
          </dd>
          <dt>Countries</dt>
          <dd>
            {orEmpty(countries.map(({ country, leads }) => `${countryName(country)} ${number(leads)}`).join(', '))}
          </dd>
          <dt>Usual quantity</dt>
          <dd>{usual ? `${range(usual.from, usual.to)}, in 8 of 10 valid leads` : 'Too few valid leads to say'}</dd>
        </dl>
      </section>
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
              ? range(product.usual_min, product.usual_max)
              : orEmpty(null)}
          </dd>
          <dt>Also called</dt>
          <dd>{orEmpty(synonyms.join(', '))}</dd>
        </dl>
      </section>
    </>
  )
}
