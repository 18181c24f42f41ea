import { kindsOf } from '#server/platform/bulk/jobs.ts'
import { feature } from '#server/platform/feature.ts'
import { bulkActs } from './jobs.ts'
import { productBulkRoutes } from './routes.ts'

export const productBulk = feature({ routes: productBulkRoutes, jobs: kindsOf(bulkActs) })
