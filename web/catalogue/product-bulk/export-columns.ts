import { EXPORT_FIELDS } from '#contract/catalogue/product-exports.ts'
import { attributeKey } from '#web/catalogue/master-products/product-fields.ts'
import type { Structure } from '#web/catalogue/product-structure/structure.ts'

/** Every column that a file of products can have, and what stands over it. */
export const exportColumns = ({ attributes }: Structure): Record<string, string> => ({
  ...EXPORT_FIELDS,
  ...Object.fromEntries(attributes.map(({ code, label }) => [attributeKey(code), label])),
})
