import { Button } from 'antd'
import { Link } from 'react-router'
import { notifications } from '#contract/platform/notifications.ts'
import { NotificationRows } from '#web/platform/notifications/NotificationRows.tsx'
import { sentenceOf, useAction, useOne } from '#web/kit/data/api.ts'
import { Notice } from '#web/kit/feedback/Notice.tsx'
import { can } from '#web/kit/data/session.ts'
import { SectionHistory } from './SectionHistory.tsx'
import { NOTIFICATION_DEFAULTS } from './notification-defaults.ts'

const { usuals, changeUsual } = notifications

/** What people hear of until they say so themselves, and where they do. */
export const NotificationDefaults = () => (
  <>
    <section className="section" aria-labelledby="told">
      <h2 id="told">Default notifications</h2>
      <p className="page-subtitle">Used until people choose their own under Notifications. Emails list what is new.</p>
      <Defaults />
    </section>
    <section className="section" aria-labelledby="told-elsewhere">
      <h2 id="told-elsewhere">Chosen elsewhere</h2>
      <ul className="settings">
        <li>
          <div>
            <h3>
              <Link to="/marketing/notifications">Your notifications</Link>
            </h3>
            <p>Your own settings, by type.</p>
          </div>
        </li>
        <li>
          <div>
            <h3>
              <Link to="?section=routing">Alerts of waiting leads</Link>
            </h3>
            <p>Set the delay for the company under Lead routing.</p>
          </div>
        </li>
      </ul>
    </section>
    <SectionHistory section="notifications" />
  </>
)

const Defaults = () => {
  const { data, isError, error, refetch } = useOne(usuals, {})
  const change = useAction(changeUsual, { done: 'Setting saved', refreshes: NOTIFICATION_DEFAULTS })
  if (isError && !data)
    return (
      <Notice
        kind="error"
        title="The settings did not load"
        action={<Button onClick={() => void refetch()}>Try again</Button>}
      >
        {sentenceOf(error, usuals.failure)}
      </Notice>
    )
  if (!data) return null
  return (
    <NotificationRows
      choices={data.data.choices}
      whose="theirs"
      mail={data.data.mail}
      disabled={change.running || !can(changeUsual)}
      onChoose={(body) => void change({ body })}
    />
  )
}
