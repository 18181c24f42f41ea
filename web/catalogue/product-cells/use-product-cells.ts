import { useMemo } from 'react'
import type { Reply } from '#contract/kit/endpoint.ts'
import { productCells } from '#contract/catalogue/product-cells.ts'
import { productStructure, type Attribute, type Category } from '#contract/catalogue/product-structure.ts'
import { useOne } from '#web/kit/data/api.ts'
import type { GridRow } from '#web/kit/grid/grid.ts'
import { ATTRIBUTE, cellColumns, type CellValue } from './cell-columns.ts'
import { ownNotation } from './notation.ts'

type ReadRow = Reply<typeof productCells.read>['data']['rows'][number]

/** The products of a page as rows of the grid, and the columns that their categories have. */
export const useProductCells = (ids: readonly number[]) => {
  const tree = useOne(productStructure.tree, {}, { staleTime: 60_000 })
  const cells = useOne(productCells.read, { query: { ids: [...ids] } }, { enabled: ids.length > 0, keepPrevious: true })
  const [structure, read] = [tree.data?.data, cells.data?.data]
  // Made anew they would have each of some thousand cells drawn again with every edit.
  const rows = useMemo(() => (structure && read ? rowsOf(read.rows, structure) : []), [structure, read])
  const columns = useMemo(() => {
    if (!structure || !read) return []
    const attributes = attributesOf(read.rows, structure)
    const named = Map.groupBy(read.options, ({ field }) => field)
    return cellColumns({ ...structure, attributes }, named, ownNotation())
  }, [structure, read])
  return { rows, columns, read: read?.rows ?? [], failure: tree.error ?? cells.error, isLoading: !structure || !read }
}

interface Structure {
  categories: readonly Category[]
  attributes: readonly Attribute[]
}

const rowsOf = (rows: readonly ReadRow[], { categories, attributes }: Structure): GridRow<CellValue>[] => {
  const codes = new Map(attributes.map(({ id, code }) => [id, ATTRIBUTE + code]))
  const required = new Map(
    categories.map((category) => [
      category.id,
      new Set(category.attributes.flatMap((each) => (each.required ? (codes.get(each.attribute_id) ?? []) : []))),
    ]),
  )
  return rows.map(({ id, cells, category_id }) => {
    const ofCategory = category_id === null ? undefined : required.get(category_id)
    return { id, cells, ...(ofCategory && { required: ofCategory }) }
  })
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
  return attributes.filter(({ id, code }) => ofCategories.has(id) || filled.has(ATTRIBUTE + code))
}
