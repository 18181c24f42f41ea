import { kindsOf } from '#server/platform/bulk/jobs.ts'
import { feature } from '#server/platform/feature.ts'
import { blogBulkActs } from './acts.ts'
import { blogBulkRoutes } from './routes.ts'

export const blogBulk = feature({ routes: blogBulkRoutes, jobs: kindsOf(blogBulkActs) })
