import { feature } from '#server/platform/feature.ts'
import type { Files } from '#server/platform/files/read.ts'
import { subscriberExportRoutes } from './routes.ts'
import { subscriberExport } from './subscriber-export.ts'

export const subscriberExports = feature({
  routes: ({ files }: { files: Files }) => subscriberExportRoutes(files),
  jobs: [subscriberExport.kind],
})
