import { feature } from '#server/platform/feature.ts'
import { productCellRoutes } from './routes.ts'

export const productCells = feature({ routes: productCellRoutes })
