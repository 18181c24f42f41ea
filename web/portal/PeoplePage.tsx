import { UserAddOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { access, type Person } from '#contract/portal/access.ts'
import { optionsOf } from '#web/kit/list/list.ts'
import { MEMBERS } from '#web/platform/people/member-words.ts'
import { useAction, useList } from '#web/kit/data/api.ts'
import { counted } from '#web/kit/look/format.ts'
import type { Column, Filter } from '#web/kit/list/list.ts'
import { ListPage } from '#web/kit/list/ListPage.tsx'
import { orEmpty } from '#web/kit/look/EmptyValue.tsx'
import { PersonWithEmail } from '#web/kit/look/PersonAvatar.tsx'
import { can, session } from '#web/kit/data/session.ts'
import { StatusTag } from '#web/kit/look/StatusTag.tsx'
import { TwoLines } from '#web/kit/look/TwoLines.tsx'
import { useListParams } from '#web/kit/list/use-list-params.ts'
import { When } from '#web/kit/look/When.tsx'
import { ActButton } from './ActButton.tsx'
import { InvitePerson } from './InvitePerson.tsx'
import { whyNotReset, whyNotTurn, whyNotView } from './may-change.ts'
import { PermissionDrawer } from './PermissionDrawer.tsx'
import { usePasswordLink } from './use-password-link.tsx'
import './portal.css'

const FILTERS: readonly Filter[] = [
  {
    kind: 'one',
    name: 'status',
    label: 'Status',
    options: optionsOf(MEMBERS),
  },
]
/** What became of somebody who was deactivated or let in. */
const TOLD = {
  active: (name: string) => `${name} can sign in again`,
  deactivated: (name: string) => `Deactivated ${name} and signed them out`,
  invited: (name: string) => `${name} has never joined. Invite them again`,
} as const
const TONES = { active: 'success', invited: 'info', deactivated: 'neutral' } as const

/** The people of the company: who they are, and what each may do. */
export default function PeoplePage() {
  const list = useListParams({ endpoint: access.people, sorts: [], own: ['person'] })
  const [inviting, setInviting] = useState(false)
  const page = useList(access.people, list.query, { enabled: can(access.people) && list.ready }).data
  const open = page?.data.find(({ id }) => String(id) === list.get('person'))
  const setOpen = (person?: Person) => list.change({ person: person && String(person.id) })
  const setStatus = useAction(access.setStatus, {
    done: ({ data }) => TOLD[data.status](data.name),
    refreshes: access.people,
  })
  // Everything on screen is somebody else's from then on.
  const viewAs = useAction(access.viewAs, { then: () => location.assign('/') })
  const passwordLink = usePasswordLink()
  const me = session.get().user?.id
  const turn = ({ id, status }: Person) =>
    void setStatus({ params: { id }, body: { status: status === 'active' ? 'deactivated' : 'active' } })

  const columns: readonly Column<Person>[] = [
    {
      key: 'name',
      title: 'Person',
      width: 220,
      priority: 0,
      render: ({ name, email }) => <PersonWithEmail name={name} email={email} />,
    },
    {
      key: 'status',
      title: 'Status',
      width: 130,
      priority: 0,
      card: 'corner',
      render: ({ status }) => <StatusTag tone={TONES[status]}>{MEMBERS[status]}</StatusTag>,
    },
    {
      key: 'place',
      title: 'Designation',
      width: 170,
      priority: 3,
      render: ({ designation, department }) => <TwoLines first={designation} second={department} />,
    },
    { key: 'role', title: 'Role', width: 90, priority: 4, render: ({ is_primary }) => (is_primary ? 'Admin' : 'User') },
    {
      key: 'permissions',
      title: 'Permissions',
      width: 120,
      priority: 2,
      align: 'right',
      render: ({ permissions }) => counted(permissions.length, 'permission'),
    },
    {
      key: 'seen',
      title: 'Last seen',
      width: 120,
      priority: 2,
      align: 'right',
      render: ({ last_seen_at }) => orEmpty(last_seen_at && <When at={last_seen_at} />),
    },
    {
      key: 'acts',
      card: 'foot',
      title: 'Actions',
      width: 420,
      priority: 1,
      align: 'right',
      render: (person) => (
        <span className="row-actions">
          <Button size="small" onClick={() => setOpen(person)}>
            Permissions
          </Button>
          {person.id !== me && person.status === 'active' && (
            <ActButton whyNot={whyNotView(person)} onClick={() => void viewAs({ params: { id: person.id } })}>
              View as
            </ActButton>
          )}
          {person.id !== me && person.resettable && (
            <ActButton whyNot={whyNotReset(person)} onClick={() => void passwordLink.make(person)}>
              Reset password
            </ActButton>
          )}
          {person.id !== me && person.status !== 'invited' && (
            <ActButton whyNot={whyNotTurn(person)} onClick={() => turn(person)}>
              {person.status === 'active' ? 'Deactivate' : 'Activate'}
            </ActButton>
          )}
        </span>
      ),
    },
  ]

  return (
    <ListPage
      title="People"
      list={list}
      noun={['person', 'people']}
      columns={columns}
      filters={FILTERS}
      search="Search name or email"
      onOpen={setOpen}
      openId={open?.id}
      empty={{
        title: 'Nobody is here yet',
        text: `Invite the people of ${session.get().user?.company_name ?? 'your company'}.`,
      }}
      actions={
        can(access.invite) && (
          <Button type="primary" icon={<UserAddOutlined aria-hidden />} onClick={() => setInviting(true)}>
            Invite
          </Button>
        )
      }
    >
      {passwordLink.dialog}
      <InvitePerson open={inviting} onClose={() => setInviting(false)} />
      {open && <PermissionDrawer key={open.id} person={open} onClose={() => setOpen()} />}
    </ListPage>
  )
}
