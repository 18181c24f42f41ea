import { ImportPage } from '#web/platform/imports/ImportPage.tsx'
import { LEAD_IMPORTS } from './lead-imports.ts'

/** Leads out of a file. */
export default function ImportLeadsPage() {
  return <ImportPage area={LEAD_IMPORTS} />
}
