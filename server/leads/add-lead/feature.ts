import { feature } from '#server/platform/feature.ts'
import { addLeadRoutes } from './routes.ts'

export const addLead = feature({ routes: addLeadRoutes })
