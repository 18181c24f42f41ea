import { subscriberExports } from '#contract/content/subscriber-exports.ts'
import { implement } from '#server/kit/implement.ts'
import type { Files } from '#server/platform/files/read.ts'
import { subscriberExport } from './subscriber-export.ts'

export const subscriberExportRoutes = (files: Files) =>
  implement('subscriber-exports', subscriberExports, {
    begin: subscriberExport.begin,
    file: subscriberExport.file(files),
  })
