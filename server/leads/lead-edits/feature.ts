import { feature } from '#server/platform/feature.ts'
import { leadEditRoutes } from './routes.ts'

export const leadEdits = feature({ routes: leadEditRoutes })
