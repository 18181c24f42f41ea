import { feature } from '#server/platform/feature.ts'
import { salesEmailRoutes } from './routes.ts'

export const salesEmail = feature({
  routes: salesEmailRoutes,
  entities: { sales_email_settings: { section: 'sales_email' } },
})
