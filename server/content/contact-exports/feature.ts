import { contactExports as calls } from '#contract/content/contact-exports.ts'
import { implement } from '#server/kit/implement.ts'
import { feature } from '#server/platform/feature.ts'
import type { Files } from '#server/platform/files/read.ts'
import { contactExport } from './contact-export.ts'

export const contactExports = feature({
  routes: ({ files }: { files: Files }) =>
    implement('contact-exports', calls, { begin: contactExport.begin, file: contactExport.file(files) }),
  jobs: [contactExport.kind],
})
