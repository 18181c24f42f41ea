import { Type } from 'typebox'
import { Id, Text, type BodyOf } from '#contract/kit/endpoint.ts'
import { exportCallsOf } from '#contract/platform/exports.ts'
import { NAMES_LABEL } from './product-names.ts'
import { BASE_LABELS } from './master-products.ts'

const { category_id: category, ...labels } = BASE_LABELS

/** What every product has, as the columns of an export are called. Attributes have columns of their own: `attributes.` and a code. */
export const EXPORT_FIELDS = {
  code: labels.code,
  name: labels.name,
  category,
  brand: labels.brand,
  unit: labels.unit,
  description: labels.description,
  gtin: labels.gtin,
  usual_min: labels.usual_min,
  usual_max: labels.usual_max,
  discoverable: labels.discoverable,
  names: NAMES_LABEL,
  completeness: 'Completeness (%)',
  updated_at: 'Last change',
} as const
export type ExportField = keyof typeof EXPORT_FIELDS

const MOST_COLUMNS = 300

export const productExports = exportCallsOf('/marketing/export_products', 'master_products_view', {
  selection: Id,
  columns: Type.Array(Text(60), { minItems: 1, maxItems: MOST_COLUMNS }),
  /** Quantities each in the unit in which it was entered, or all in the default unit of their attribute, which the head then names. */
  units: Type.Enum(['entered', 'default']),
})
export type ProductExport = BodyOf<typeof productExports.begin>
