import { feature } from '#server/platform/feature.ts'
import { allLeadRoutes } from './routes.ts'

export const allLeads = feature({ routes: allLeadRoutes })
