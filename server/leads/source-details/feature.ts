import { feature } from '#server/platform/feature.ts'
import { sourceDetailRoutes } from './routes.ts'

export const sourceDetails = feature({ routes: sourceDetailRoutes })
