import { feature } from '#server/platform/feature.ts'
import { exportFiles } from './files.ts'
import { exportLeads } from './job.ts'
import { exportRoutes } from './routes.ts'

interface Given {
  config: { dataFolder: string }
}

export const exports = feature({
  routes: ({ config }: Given) => exportRoutes(exportFiles(config.dataFolder)),
  jobs: ({ config }: Given) => [exportLeads(exportFiles(config.dataFolder))],
})
