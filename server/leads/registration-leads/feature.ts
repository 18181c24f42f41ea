import { feature } from '#server/platform/feature.ts'
import { registrationLeadRoutes } from './routes.ts'

export const registrationLeads = feature({ routes: registrationLeadRoutes })
