import { leadImports } from '#contract/leads/imports.ts'
import { feature } from '#server/platform/feature.ts'
import { importing } from '#server/platform/imports/importing.ts'
import { leadRows } from './lead-rows.ts'

export const imports = feature(importing('imports', leadImports, leadRows))
