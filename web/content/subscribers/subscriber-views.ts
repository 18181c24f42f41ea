import type { View } from '#web/kit/list/list.ts'
import { formats } from '#web/kit/look/format.ts'

export const TITLE = 'News Letter List'

/** The first day of the last 30. */
export const monthAgo = () => formats().day(-29)

/** The views of the list; that of those who left moves with the day. */
export const subscriberViews = (): readonly View[] => [
  {
    key: 'subscribed',
    label: 'Subscribed',
    params: { status: ['subscribed'] },
    empty: { title: 'Nobody is subscribed yet', text: 'People appear here once they have confirmed their address.' },
  },
  {
    key: 'unconfirmed',
    label: 'Unconfirmed',
    params: { status: ['unconfirmed'] },
    empty: {
      title: 'Nobody is waiting to confirm',
      text: 'People appear here until they press the button in the mail that they got.',
    },
  },
  {
    key: 'bounced',
    label: 'Bounced',
    params: { status: ['bounced'] },
    empty: { title: 'No mail came back for good', text: 'Addresses that no longer take mail appear here.' },
  },
  {
    key: 'left',
    label: 'Left, 30 days',
    params: { status: ['unsubscribed', 'complained'], status_from: monthAgo() },
    empty: { title: 'Nobody left in the last 30 days', text: 'People who unsubscribe or complain appear here.' },
  },
  { key: 'all', label: 'All', params: {} },
]
