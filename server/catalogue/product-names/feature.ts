import { feature } from '#server/platform/feature.ts'
import { productNameRoutes } from './routes.ts'

export const productNames = feature({ routes: productNameRoutes })
