import { PERMISSION_KEYS } from '#contract/kit/permissions.ts'
import type { Person } from '#contract/portal/access.ts'
import { Notice } from '#web/kit/feedback/Notice.tsx'
import { canGive, whyNotTake } from './may-change.ts'

/** What the person who looks cannot change here, and why. */
export const PermissionLimits = ({ person }: { person: Person }) => {
  const taken = whyNotTake(person)
  if (taken !== undefined)
    return (
      <Notice kind="info" title="You can grant permissions here but not remove any">
        {taken} You can grant permissions that you have yourself.
      </Notice>
    )
  if (PERMISSION_KEYS.every((key) => canGive(key) || person.permissions.includes(key))) return null
  return <Notice kind="info" title="You can only grant permissions that you have yourself" />
}
