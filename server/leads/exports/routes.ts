import { exports } from '#contract/leads/exports.ts'
import { implement } from '#server/kit/implement.ts'
import type { Files } from '#server/platform/files/read.ts'
import { leadExport } from './lead-export.ts'

export const exportRoutes = (files: Files) =>
  implement('exports', exports, { begin: leadExport.begin, file: leadExport.file(files) })
