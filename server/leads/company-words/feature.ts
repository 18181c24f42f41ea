import { feature } from '#server/platform/feature.ts'
import { companyWordRoutes } from './routes.ts'

export const companyWords = feature({ routes: companyWordRoutes })
