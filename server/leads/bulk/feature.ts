import { kindsOf } from '#server/platform/bulk/jobs.ts'
import { feature } from '#server/platform/feature.ts'
import { bulkActs } from './jobs.ts'
import { bulkRoutes } from './routes.ts'

export const bulk = feature({ routes: bulkRoutes, jobs: kindsOf(bulkActs) })
