import type { Tenants } from '#server/db/tenant.ts'
import { feature } from '#server/platform/feature.ts'
import { openFiles } from '#server/platform/files/read.ts'
import { leadExport } from './lead-export.ts'
import { exportRoutes } from './routes.ts'

export const exports = feature({
  routes: ({ tenants }: { tenants: Tenants }) => exportRoutes(openFiles(tenants)),
  jobs: [leadExport.kind],
})
