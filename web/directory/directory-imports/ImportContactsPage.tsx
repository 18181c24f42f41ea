import { ImportSteps } from '#web/platform/imports/ImportSteps.tsx'
import { CONTACT_IMPORTS } from './contact-imports.ts'

/** People out of a file. */
export default function ImportContactsPage() {
  return <ImportSteps area={CONTACT_IMPORTS} />
}
