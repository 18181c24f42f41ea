import { directoryCompanyExports, directoryExports } from '#contract/directory/directory-exports.ts'
import { implement } from '#server/kit/implement.ts'
import type { Files } from '#server/platform/files/read.ts'
import { companyExport, contactExport } from './directory-export.ts'

export const directoryExportRoutes = (files: Files) => [
  ...implement('directory-exports', directoryExports, {
    begin: contactExport.begin,
    file: contactExport.file(files),
  }),
  ...implement('directory-company-exports', directoryCompanyExports, {
    begin: companyExport.begin,
    file: companyExport.file(files),
  }),
]
