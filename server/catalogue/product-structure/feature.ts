import { nameIn } from '#server/platform/changes/rules.ts'
import { feature } from '#server/platform/feature.ts'
import { productStructureRoutes } from './routes.ts'

export const productStructure = feature({
  routes: productStructureRoutes,
  entities: {
    product_categories: { name: nameIn('product_categories'), namedIn: ['category_id', 'parent_id'] },
    product_attributes: { name: nameIn('product_attributes', 'label'), namedIn: ['attribute_id'] },
  },
})
