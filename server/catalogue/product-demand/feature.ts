import { feature } from '#server/platform/feature.ts'
import { DEMAND_DUE, foldDemand } from './fold.ts'

export const productDemand = feature({ due: { patient: { [DEMAND_DUE]: foldDemand } } })
