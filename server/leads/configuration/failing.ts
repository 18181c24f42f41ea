import type { FailingWork } from '#contract/leads/configuration.ts'
import { inIdentity } from '#server/db/identity/door.ts'
import { failingWork } from '#server/db/identity/due.ts'
import type { Tenant } from '#server/db/tenant.ts'

/** What each kind of waiting work does, for people. */
const WORK: Readonly<Record<string, string>> = {
  acceptance: 'Passing on leads that were not accepted',
  assign: 'Assigning leads',
  clocks: 'Recalculating SLA targets',
  digest: 'Sending notification emails',
  duplicates: 'Grouping duplicate leads',
  'duplicate-sweep': 'Searching all leads for duplicates',
  jobs: 'Starting jobs',
  'lead-counts': 'Updating totals',
  'lead-rollups': 'Updating the dashboards',
  notifications: 'Deleting old notifications',
  overdue: 'Passing on overdue leads',
  'queue-alert': 'Alerting people to leads that wait',
  seal: 'Sealing the history',
  wake: 'Taking leads off hold',
}

/** What has been tried in vain for the company for a day; why is for whoever runs the server. */
export const failingOf = async (tenant: Tenant): Promise<FailingWork[]> => {
  const failing = await inIdentity(tenant, (db) => failingWork(db, tenant.companyId))
  return failing.map(({ kind, since, tries }) => ({ work: WORK[kind] ?? 'Other work', since, tries }))
}
