import { feature } from '#server/platform/feature.ts'
import { leadDetailRoutes } from './routes.ts'
import { TOLD } from './told.ts'

export const leadDetails = feature({ routes: leadDetailRoutes, entities: TOLD })
