import { feature } from '#server/platform/feature.ts'
import { marketingLeadRoutes } from './routes.ts'

export const marketingLeads = feature({ routes: marketingLeadRoutes })
