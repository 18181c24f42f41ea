import { feature } from '#server/platform/feature.ts'
import type { Files } from '#server/platform/files/read.ts'
import { leadExport } from './lead-export.ts'
import { exportRoutes } from './routes.ts'

export const exports = feature({
  routes: ({ files }: { files: Files }) => exportRoutes(files),
  jobs: [leadExport.kind],
})
