import { feature } from '#server/platform/feature.ts'
import { groupDuplicates } from './groups.ts'
import { duplicateRoutes } from './routes.ts'
import { SWEEP_DUE, sweepDuplicates } from './sweep.ts'

export const duplicates = feature({
  routes: duplicateRoutes,
  due: {
    short: { duplicates: groupDuplicates },
    long: { [SWEEP_DUE]: sweepDuplicates },
  },
})
