import { feature } from '#server/platform/feature.ts'
import { dryRunRoutes } from './routes.ts'

export const dryRuns = feature({ routes: dryRunRoutes })
