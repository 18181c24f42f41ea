import { feature } from '#server/platform/feature.ts'
import { lookupRoutes } from './routes.ts'

export const lookups = feature({ routes: lookupRoutes })
