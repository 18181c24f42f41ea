import {
  columnOf,
  columnText,
  PRODUCT_FIELDS,
  productImports,
  type KeptProduct,
  type ProductImport,
  type ProductImportRow,
} from '#contract/catalogue/product-imports.ts'
import { masterProducts } from '#contract/catalogue/master-products.ts'
import { attributeKey } from '#contract/catalogue/product.ts'
import { productStructure } from '#contract/catalogue/product-structure.ts'
import type { ImportCalls } from '#contract/platform/import-calls.ts'
import { useOne } from '#web/kit/data/api.ts'
import { sharedCalls } from '#web/kit/data/shared-calls.ts'
import type { ImportArea, ImportField } from '#web/platform/imports/import-area.ts'
import { late } from '#web/kit/feedback/late.tsx'
import type { ChosenForProducts } from './ProductOptions.tsx'

const ColumnMore = late(() => import('./ColumnMore.tsx').then(({ ColumnMore }) => ColumnMore))
const ProductOptions = late(() => import('./ProductOptions.tsx').then(({ ProductOptions }) => ProductOptions))
const UnknownNames = late(() => import('./UnknownNames.tsx').then(({ UnknownNames }) => UnknownNames))

const FIELDS: readonly ImportField[] = Object.entries(PRODUCT_FIELDS).map(([value, label]) => ({ value, label }))

/** Our fields, and the attributes of the company; of a range each end may stand in a column of its own. */
export const useProductFields = (): readonly ImportField[] => {
  const { data } = useOne(productStructure.tree, {})
  const attributes = (data?.data.attributes ?? []).flatMap(({ code, label, type }) => {
    const value = attributeKey(code)
    return type === 'range'
      ? [
          { value, label },
          { value: `${value}:min`, label: `${label}, lower end` },
          { value: `${value}:max`, label: `${label}, upper end` },
        ]
      : [{ value, label }]
  })
  return [...FIELDS, ...attributes]
}

/** How files become products. */
export const PRODUCT_IMPORTS: ImportArea<ProductImport, ProductImportRow, KeptProduct, ChosenForProducts> = {
  calls: sharedCalls<ImportCalls>(productImports),
  title: 'Import Products',
  noun: { one: 'product', many: 'products' },
  lists: [masterProducts.list],
  addedHref: () => '/marketing/masterproduct_properties',

  fields: FIELDS,
  column: {
    optionOf(field) {
      const { target, end } = columnOf(field)
      return columnText({ target, end, way: 'overwrite' })
    },
    More: ColumnMore,
  },
  codes: { code: 'codes', gtin: 'GTINs' },
  missing(fields) {
    const held = fields.flatMap((field) => (field === null ? [] : columnOf(field).target))
    return held.includes('code') || held.includes('gtin') ? undefined : 'Choose the column with the code or the GTIN'
  },
  chosenOf: ({ rows_stored, notation }) => ({ rows_stored, notation }),
  ChosenFields: ProductOptions,
  Preview: UnknownNames,

  words: {
    adding: 'Importing',
    added: 'imported',
    reverting: 'Reverting',
    reverted: 'reverted',
    revert: (count) =>
      `New ones among these ${count} will be deleted, and changed ones get their earlier values back. Anything changed since stays and is listed afterwards. You can’t undo this.`,
  },
  known: {
    one: 'known product',
    many: 'known products',
    by: 'They match by code, or else by GTIN.',
    other: { code: 'update', verb: 'Update', done: 'Updated', sum: 'of them known products, updated' },
  },
  notedSum: 'of them in part',
  outcomes: [
    { outcome: 'unchanged', label: 'Unchanged', sum: 'unchanged', count: ({ unchanged }) => unchanged },
    { outcome: 'left_out', label: 'Not known', sum: 'new ones left out', count: ({ left_out }) => left_out },
  ],
  namesOf: ({ code, name }) => [code, name],
  knownAs: ({ known_product: product }) => product && `${product.code}, ${product.name}`,
  keptAs: ({ code, name }) => ({ label: code, name }),
}
