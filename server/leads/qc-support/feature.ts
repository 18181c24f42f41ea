import { feature } from '#server/platform/feature.ts'
import { qcSupportRoutes } from './routes.ts'

export const qcSupport = feature({ routes: qcSupportRoutes })
