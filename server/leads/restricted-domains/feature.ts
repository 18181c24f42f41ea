import { feature } from '#server/platform/feature.ts'
import { restrictedDomainRoutes } from './routes.ts'

export const restrictedDomains = feature({ routes: restrictedDomainRoutes })
