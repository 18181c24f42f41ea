import { feature } from '#server/platform/feature.ts'
import { salesDashboardRoutes } from './routes.ts'

export const salesDashboard = feature({ routes: salesDashboardRoutes })
