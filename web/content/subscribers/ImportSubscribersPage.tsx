import { ImportSteps } from '#web/platform/imports/ImportSteps.tsx'
import { SUBSCRIBER_IMPORTS } from './subscriber-imports.ts'

/** Subscribers out of a file, with how they agreed. */
export default function ImportSubscribersPage() {
  return <ImportSteps area={SUBSCRIBER_IMPORTS} />
}
