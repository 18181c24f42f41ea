import type { SubscriberRow } from '#contract/content/subscribers.ts'
import type { Card, Column } from '#web/kit/list/list.ts'
import { formats } from '#web/kit/look/format.ts'
import { TwoLines } from '#web/kit/look/TwoLines.tsx'
import { When } from '#web/kit/look/When.tsx'
import { callOf, SOURCE_LABELS, StatusOf } from './subscriber-words.tsx'

const STATUS: Column<SubscriberRow> = {
  key: 'status',
  title: 'Status',
  width: 132,
  priority: 1,
  sort: 'status',
  render: (row) => <StatusOf {...row} />,
}

const COLUMNS: readonly Column<SubscriberRow>[] = [
  {
    key: 'subscriber',
    title: 'Subscriber',
    width: 284,
    priority: 0,
    sort: 'email',
    render: ({ email, name }) => <TwoLines strong first={email} second={name || 'No name'} />,
  },
  STATUS,
  {
    key: 'source',
    title: 'Source',
    width: 124,
    priority: 3,
    sort: 'source',
    render: ({ source }) => SOURCE_LABELS[source],
  },
  {
    key: 'subscribed',
    title: 'Subscribed',
    width: 128,
    priority: 2,
    sort: 'createdAt',
    firstOrder: 'desc',
    render: ({ createdAt }) => <OnDay at={createdAt} />,
  },
  {
    key: 'last_mail',
    title: 'Last mail',
    width: 128,
    priority: 4,
    optional: true,
    sort: 'last_sent_at',
    firstOrder: 'desc',
    render: ({ last_sent_at }) => <When at={last_sent_at} />,
  },
  {
    key: 'bounces',
    title: 'Bounces',
    width: 104,
    priority: 5,
    optional: true,
    align: 'right',
    sort: 'bounces',
    firstOrder: 'desc',
    render: ({ bounces: { hard, soft } }) => formats().number(hard + soft),
  },
]

/** Where all rows have the same status, no column says it. */
export const subscriberColumns = (statuses: readonly string[]) =>
  statuses.length === 1 ? COLUMNS.filter((column) => column !== STATUS) : COLUMNS

const OnDay = ({ at }: { at: string }) => {
  const { date, dateTimeZone } = formats()
  return (
    <time dateTime={at} title={dateTimeZone(at)}>
      {date(at)}
    </time>
  )
}

export const subscriberCard = (row: SubscriberRow): Card => ({
  title: <span className="subscriber-card-title">{row.email}</span>,
  corner: <StatusOf {...row} />,
  lines: [row.name ? callOf(row) : 'No name', ` · ${SOURCE_LABELS[row.source]}`],
  end: <OnDay at={row.createdAt} />,
})
