import { feature } from '#server/platform/feature.ts'
import { validLeadRoutes } from './routes.ts'

export const validLeads = feature({ routes: validLeadRoutes })
