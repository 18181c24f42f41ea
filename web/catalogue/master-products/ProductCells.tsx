import { Switch } from 'antd'
import { masterProducts } from '#contract/catalogue/master-products.ts'
import type { MasterProduct } from '#contract/catalogue/product.ts'
import { ProductPicture } from '#web/catalogue/product-pictures/ProductPicture.tsx'
import { can } from '#web/kit/data/session.ts'
import { StatusTag } from '#web/kit/look/StatusTag.tsx'
import { TwoLines } from '#web/kit/look/TwoLines.tsx'
import './product-cells.css'

export const ProductCell = ({ product: { name, code, image } }: { product: MasterProduct }) => (
  <span className="product-cell">
    <ProductPicture image={image} />
    <TwoLines strong first={name} second={code} />
  </span>
)

interface DiscoverableProps {
  product: Pick<MasterProduct, 'name' | 'discoverable'>
  onSwitch: (discoverable: boolean) => void
}

/** Whether it is shown, and the switch for whoever may show it. */
export const DiscoverableCell = ({ product: { name, discoverable }, onSwitch }: DiscoverableProps) =>
  can(masterProducts.toggle) ? (
    <label className="switch-label">
      <Switch size="small" checked={discoverable} aria-label={`${name} is shown`} onChange={onSwitch} />
      <span aria-hidden className={discoverable ? '' : 'product-hidden'}>
        {shownWord(discoverable)}
      </span>
    </label>
  ) : (
    <StatusTag tone={discoverable ? 'success' : 'neutral'}>{shownWord(discoverable)}</StatusTag>
  )

const shownWord = (discoverable: boolean) => (discoverable ? 'Shown' : 'Hidden')
