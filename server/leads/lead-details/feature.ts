import { feature } from '#server/platform/feature.ts'
import { leadDetailRoutes } from './routes.ts'

export const leadDetails = feature({ routes: leadDetailRoutes })
