import type { AreaName } from '#contract/areas.ts'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import type { PermissionKey } from '#contract/kit/permissions.ts'
import type { ImportCalls } from '#contract/platform/import-calls.ts'
import { importJobs } from './import-jobs.ts'
import { importRoutes } from './import-routes.ts'
import type { ImportSpec } from './spec.ts'

/** The routes and jobs of an area's imports, and what shows them, for its `feature.ts`. The calls are made by `importCalls`. */
export const importing = <Options extends object, Item>(
  area: AreaName,
  calls: Record<keyof ImportCalls, Endpoint> & { start: { permission: PermissionKey } },
  spec: ImportSpec<Options, Item>,
) => {
  const jobs = importJobs(area, calls.start.permission, spec)
  return {
    routes: importRoutes(area, calls, spec, jobs),
    jobs: Object.values(jobs),
    imports: { [spec.entity]: calls.start.permission },
  }
}
