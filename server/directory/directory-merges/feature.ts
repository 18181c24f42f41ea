import { feature } from '#server/platform/feature.ts'
import { ALIKES_DUE, findAlikes } from './groups.ts'
import { directoryMergeRoutes } from './routes.ts'

export const directoryMerges = feature({
  routes: directoryMergeRoutes,
  due: { patient: { [ALIKES_DUE]: findAlikes } },
})
