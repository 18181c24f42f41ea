import { feature } from '#server/platform/feature.ts'
import { linksOf } from '#server/catalogue/vendor-updates/asks.ts'
import { vendorIntakeRoutes, type VendorIntakeServices } from './routes.ts'

type Given = Omit<VendorIntakeServices, 'key'> & { config: { secret: string; publicUrl: string } }

export const vendorIntake = feature<Given>({
  routes: ({ config, ...services }) => vendorIntakeRoutes({ ...services, key: linksOf(config).key }),
})
