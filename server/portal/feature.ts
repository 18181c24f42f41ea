import { feature } from '#server/platform/feature.ts'
import { portalRoutes } from './routes.ts'

export const portal = feature({ routes: portalRoutes })
