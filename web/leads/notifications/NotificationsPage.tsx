import { Button, Segmented } from 'antd'
import { Navigate, useLocation, useNavigate, useSearchParams } from 'react-router'
import { leadDetails } from '#contract/leads/lead-details.ts'
import { NOTIFICATION_VIEWS } from '#contract/leads/notifications.ts'
import { leadPath } from '#web/leads/list/lead-path.ts'
import { ApiError, sentenceOf, useOne } from '#web/kit/data/api.ts'
import { Notice } from '#web/kit/feedback/Notice.tsx'
import { Page } from '#web/kit/look/Page.tsx'
import { NotificationChoices } from './NotificationChoices.tsx'
import { NotificationList, ReadAll } from './NotificationList.tsx'

/** Everything that the person was told, and what they want to be told; links in mails come here first. */
export default function NotificationsPage() {
  const { hash } = useLocation()
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const view = NOTIFICATION_VIEWS.find((each) => each === params.get('view'))
  const lead = /^[1-9]\d{0,14}$/.exec(params.get('lead') ?? '')?.[0]
  return (
    <Page title="Notifications" width={720} actions={<ReadAll />}>
      {lead && <OpenLead id={Number(lead)} />}
      <section className="section" aria-label="Latest">
        <Segmented
          className="note-views"
          aria-label="Filter notifications"
          value={view ?? 'all'}
          options={VIEWS}
          onChange={(chosen) => void navigate(chosen === 'all' ? '?' : `?view=${chosen}`, { replace: true })}
        />
        <NotificationList key={view} view={view} />
      </section>
      <section
        className="section"
        aria-labelledby="choices"
        ref={(section) => void (hash === '#choices' && section?.scrollIntoView())}
      >
        <h2 id="choices">Notification settings</h2>
        <p className="page-subtitle">
          For this company. Emails combine your notifications, and come only when there is news.
        </p>
        <NotificationChoices />
      </section>
    </Page>
  )
}

const VIEWS = [
  { value: 'all', label: 'All' },
  { value: 'unread', label: 'Unread' },
  { value: 'mentions', label: 'Unread mentions' },
]

/** Opens the lead where this person finds it, or says that there is nothing to open. */
const OpenLead = ({ id }: { id: number }) => {
  const lead = useOne(leadDetails.lead, { params: { id } })
  const path = lead.data && leadPath(lead.data.data)
  if (path) return <Navigate to={path} replace />
  if (lead.isPending) return null
  if (lead.isError && !isGone(lead.error))
    return (
      <Notice
        kind="error"
        title="The lead did not load"
        action={<Button onClick={() => void lead.refetch()}>Try again</Button>}
      >
        {sentenceOf(lead.error, leadDetails.lead.failure)}
      </Notice>
    )
  return (
    <Notice kind="info" title="You can no longer see this lead">
      It was deleted or reassigned. Ask a colleague if you still need it.
    </Notice>
  )
}

/** Nothing of it is to be seen by this person, however often they ask. */
const isGone = (failure: unknown) => failure instanceof ApiError && (failure.status === 403 || failure.status === 404)
