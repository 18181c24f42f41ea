import { dryRuns } from '#contract/platform/bulk.ts'
import { found } from '#server/kit/errors.ts'
import { implement } from '#server/kit/implement.ts'
import { foreseenBy } from './foreseen.ts'

export const dryRunRoutes = implement('dry-runs', dryRuns, {
  async foreseen({ tenant, caller, params }) {
    return { data: found('Dry run', await foreseenBy(tenant, caller, params.id)) }
  },
})
