import type { Permission } from '#contract/kit/endpoint.ts'
import { addLeadRoutes } from '#server/leads/add-lead/routes.ts'
import { allLeadRoutes } from '#server/leads/all-leads/routes.ts'
import { allowedDomainRoutes } from '#server/leads/allowed-domains/routes.ts'
import { assignedLeadRoutes } from '#server/leads/assigned-leads/routes.ts'
import { assignmentReplayRoutes } from '#server/leads/assignment-replay/routes.ts'
import { autoAssignQaRoutes } from '#server/leads/auto-assign-qa/routes.ts'
import { autoAssignSalesRoutes } from '#server/leads/auto-assign-sales/routes.ts'
import { OPEN_ACTS, RULE_ACTS, type PermissionOf } from '#server/leads/changes/may-undo.ts'
import { changeRoutes } from '#server/leads/changes/routes.ts'
import { dashboardRoutes } from '#server/leads/dashboard/routes.ts'
import { domainSuggestionRoutes } from '#server/leads/domain-suggestions/routes.ts'
import { duplicateRoutes } from '#server/leads/duplicates/routes.ts'
import { leadEditRoutes } from '#server/leads/lead-edits/routes.ts'
import { availabilityRoutes } from '#server/leads/availability/routes.ts'
import { bulkRoutes } from '#server/leads/bulk/routes.ts'
import { importRoutes } from '#server/leads/imports/routes.ts'
import { checklistRoutes } from '#server/leads/checklist/routes.ts'
import { companyWordRoutes } from '#server/leads/company-words/routes.ts'
import { configurationRoutes } from '#server/leads/configuration/routes.ts'
import { enquiryCheckRoutes } from '#server/leads/enquiry-checks/routes.ts'
import { retentionRoutes } from '#server/leads/retention/routes.ts'
import { exportFiles } from '#server/leads/exports/files.ts'
import { exportRoutes } from '#server/leads/exports/routes.ts'
import { intakeRoutes } from '#server/leads/intake/routes.ts'
import { jobRoutes } from '#server/platform/jobs/routes.ts'
import { leadDetailRoutes } from '#server/leads/lead-details/routes.ts'
import { liveRoutes } from '#server/platform/live/routes.ts'
import { presenceRoutes } from '#server/leads/presence/routes.ts'
import { marketingLeadRoutes } from '#server/leads/marketing-leads/routes.ts'
import { lookupRoutes } from '#server/leads/lookups/routes.ts'
import { myPermissionRoutes } from '#server/platform/my-permissions/routes.ts'
import { notificationRoutes } from '#server/leads/notifications/routes.ts'
import { qcSupportRoutes } from '#server/leads/qc-support/routes.ts'
import { registrationLeadRoutes } from '#server/leads/registration-leads/routes.ts'
import { restrictedDomainRoutes } from '#server/leads/restricted-domains/routes.ts'
import { salesDashboardRoutes } from '#server/leads/sales-dashboard/routes.ts'
import { savedViewRoutes } from '#server/platform/saved-views/routes.ts'
import { sourceDetailRoutes } from '#server/leads/source-details/routes.ts'
import { validLeadRoutes } from '#server/leads/valid-leads/routes.ts'
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
  ...presenceRoutes,
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
