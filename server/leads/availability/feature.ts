import { feature } from '#server/platform/feature.ts'
import { availabilityRoutes } from './routes.ts'

export const availability = feature({ routes: availabilityRoutes })
