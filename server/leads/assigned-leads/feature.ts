import { feature } from '#server/platform/feature.ts'
import { assignedLeadRoutes } from './routes.ts'

export const assignedLeads = feature({ routes: assignedLeadRoutes })
