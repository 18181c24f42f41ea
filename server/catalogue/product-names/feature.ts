import { nameIn } from '#server/platform/changes/rules.ts'
import { feature } from '#server/platform/feature.ts'
import { productNameRoutes } from './routes.ts'

export const productNames = feature({
  routes: productNameRoutes,
  entities: { product_synonyms: { name: nameIn('product_synonyms', 'text') } },
})
