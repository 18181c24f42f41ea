import { useMemo } from 'react'
import type { Reply } from '#contract/kit/endpoint.ts'
import { productCells } from '#contract/catalogue/product-cells.ts'
import { attributeKey } from '#contract/catalogue/product.ts'
import { ALWAYS_REQUIRED, type Attribute } from '#contract/catalogue/product-structure.ts'
import { useStructure, type Structure } from '#web/catalogue/product-structure/structure.ts'
import { useOne } from '#web/kit/data/api.ts'
import type { GridRow } from '#web/kit/grid/grid.ts'
import { cellColumns, type CellValue } from './cell-columns.ts'
import { ownNotation } from './notation.ts'

type ReadRow = Reply<typeof productCells.read>['data']['rows'][number]

/** The products of a page as rows of the grid, and the columns that their categories have. */
export const useProductCells = (ids: readonly number[]) => {
  const { structure, failure } = useStructure()
  const cells = useOne(productCells.read, { query: { ids: [...ids] } }, { enabled: ids.length > 0, keepPrevious: true })
  const read = cells.data?.data
  // Made anew they would have each of some thousand cells drawn again with every edit.
  const rows = useMemo(() => (structure && read ? rowsOf(read.rows, structure) : []), [structure, read])
  const columns = useMemo(() => {
    if (!structure || !read) return []
    const attributes = attributesOf(read.rows, structure)
    const named = Map.groupBy(read.options, ({ field }) => field)
    return cellColumns({ ...structure, attributes }, named, ownNotation())
  }, [structure, read])
  return { rows, columns, read: read?.rows ?? [], failure: failure ?? cells.error, isLoading: !structure || !read }
}

const rowsOf = (
  rows: readonly ReadRow[],
  { categories, attribute, requiredFields }: Structure,
): GridRow<CellValue>[] => {
  const always = [...ALWAYS_REQUIRED, ...requiredFields]
  const required = new Map(
    categories.map((category) => [
      category.id,
      new Set([
        ...always,
        ...category.attributes.flatMap((each) => {
          const code = each.required && attribute(each.attribute_id)?.code
          return code ? [attributeKey(code)] : []
        }),
      ]),
    ]),
  )
  const ofNone = new Set(always)
  return rows.map(({ id, cells, category_id }) => ({
    id,
    cells,
    required: (category_id !== null && required.get(category_id)) || ofNone,
  }))
}

/** The attributes that these products have by their categories or have values of, in the order of the catalogue. */
const attributesOf = (rows: readonly ReadRow[], { categories, attributes }: Structure): Attribute[] => {
  const used = new Set(rows.map(({ category_id }) => category_id))
  const ofCategories = new Set(
    categories.flatMap((category) =>
      used.has(category.id) ? category.attributes.map(({ attribute_id }) => attribute_id) : [],
    ),
  )
  const filled = new Set(rows.flatMap(({ cells }) => Object.keys(cells)))
  return attributes.filter(({ id, code }) => ofCategories.has(id) || filled.has(attributeKey(code)))
}
