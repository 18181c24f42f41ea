import { Form, Input, Select } from 'antd'
import { useState } from 'react'
import { PERMISSION_SETS, type PermissionSet } from '#contract/platform/permission-sets.ts'
import { PERMISSION_KEYS } from '#contract/kit/permissions.ts'
import { access } from '#contract/portal/access.ts'
import { useAction } from '#web/kit/data/api.ts'
import { FormModal } from '#web/kit/form/FormModal.tsx'
import { toast } from '#web/kit/feedback/toast.ts'
import { LinkDialog } from './LinkDialog.tsx'
import { canGive } from './may-change.ts'

interface Invited {
  email: string
  firstname: string
  lastname?: string
  set: PermissionSet
}

const SETS = Object.keys(PERMISSION_SETS).map((value) => ({ value, label: value }))

const afterwards = () =>
  PERMISSION_KEYS.every(canGive)
    ? 'You can adjust permissions later.'
    : 'You can adjust permissions later. Those that you don’t have yourself are left out.'

/** Invites a person with a ready-made set; without a mail server the link is shown, for the inviter to hand over. */
export const InvitePerson = ({ open, onClose }: { open: boolean; onClose: () => void }) => {
  const [link, setLink] = useState<{ url: string; name: string }>()
  const invite = useAction(access.invite, { refreshes: access.people })
  const send = async ({ set, lastname = '', ...person }: Invited) => {
    const permissions = PERMISSION_SETS[set].filter(canGive)
    const { data } = await invite.orThrow({ body: { ...person, lastname, permissions } })
    if (data.link !== null && !data.mailed)
      setLink({ url: new URL(data.link, location.origin).href, name: data.person.name })
    else toast.done(`Invitation sent to ${data.person.email}`)
  }
  return (
    <>
      <FormModal<Invited>
        title="Invite a person"
        button="Invite"
        open={open}
        onClose={onClose}
        onSave={send}
        initialValues={{ set: 'QA' }}
        draft="invite"
      >
        <Form.Item
          name="email"
          label="Work email"
          rules={[{ required: true, type: 'email', message: 'Enter a full email address, like name@company.com' }]}
        >
          <Input type="email" autoComplete="off" />
        </Form.Item>
        <Form.Item
          name="firstname"
          label="First name"
          rules={[{ required: true, whitespace: true, message: 'Enter the first name' }]}
        >
          <Input autoComplete="off" maxLength={100} />
        </Form.Item>
        <Form.Item name="lastname" label="Last name">
          <Input autoComplete="off" maxLength={100} />
        </Form.Item>
        <Form.Item name="set" label="Permissions to start with" required extra={afterwards()}>
          <Select options={SETS} />
        </Form.Item>
      </FormModal>
      {link && (
        <LinkDialog
          title={`Send this link to ${link.name}`}
          label="Invitation link"
          url={link.url}
          onClose={() => setLink(undefined)}
        >
          No email was sent, because no mail server is set up. Anyone with the link can join as this person. You won’t
          see it again.
        </LinkDialog>
      )}
    </>
  )
}
