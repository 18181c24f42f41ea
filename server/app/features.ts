import type { Permission } from '#contract/kit/endpoint.ts'
import { addLeadRoutes } from '#server/features/add-lead/routes.ts'
import { allLeadRoutes } from '#server/features/all-leads/routes.ts'
import { allowedDomainRoutes } from '#server/features/allowed-domains/routes.ts'
import { assignedLeadRoutes } from '#server/features/assigned-leads/routes.ts'
import { assignmentReplayRoutes } from '#server/features/assignment-replay/routes.ts'
import { autoAssignQaRoutes } from '#server/features/auto-assign-qa/routes.ts'
import { autoAssignSalesRoutes } from '#server/features/auto-assign-sales/routes.ts'
import { OPEN_ACTS, RULE_ACTS, type PermissionOf } from '#server/features/changes/may-undo.ts'
import { changeRoutes } from '#server/features/changes/routes.ts'
import { dashboardRoutes } from '#server/features/dashboard/routes.ts'
import { domainSuggestionRoutes } from '#server/features/domain-suggestions/routes.ts'
import { duplicateRoutes } from '#server/features/duplicates/routes.ts'
import { leadEditRoutes } from '#server/features/lead-edits/routes.ts'
import { availabilityRoutes } from '#server/features/availability/routes.ts'
import { bulkRoutes } from '#server/features/bulk/routes.ts'
import { importRoutes } from '#server/features/imports/routes.ts'
import { checklistRoutes } from '#server/features/checklist/routes.ts'
import { companyWordRoutes } from '#server/features/company-words/routes.ts'
import { configurationRoutes } from '#server/features/configuration/routes.ts'
import { enquiryCheckRoutes } from '#server/features/enquiry-checks/routes.ts'
import { retentionRoutes } from '#server/features/retention/routes.ts'
import { exportFiles } from '#server/domain/export/files.ts'
import { exportRoutes } from '#server/features/exports/routes.ts'
import { intakeRoutes } from '#server/features/intake/routes.ts'
import { jobRoutes } from '#server/features/jobs/routes.ts'
import { leadDetailRoutes } from '#server/features/lead-details/routes.ts'
import { liveRoutes } from '#server/features/live/routes.ts'
import { marketingLeadRoutes } from '#server/features/marketing-leads/routes.ts'
import { lookupRoutes } from '#server/features/lookups/routes.ts'
import { myPermissionRoutes } from '#server/features/my-permissions/routes.ts'
import { notificationRoutes } from '#server/features/notifications/routes.ts'
import { qcSupportRoutes } from '#server/features/qc-support/routes.ts'
import { registrationLeadRoutes } from '#server/features/registration-leads/routes.ts'
import { restrictedDomainRoutes } from '#server/features/restricted-domains/routes.ts'
import { salesDashboardRoutes } from '#server/features/sales-dashboard/routes.ts'
import { savedViewRoutes } from '#server/features/saved-views/routes.ts'
import { sourceDetailRoutes } from '#server/features/source-details/routes.ts'
import { validLeadRoutes } from '#server/features/valid-leads/routes.ts'
import type { Route } from '#server/kit/implement.ts'
import { portalRoutes } from '#server/portal/routes.ts'
import { intakeServices } from './intake-services.ts'
import { jobKinds } from './job-kinds.ts'
import type { Services } from './services.ts'

/** Every area's routes, listed one by one. */
export const features = (services: Services): Route[] => {
  const routes = areas(services)
  return [...routes, ...changeRoutes(permissionOfActs(routes), services.auth.forgetAll)]
}

const areas = (services: Services): Route[] => [
  ...portalRoutes(services),
  ...intakeRoutes(intakeServices(services)),
  ...addLeadRoutes,
  ...importRoutes,
  ...marketingLeadRoutes,
  ...allLeadRoutes,
  ...assignedLeadRoutes,
  ...validLeadRoutes,
  ...registrationLeadRoutes,
  ...sourceDetailRoutes,
  ...leadDetailRoutes,
  ...duplicateRoutes,
  ...leadEditRoutes,
  ...lookupRoutes,
  ...savedViewRoutes,
  ...liveRoutes(services.live),
  ...restrictedDomainRoutes,
  ...allowedDomainRoutes,
  ...domainSuggestionRoutes,
  ...autoAssignQaRoutes,
  ...autoAssignSalesRoutes,
  ...assignmentReplayRoutes,
  ...dashboardRoutes(services.clock),
  ...salesDashboardRoutes,
  ...availabilityRoutes,
  ...myPermissionRoutes,
  ...qcSupportRoutes,
  ...checklistRoutes,
  ...companyWordRoutes,
  ...configurationRoutes(intakeServices(services)),
  ...enquiryCheckRoutes(services),
  ...retentionRoutes,
  ...bulkRoutes,
  ...notificationRoutes({ mail: services.config.smtpUrl !== undefined }),
  ...exportRoutes(exportFiles(services.config.dataFolder)),
  ...jobRoutes(jobKinds(services)),
]

/** What was done by a call is undone by whoever may make that call; what rules did has keys of its own. */
const permissionOfActs = (routes: readonly Route[]): PermissionOf => {
  const known = new Map<string, Permission>([
    ...routes.flatMap(({ kind, name, endpoint }) => (kind === 'tenant' ? [[name, endpoint.permission] as const] : [])),
    ...Object.entries({ ...RULE_ACTS, ...OPEN_ACTS }),
  ])
  return (act) => known.get(act)
}
