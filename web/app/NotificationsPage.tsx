import { OpenLead } from '#web/leads/list/OpenLead.tsx'
import { Notifications } from '#web/platform/notifications/Notifications.tsx'

/** The person’s notifications, with what each area opens from a link in an email. */
export default function NotificationsPage() {
  return (
    <Notifications>
      <OpenLead />
    </Notifications>
  )
}
