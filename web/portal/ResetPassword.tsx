import { Button } from 'antd'
import { useState } from 'react'
import type { Person } from '#contract/portal/access.ts'
import { passwordResets } from '#contract/portal/password-resets.ts'
import { useAction } from '#web/kit/api.ts'
import { toast } from '#web/kit/toast.ts'
import { LinkDialog } from './LinkDialog.tsx'

/** Makes a link by which a colleague chooses a new password; without a mail server it is shown, to hand over. */
export const ResetPassword = ({ person: { id, name, email } }: { person: Person }) => {
  const [link, setLink] = useState<string>()
  const makeLink = useAction(passwordResets.makeLink, {
    then: ({ data }) => {
      if (data.link === null) toast.done(`Mailed ${email} a link for a new password`)
      else setLink(new URL(data.link, location.origin).href)
    },
  })
  return (
    <>
      <Button size="small" loading={makeLink.running} onClick={() => void makeLink({ params: { id } })}>
        Reset password
      </Button>
      {link !== undefined && (
        <LinkDialog
          title={`Send this link to ${name}`}
          label="Link for a new password"
          url={link}
          onClose={() => setLink(undefined)}
        >
          They choose a new password with it, and are signed out everywhere then. The link works once, for 72 hours, and
          is shown only now.
        </LinkDialog>
      )}
    </>
  )
}
