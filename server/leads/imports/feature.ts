import { feature } from '#server/platform/feature.ts'
import { importJobs } from './jobs.ts'
import { importRoutes } from './routes.ts'

export const imports = feature({ routes: importRoutes, jobs: importJobs })
