import { productCells } from '#contract/catalogue/product-cells.ts'
import { implement } from '#server/kit/implement.ts'
import { writeProducts } from '#server/catalogue/master-products/write.ts'
import { optionsIn, readCells, versionsOf } from './queries.ts'
import { readRows } from './rows.ts'
import { savedRow } from './outcome.ts'

export const productCellRoutes = implement('product-cells', productCells, {
  async read({ tenant, query: { ids = [] } }) {
    const rows = await readCells(tenant, ids)
    return { data: { rows, options: await optionsIn(tenant, rows) } }
  },

  async save({ tenant, body: { cells, reason } }) {
    if (reason?.trim()) await tenant.setReasonInWords(reason.trim())
    const { edits, refused } = readRows(cells)
    const outcomes = await writeProducts(tenant, edits, { source: 'person' })
    const versions = await versionsOf(
      tenant,
      edits.map(({ id }) => id),
    )
    return { data: { rows: [...outcomes.map((outcome) => savedRow(outcome, versions)), ...refused] } }
  },
})
