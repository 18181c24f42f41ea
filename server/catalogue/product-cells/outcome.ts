import type { FieldConflict } from '#contract/catalogue/product.ts'
import type { SavedRow } from '#contract/catalogue/product-cells.ts'
import type { Outcome } from '#server/catalogue/master-products/write.ts'

/** What became of a product’s cells, as the grid shows it, by the version that each product has now. */
export const savedRow = (outcome: Outcome, versions: ReadonlyMap<number, number>): SavedRow => {
  const { id } = outcome
  switch (outcome.outcome) {
    case 'saved':
    case 'unchanged':
      return { id, version: versions.get(id) ?? null, outcome: 'saved', fields: [] }
    case 'conflict':
      return { id, version: outcome.version, outcome: 'conflict', fields: outcome.fields.map(changedField) }
    case 'refused':
      return { id, version: null, outcome: 'refused', fields: outcome.fields.map((field) => ({ ...field, now: null })) }
    case 'missing':
      return {
        id,
        version: null,
        outcome: 'refused',
        fields: [{ field: 'id', message: 'This product no longer exists.', now: null }],
      }
  }
}

const changedField = ({ field, label, then, now, by }: FieldConflict) => ({
  field,
  message: `${by ?? 'Leadroom'} changed ${label} from ${then ?? 'empty'} to ${now ?? 'empty'}.`,
  now,
})
