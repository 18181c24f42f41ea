import { feature } from '#server/platform/feature.ts'
import { autoAssignSalesRoutes } from './routes.ts'

export const autoAssignSales = feature({ routes: autoAssignSalesRoutes })
