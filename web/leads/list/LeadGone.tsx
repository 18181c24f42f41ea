import type { ReactNode } from 'react'
import { ApiError } from '#web/kit/data/api.ts'
import { Notice } from '#web/kit/feedback/Notice.tsx'

/** Nothing of the lead is to be seen by this person, however often they ask. */
export const isGone = (failure: unknown) =>
  failure instanceof ApiError && (failure.status === 403 || failure.status === 404)

export const LeadGone = ({ action }: { action?: ReactNode }) => (
  <Notice kind="info" title="You can no longer see this lead" action={action}>
    It was deleted or reassigned. Ask a colleague if you still need it.
  </Notice>
)
