import { EXPORT_FIELDS } from '#contract/catalogue/product-exports.ts'
import { attributeKey } from '#contract/catalogue/product.ts'
import type { Structure } from '#web/catalogue/product-structure/structure.ts'

/** Every column that a file of products can have, and what stands over it. */
export const exportColumns = ({ attributes }: Structure): Record<string, string> => ({
  ...EXPORT_FIELDS,
  ...Object.fromEntries(attributes.map(({ code, label }) => [attributeKey(code), label])),
})
