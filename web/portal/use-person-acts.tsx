import { useState, type ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { access, type Person } from '#contract/portal/access.ts'
import { useAction } from '#web/kit/data/api.ts'
import { session } from '#web/kit/data/session.ts'
import { personPath } from '#web/platform/people/person-path.ts'
import { ConfirmDialog } from '#web/kit/feedback/Confirm.tsx'
import { toast } from '#web/kit/feedback/toast.ts'
import { LinkDialog } from './LinkDialog.tsx'
import { whyNotInvite, whyNotReset, whyNotTurn, whyNotView } from './may-change.ts'
import type { PersonAct } from './PersonMenu.tsx'
import { usePasswordLink } from './use-password-link.tsx'

/** What became of somebody who was deactivated or let in. */
const BECAME = {
  active: (name: string) => `${name} can sign in again`,
  deactivated: (name: string) => `Deactivated ${name} and signed them out`,
  invited: (name: string) => `${name} has never joined. Send them a new invitation`,
} as const

/** What can be done with each person of the list, and the dialogs that it opens. */
export const usePersonActs = (): { actsOf: (person: Person) => readonly PersonAct[]; dialogs: ReactNode } => {
  const navigate = useNavigate()
  const me = session.get().user?.id
  const setStatus = useAction(access.setStatus, {
    done: ({ data }) => BECAME[data.status](data.name),
    refreshes: access.people,
  })
  // Everything on screen is somebody else's from then on.
  const viewAs = useAction(access.viewAs, { then: () => location.assign('/') })
  const passwordLink = usePasswordLink()
  const invitations = useInvitationActs()

  const actsOf = (person: Person): readonly PersonAct[] => {
    const permissions = { key: 'permissions', label: 'Permissions', run: () => void navigate(personPath(person.id)) }
    if (person.id === me) return [permissions]
    if (person.status !== 'active' && person.invitation) return [permissions, ...invitations.actsOf(person)]
    const turn = person.status === 'active' ? 'Deactivate' : 'Activate'
    return [
      permissions,
      ...(person.status === 'active'
        ? [
            {
              key: 'view',
              label: 'View as',
              whyNot: whyNotView(person),
              run: () => void viewAs({ params: { id: person.id } }),
            },
            {
              key: 'password',
              label: 'Reset password',
              whyNot: whyNotReset(person),
              run: () => void passwordLink.make(person),
            },
          ]
        : []),
      {
        key: 'turn',
        label: turn,
        whyNot: whyNotTurn(person),
        danger: turn === 'Deactivate',
        run: () =>
          void setStatus({
            params: { id: person.id },
            body: { status: person.status === 'active' ? 'deactivated' : 'active' },
          }),
      },
    ]
  }
  return {
    actsOf,
    dialogs: (
      <>
        {passwordLink.dialog}
        {invitations.dialogs}
      </>
    ),
  }
}

const useInvitationActs = () => {
  const [link, setLink] = useState<{ url: string; name: string }>()
  const [revoking, setRevoking] = useState<Person>()
  const resend = useAction(access.resendInvitation, {
    refreshes: [access.people, access.history],
    then({ data }) {
      if (data.link === null) toast.done(`Invitation sent to ${data.person.email}. The older link stopped`)
      else setLink({ url: new URL(data.link, location.origin).href, name: data.person.name })
    },
  })
  const revoke = useAction(access.revokeInvitation, {
    done: ({ data }) => `Revoked the invitation of ${data.name}`,
    undo: false,
    refreshes: [access.people, access.history],
  })
  const actsOf = (person: Person): readonly PersonAct[] => [
    {
      key: 'resend',
      label: person.status === 'invited' ? 'Resend invitation' : 'Invite again',
      whyNot: whyNotInvite(person),
      run: () => void resend({ params: { id: person.id } }),
    },
    ...(person.status === 'invited'
      ? [
          {
            key: 'revoke',
            label: 'Revoke invitation',
            whyNot: whyNotTurn(person),
            danger: true,
            run: () => setRevoking(person),
          },
        ]
      : []),
  ]
  const dialogs = (
    <>
      {link && (
        <LinkDialog
          title={`Send this link to ${link.name}`}
          label="Invitation link"
          url={link.url}
          onClose={() => setLink(undefined)}
        >
          No email was sent, because no mail server is set up. The link works once, for 72 hours; the older one stopped.
          Anyone with it can join as this person. You won’t see it again.
        </LinkDialog>
      )}
      {revoking && (
        <ConfirmDialog
          title={`Revoke the invitation of ${revoking.name}?`}
          verb="Revoke invitation"
          running={revoke.running}
          run={async (done) => {
            await revoke({ params: { id: revoking.id } }, done)
          }}
          onClose={() => setRevoking(undefined)}
        >
          The link that was sent to {revoking.email} stops at once and stays so. You can invite them again with a new
          one.
        </ConfirmDialog>
      )}
    </>
  )
  return { actsOf, dialogs }
}
