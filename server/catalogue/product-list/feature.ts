import { productList as contract, PRODUCT_SORTS } from '#contract/catalogue/product-list.ts'
import { feature } from '#server/platform/feature.ts'
import { viewedList } from '#server/platform/saved-views/params.ts'
import { productListRoutes } from './routes.ts'

export const productList = feature({
  routes: productListRoutes,
  views: { 'marketing-product-list': viewedList(contract.list, PRODUCT_SORTS) },
})
