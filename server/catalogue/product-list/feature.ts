import { feature } from '#server/platform/feature.ts'
import { refreshCounts } from '#server/platform/counted-lists/refresh.ts'
import { PRODUCT_LIST } from './list.ts'
import { productListRoutes } from './routes.ts'

export const productList = feature({
  routes: productListRoutes,
  counted: PRODUCT_LIST,
  due: { patient: { 'product-counts': refreshCounts(PRODUCT_LIST) } },
})
