import { UserOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { Link, useParams } from 'react-router'
import { access } from '#contract/portal/access.ts'
import { ApiError, sentenceOf, useOne } from '#web/kit/data/api.ts'
import { FullScreenSpinner } from '#web/kit/feedback/Guard.tsx'
import { Notice } from '#web/kit/feedback/Notice.tsx'
import { State } from '#web/kit/list/ListStates.tsx'
import { Page } from '#web/kit/look/Page.tsx'
import { PermissionEditor } from './PermissionEditor.tsx'
import './portal.css'

/** The permissions of one person of the company, at an address of their own. */
export default function PermissionsPage() {
  const { id: text = '' } = useParams()
  const id = /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined
  const { data, error, refetch } = useOne(access.person, { params: { id: id ?? 1 } }, { enabled: id !== undefined })
  if (id === undefined || (error instanceof ApiError && error.status === 404))
    return (
      <Page title="Permissions">
        <State
          icon={<UserOutlined aria-hidden />}
          title="Person not found"
          actions={<Link to="/app/people">Open People</Link>}
        >
          Nobody in your company is at this address.
        </State>
      </Page>
    )
  if (data?.data.id === id) return <PermissionEditor key={id} person={data.data} />
  if (error)
    return (
      <Page title="Permissions">
        <Notice
          kind="error"
          title="The permissions did not load"
          action={<Button onClick={() => void refetch()}>Try again</Button>}
        >
          {sentenceOf(error, access.person.failure)}
        </Notice>
      </Page>
    )
  return <FullScreenSpinner />
}
