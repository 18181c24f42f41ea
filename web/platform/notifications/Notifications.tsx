import { Segmented } from 'antd'
import type { ReactNode } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { NOTIFICATION_VIEWS } from '#contract/platform/notifications.ts'
import { Page } from '#web/kit/look/Page.tsx'
import { NotificationChoices } from './NotificationChoices.tsx'
import { NotificationList, ReadAll } from './NotificationList.tsx'

/** Everything that the person was notified of, and their settings. Links in emails come here first: `children` opens what they name. */
export const Notifications = ({ children }: { children?: ReactNode }) => {
  const { hash } = useLocation()
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const view = NOTIFICATION_VIEWS.find((each) => each === params.get('view'))
  return (
    <Page title="Notifications" width={720} actions={<ReadAll />}>
      {children}
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
