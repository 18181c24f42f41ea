import { useState } from 'react'
import type { Person } from '#contract/portal/access.ts'
import { passwordResets } from '#contract/portal/password-resets.ts'
import { useAction } from '#web/kit/data/api.ts'
import { toast } from '#web/kit/feedback/toast.ts'
import { LinkDialog } from './LinkDialog.tsx'

/** Makes a link by which a colleague chooses a new password; without a mail server the dialog shows it, to hand over. */
export const usePasswordLink = () => {
  const [shown, setShown] = useState<{ url: string; name: string }>()
  const makeLink = useAction(passwordResets.makeLink)
  const make = ({ id, name, email }: Person) =>
    makeLink({ params: { id } }, ({ data }) => {
      if (data.link === null) toast.done(`Mailed ${email} a link for a new password`)
      else setShown({ url: new URL(data.link, location.origin).href, name })
    })
  const dialog = shown && (
    <LinkDialog
      title={`Send this link to ${shown.name}`}
      label="Link for a new password"
      url={shown.url}
      onClose={() => setShown(undefined)}
    >
      They choose a new password with it, which signs them out everywhere. The link works once, for 72 hours. You won’t
      see it again.
    </LinkDialog>
  )
  return { make, dialog }
}
