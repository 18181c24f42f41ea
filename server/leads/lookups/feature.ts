import { nameIn } from '#server/platform/changes/rules.ts'
import { feature } from '#server/platform/feature.ts'
import { lookupRoutes } from './routes.ts'

export const lookups = feature({
  routes: lookupRoutes,
  entities: { products: { name: nameIn('products') } },
})
