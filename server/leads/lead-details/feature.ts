import { feature } from '#server/platform/feature.ts'
import { leadDetailRoutes } from './routes.ts'
import { REDACTED } from './redacted-fields.ts'

export const leadDetails = feature({ routes: leadDetailRoutes, entities: REDACTED })
