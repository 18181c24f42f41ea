import { feature } from '#server/platform/feature.ts'
import { enquiryCheckRoutes, type CheckServices } from './routes.ts'

export const enquiryChecks = feature({
  routes: ({ intake }: { intake: CheckServices }) => enquiryCheckRoutes(intake),
  entities: { enquiry_checks: { section: 'enquiry_checks' } },
})
