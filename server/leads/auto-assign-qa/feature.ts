import { feature } from '#server/platform/feature.ts'
import { autoAssignQaRoutes } from './routes.ts'

export const autoAssignQa = feature({ routes: autoAssignQaRoutes })
