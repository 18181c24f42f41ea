import { MoreOutlined } from '@ant-design/icons'
import { Button, Dropdown, Switch } from 'antd'
import { Fragment, useState } from 'react'
import { useNavigate } from 'react-router'
import { masterProducts } from '#contract/catalogue/master-products.ts'
import { attributeKey, type Missing, type ProductDetails } from '#contract/catalogue/product.ts'
import { VENDOR_COLUMNS } from '#contract/catalogue/vendor-request.ts'
import { vendorUpdates } from '#contract/catalogue/vendor-updates.ts'
import { can } from '#web/kit/data/session.ts'
import { lateDialog } from '#web/kit/feedback/late-dialog.tsx'
import { Kbd } from '#web/kit/keys/Kbd.tsx'
import { counted, formats } from '#web/kit/look/format.ts'
import { When } from '#web/kit/look/When.tsx'
import { keyOfMissing } from './product-fields.ts'
import './product-reason.css'

interface ProductReasonProps {
  product: ProductDetails
  onField: (key: string) => void
  onSwitch: (discoverable: boolean) => void
}

/** Whether the product is shown, why, and what can be done about it. */
export const ProductReason = ({ product, onField, onSwitch }: ProductReasonProps) => {
  const { name, discoverable, missing_fields } = product
  const lacks = missing_fields.length > 0
  return (
    <div className={lacks ? 'product-reason product-reason-lacks' : 'product-reason'}>
      <span className="product-switch">
        <Switch
          checked={discoverable}
          disabled={!can(masterProducts.toggle)}
          aria-label={`${name} is discoverable`}
          onChange={onSwitch}
        />
        <span>
          <strong>Discoverable</strong>
          <span>{discoverable ? 'On' : 'Off'}</span>
        </span>
      </span>
      <div className="product-why">
        {lacks ? <Lacks product={product} onField={onField} /> : <Since product={product} />}
      </div>
      {lacks && <Fixes product={product} onField={onField} />}
    </div>
  )
}

const Since = ({ product: { discoverable, why } }: { product: ProductDetails }) => {
  const { switched } = why
  const word = discoverable ? 'Shown' : 'Hidden'
  return (
    <p>
      {switched ? (
        <>
          {word} since <When at={switched.at} as="absolute" />, {switched.by}
        </>
      ) : (
        `${word}. Every required field is filled.`
      )}
    </p>
  )
}

const Lacks = ({ product, onField }: Omit<ProductReasonProps, 'onSwitch'>) => {
  const { discoverable, missing_fields, required } = product
  const count = missing_fields.length
  const empty = `${formats().number(count)} of ${counted(required, 'required field')} ${count === 1 ? 'is' : 'are'} empty.`
  const byCategory = [...Map.groupBy(missing_fields, ({ required_by }) => required_by)]
  return (
    <>
      <strong>{discoverable ? `Shown, although ${empty}` : `Not shown: ${empty}`}</strong>
      <p>
        {byCategory.map(([category, missing]) => (
          <Fragment key={category}>
            {category === null ? 'Required for every product: ' : `Required by ${category}: `}
            {missing.slice(0, MOST_NAMED).map((one, at) => (
              <Fragment key={one.code}>
                {at > 0 && (at === missing.length - 1 ? ' and ' : ', ')}
                <MissingLink missing={one} onField={onField} />
              </Fragment>
            ))}
            {missing.length > MOST_NAMED && ` and ${missing.length - MOST_NAMED} more`}.{' '}
          </Fragment>
        ))}
      </p>
    </>
  )
}

const MOST_NAMED = 6

const MissingLink = ({ missing, onField }: { missing: Missing; onField: (key: string) => void }) => (
  <button type="button" className="text-link" onClick={() => onField(keyOfMissing(missing))}>
    {missing.label}
  </button>
)

const AskVendor = lateDialog(() =>
  import('#web/catalogue/vendor-updates/AskVendor.tsx').then(({ AskVendor }) => AskVendor),
)

/** What of it a vendor can be asked for. */
const askedField = ({ kind, code }: Missing) => {
  if (kind === 'attribute') return [attributeKey(code)]
  return VENDOR_COLUMNS.some((column) => column === code) ? [code] : []
}

/** The first fix as a button, then a vendor who knows; the others in a menu. */
const Fixes = ({ product, onField }: { product: ProductDetails; onField: (key: string) => void }) => {
  const { id, missing_fields: missing } = product
  const navigate = useNavigate()
  const [asking, ask] = useState(false)
  const [first] = missing
  if (!can(masterProducts.update)) return null
  return (
    <span className="product-fixes">
      {first && (
        <Button aria-keyshortcuts="M" onClick={() => onField(keyOfMissing(first))}>
          <span className="cut">Fill {first.label}</span>
          <Kbd>M</Kbd>
        </Button>
      )}
      {can(vendorUpdates.ask) && <Button onClick={() => ask(true)}>Ask a vendor</Button>}
      {asking && <AskVendor productIds={[id]} fields={missing.flatMap(askedField)} onClose={() => ask(false)} />}
      <Dropdown
        trigger={['click']}
        placement="bottomRight"
        menu={{
          items: [
            { key: 'category', label: 'Change the category', onClick: () => onField('category_id') },
            ...(can('configuration_edit') && missing.some(({ kind }) => kind === 'attribute')
              ? [
                  {
                    key: 'optional',
                    label: 'Make a field optional',
                    onClick: () => void navigate('/marketing/configuration?section=catalogue'),
                  },
                ]
              : []),
          ],
        }}
      >
        <Button type="text" icon={<MoreOutlined aria-hidden />} aria-label="Other ways to show it" />
      </Dropdown>
    </span>
  )
}
