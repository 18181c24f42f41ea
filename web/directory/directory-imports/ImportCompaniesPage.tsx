import { ImportSteps } from '#web/platform/imports/ImportSteps.tsx'
import { COMPANY_IMPORTS } from './company-imports.ts'

/** Companies out of a file. */
export default function ImportCompaniesPage() {
  return <ImportSteps area={COMPANY_IMPORTS} />
}
