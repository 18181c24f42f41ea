import { ImportSteps } from '#web/platform/imports/ImportSteps.tsx'
import { LEAD_IMPORTS } from './lead-imports.ts'

/** Leads out of a file. */
export default function ImportLeadsPage() {
  return <ImportSteps area={LEAD_IMPORTS} />
}
