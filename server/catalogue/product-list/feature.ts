import { feature } from '#server/platform/feature.ts'
import { productListRoutes } from './routes.ts'

export const productList = feature({ routes: productListRoutes })
