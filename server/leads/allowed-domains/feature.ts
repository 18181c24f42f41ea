import { feature } from '#server/platform/feature.ts'
import { allowedDomainRoutes } from './routes.ts'

export const allowedDomains = feature({ routes: allowedDomainRoutes })
