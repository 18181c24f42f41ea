import { feature } from '#server/platform/feature.ts'
import type { Files } from '#server/platform/files/read.ts'
import { companyExport, contactExport } from './directory-export.ts'
import { directoryExportRoutes } from './routes.ts'

export const directoryExportsFeature = feature({
  routes: ({ files }: { files: Files }) => directoryExportRoutes(files),
  jobs: [contactExport.kind, companyExport.kind],
})
