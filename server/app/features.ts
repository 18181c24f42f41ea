import { addLeadRoutes } from '#server/features/add-lead/routes.ts'
import { allLeadRoutes } from '#server/features/all-leads/routes.ts'
import { assignedLeadRoutes } from '#server/features/assigned-leads/routes.ts'
import { autoAssignQaRoutes } from '#server/features/auto-assign-qa/routes.ts'
import { autoAssignSalesRoutes } from '#server/features/auto-assign-sales/routes.ts'
import { intakeRoutes } from '#server/features/intake/routes.ts'
import { leadDetailRoutes } from '#server/features/lead-details/routes.ts'
import { marketingLeadRoutes } from '#server/features/marketing-leads/routes.ts'
import { lookupRoutes } from '#server/features/lookups/routes.ts'
import { restrictedDomainRoutes } from '#server/features/restricted-domains/routes.ts'
import { validLeadRoutes } from '#server/features/valid-leads/routes.ts'
import type { Route } from '#server/kit/implement.ts'
import { portalRoutes } from '#server/portal/routes.ts'
import { intakeServices } from './intake-services.ts'
import type { Services } from './services.ts'

/** Every area's routes, listed one by one. */
export const features = (services: Services): Route[] => [
  ...portalRoutes(services),
  ...intakeRoutes(intakeServices(services)),
  ...addLeadRoutes,
  ...marketingLeadRoutes,
  ...allLeadRoutes,
  ...assignedLeadRoutes,
  ...validLeadRoutes,
  ...leadDetailRoutes,
  ...lookupRoutes,
  ...restrictedDomainRoutes,
  ...autoAssignQaRoutes,
  ...autoAssignSalesRoutes,
]
