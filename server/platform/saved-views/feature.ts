import { feature } from '#server/platform/feature.ts'
import { savedViewRoutes } from './routes.ts'

export const savedViews = feature({ routes: savedViewRoutes })
