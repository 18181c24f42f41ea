import { UserAddOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { setInWords } from '#contract/platform/permission-sets.ts'
import { access, type Person } from '#contract/portal/access.ts'
import { hr } from '#contract/portal/hr.ts'
import { optionsOf } from '#web/kit/list/list.ts'
import { personPath } from '#web/platform/people/person-path.ts'
import { MEMBERS } from '#web/platform/people/member-words.ts'
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
import { DepartmentsDrawer } from './DepartmentsDrawer.tsx'
import { InvitePerson } from './InvitePerson.tsx'
import { PersonMenu } from './PersonMenu.tsx'
import { usePersonActs } from './use-person-acts.tsx'
import './portal.css'

const FILTERS: readonly Filter[] = [
  {
    kind: 'one',
    name: 'status',
    label: 'Status',
    options: optionsOf(MEMBERS),
  },
]
const TONES = { active: 'success', invited: 'info', deactivated: 'neutral' } as const

/** The people of the company: who they are, and what each may do. */
export default function PeoplePage() {
  const list = useListParams({ endpoint: access.people, sorts: [] })
  const [inviting, setInviting] = useState(false)
  const [departments, setDepartments] = useState(false)
  const navigate = useNavigate()
  const { actsOf, dialogs } = usePersonActs()
  const open = (person: Person) => void navigate(personPath(person.id))

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
      width: 150,
      priority: 0,
      card: 'corner',
      render: ({ status, invitation }) => (
        <StatusTag tone={TONES[status]}>
          {status === 'deactivated' && invitation ? 'Invitation revoked' : MEMBERS[status]}
        </StatusTag>
      ),
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
      width: 170,
      priority: 2,
      render: ({ permissions }) => (
        <TwoLines first={setInWords(permissions)} second={counted(permissions.length, 'permission')} />
      ),
    },
    {
      key: 'seen',
      title: 'Last seen',
      width: 240,
      priority: 2,
      align: 'right',
      render: ({ status, last_seen_at, invitation }) =>
        invitation ? (
          <TwoLines
            first={
              <>
                Invited <When at={invitation.sent_at} /> by {invitation.sent_by}
              </>
            }
            second={status === 'invited' && <LinkEnds at={invitation.ends_at} />}
          />
        ) : (
          orEmpty(last_seen_at && <When at={last_seen_at} />)
        ),
    },
    {
      key: 'acts',
      card: 'foot',
      title: 'Actions',
      width: 84,
      priority: 1,
      align: 'right',
      render: (person) => <PersonMenu name={person.name} acts={actsOf(person)} />,
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
      onOpen={open}
      empty={{
        title: 'Nobody is here yet',
        text: `Invite the people of ${session.get().user?.company_name ?? 'your company'}.`,
      }}
      actions={
        <>
          {can(hr.departments) && <Button onClick={() => setDepartments(true)}>Departments</Button>}
          {can(access.invite) && (
            <Button type="primary" icon={<UserAddOutlined aria-hidden />} onClick={() => setInviting(true)}>
              Invite
            </Button>
          )}
        </>
      }
    >
      {dialogs}
      {departments && <DepartmentsDrawer onClose={() => setDepartments(false)} />}
      <InvitePerson open={inviting} onClose={() => setInviting(false)} />
    </ListPage>
  )
}

const LinkEnds = ({ at }: { at: string }) =>
  new Date(at) > new Date() ? (
    <>
      The link ends <When at={at} as="absolute" />
    </>
  ) : (
    'The link has ended'
  )
