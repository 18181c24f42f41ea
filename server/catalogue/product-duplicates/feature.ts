import { feature } from '#server/platform/feature.ts'
import { productDuplicateRoutes } from './routes.ts'

export const productDuplicates = feature({
  routes: productDuplicateRoutes,
  entities: { not_product_duplicates: { rootFirst: true } },
})
