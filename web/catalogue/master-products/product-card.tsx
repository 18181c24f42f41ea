import type { MasterProduct } from '#contract/catalogue/product.ts'
import { ProductPicture } from '#web/catalogue/product-pictures/ProductPicture.tsx'
import type { Card } from '#web/kit/list/list.ts'
import { CompletenessBar } from './Completeness.tsx'
import { missingWords } from './missing-words.ts'
import type { ProductActs } from './product-columns.tsx'
import { DiscoverableCell } from './ProductCells.tsx'

/** A product on a narrow screen: what it is, how much of it is filled, and whether it is shown. */
export const productCard = (product: MasterProduct, { onSwitch }: ProductActs): Card => {
  const { name, code, category, image, missing_count, gap } = product
  return {
    picture: <ProductPicture image={image} size={44} />,
    title: <strong className="product-card-name">{name}</strong>,
    lines: [
      <span key="what" className="card-line cut">
        {[code, category].filter(Boolean).join(' · ')}
      </span>,
      <span key="filled" className="card-line product-card-line">
        <CompletenessBar {...product} />
        {missing_count > 0 && <span className={gap ? 'completeness-gap' : ''}>{missingWords(product)}</span>}
      </span>,
    ],
    end: <DiscoverableCell product={product} onSwitch={(discoverable) => onSwitch(product, discoverable)} />,
  }
}
