import { useState } from 'react'
import { productBulk } from '#contract/catalogue/product-bulk.ts'
import type { ProductRow } from '#contract/catalogue/master-products.ts'
import type { Structure } from '#web/catalogue/product-structure/structure.ts'
import { call } from '#web/kit/data/api.ts'
import type { Everything } from '#web/kit/list/list.ts'
import { BulkDialog } from '#web/platform/bulk/BulkDialog.tsx'
import { productActs } from './product-acts.ts'
import type { ProductBulkAct } from './product-values.ts'

interface ProductBulkDialogProps {
  act: ProductBulkAct
  rows: readonly ProductRow[]
  all: Everything | undefined
  structure: Structure
  onClose: () => void
  onBegun: () => void
}

/** An act on the products of the list: those that were selected, or all that its filter finds. */
export const ProductBulkDialog = ({ act, rows, all, structure, onClose, onBegun }: ProductBulkDialogProps) => {
  const [area] = useState(() => productActs(structure))
  return (
    <BulkDialog
      area={area}
      act={act}
      count={all?.count ?? rows.length}
      select={() => call(productBulk.select, { body: productsOf(rows, all) })}
      onClose={onClose}
      onBegun={onBegun}
    />
  )
}

const productsOf = (rows: readonly ProductRow[], all: Everything | undefined) => {
  if (!all) return { ids: rows.map(({ id }) => id) }
  const { page: _page, pageSize: _size, ...filter }: Record<string, unknown> = { ...all.query }
  return { filter }
}
