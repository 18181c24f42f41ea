import { nameIn } from '#server/platform/changes/rules.ts'
import { feature } from '#server/platform/feature.ts'
import { closeGaps, GAP_NEWS_DUE, gapRule, tellOfGaps } from './gaps.ts'
import { structureEditRoutes } from './routes.ts'
import { lockStructure } from './structure.ts'

const section = 'catalogue' as const

export const structureEdits = feature({
  routes: structureEditRoutes,
  due: { long: { 'product-gaps': closeGaps, [GAP_NEWS_DUE]: tellOfGaps } },
  notifications: { kinds: { product_gap: gapRule } },
  entities: {
    product_categories: {
      name: nameIn('product_categories'),
      namedIn: ['category_id', 'parent_id'],
      section,
      lock: lockStructure,
    },
    product_attributes: {
      name: nameIn('product_attributes', 'label'),
      namedIn: ['attribute_id'],
      section,
      lock: lockStructure,
      // A limit means nothing without its unit: they are undone together.
      together: new Set(['type', 'family', 'units', 'default_unit']),
    },
    product_attribute_options: { section, lock: lockStructure },
    category_attributes: { section, lock: lockStructure },
    catalogue_settings: { section, lock: lockStructure },
  },
})
