import { sql } from 'kysely'
import { SUBSCRIBER_EXPORT_COLUMNS, subscriberExports } from '#contract/content/subscriber-exports.ts'
import { SUBSCRIBERS, subscriberThere } from '#server/content/subscribers/list.ts'
import { exportOf } from '#server/platform/exports/export.ts'
import { cellOf } from './columns.ts'

export const subscriberExport = exportOf({
  name: 'subscriber-exports.begin',
  begin: subscriberExports.begin,
  title: (count) => `Export ${count.toLocaleString('en')} ${count === 1 ? 'subscriber' : 'subscribers'}`,
  fileName: 'newsletter',
  of: SUBSCRIBERS,
  labels: SUBSCRIBER_EXPORT_COLUMNS,
  cell: cellOf,
  joins: () => sql``,
  visible: subscriberThere,
})
