import { feature } from '#server/platform/feature.ts'
import { productStructureRoutes } from './routes.ts'

export const productStructure = feature({ routes: productStructureRoutes })
