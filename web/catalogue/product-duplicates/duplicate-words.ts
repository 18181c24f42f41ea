import type { DuplicateProduct, LikelyProduct } from '#contract/catalogue/product-duplicates.ts'

/** Why products may be the same. */
export const SAME = {
  gtin: 'same GTIN',
  name: 'same name and brand',
  code: 'same code',
  alike: 'similar name',
} as const satisfies Record<LikelyProduct['same'][number], string>

/** A name that is the same is no longer said to be similar. */
export const sameWords = (same: LikelyProduct['same']) => {
  const keys = same.filter((reason) => reason !== 'alike')
  return (keys.length > 0 ? keys : same).map((reason) => SAME[reason]).join(', ')
}

/** What is shown and further described stays, unless somebody says otherwise; of two that are alike there, the older. */
export const likelyFirst = <Product extends Pick<DuplicateProduct, 'id' | 'discoverable' | 'completeness'>>(
  products: readonly Product[],
) =>
  products.toSorted(
    (one, other) =>
      Number(other.discoverable) - Number(one.discoverable) ||
      other.completeness - one.completeness ||
      one.id - other.id,
  )
