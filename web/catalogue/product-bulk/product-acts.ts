import { productBulk } from '#contract/catalogue/product-bulk.ts'
import { productExports } from '#contract/catalogue/product-exports.ts'
import type { Structure } from '#web/catalogue/product-structure/structure.ts'
import { callOnce } from '#web/kit/data/api.ts'
import { prepared, type BulkArea } from '#web/platform/bulk/bulk-area.ts'
import { changeOf, NO_CHANGE } from './bulk-changes.ts'
import { exportColumns } from './export-columns.ts'
import type { ProductBulkAct, ProductValues } from './product-values.ts'
import { ProductFields } from './ProductFields.tsx'

const prepare: BulkArea<ProductBulkAct, ProductValues>['prepare'] = (act, selection, { changes, columns, units }) => {
  switch (act) {
    case 'edit': {
      const said = changes.flatMap((draft) => changeOf(draft) ?? [])
      if (said.length < changes.length) return undefined
      const send = (dry: { dryRun?: boolean }) =>
        callOnce(productBulk.edit, { body: { selection, changes: said, ...dry } })
      return prepared(send, JSON.stringify(said), { isTyped: true })
    }
    case 'show':
    case 'hide': {
      const discoverable = act === 'show'
      return prepared((dry) => callOnce(productBulk.discoverable, { body: { selection, discoverable, ...dry } }))
    }
    case 'remove':
      return prepared((dry) => callOnce(productBulk.remove, { body: { selection, ...dry } }))
    case 'export':
      return columns.length
        ? { run: () => callOnce(productExports.begin, { body: { selection, columns: [...columns], units } }) }
        : undefined
  }
}

export const productActs = (structure: Structure): BulkArea<ProductBulkAct, ProductValues> => ({
  noun: { one: 'product', many: 'products' },
  names: {
    edit: (products) => `Change ${products}`,
    show: (products) => `Show ${products}`,
    hide: (products) => `Hide ${products}`,
    export: (products) => `Export ${products}`,
    remove: (products) => `Delete ${products}`,
  },
  loses: new Set(['remove']),
  empty: { changes: [NO_CHANGE], columns: Object.keys(exportColumns(structure)), units: 'entered' },
  words: [],
  Fields: ProductFields,
  prepare,
})
