import { sql, type RawBuilder } from 'kysely'
import type { SubscriberExportColumn } from '#contract/content/subscriber-exports.ts'

/** What stands in a cell; `s` is the subscriber. Times are those of `zone`. */
export const cellOf = (column: SubscriberExportColumn, zone: string): RawBuilder<string | null> => {
  const at = (name: string) => sql<string>`to_char(${sql.ref(`s.${name}`)} at time zone ${zone}, 'YYYY-MM-DD HH24:MI')`
  switch (column) {
    case 'status_at':
    case 'created_at':
    case 'confirmed_at':
    case 'unsubscribed_at':
      return at(column)
    case 'last_sent_at':
      return at('last_mail_at')
    case 'form':
      return sql`(select f.name from intake_forms f where f.company_id = s.company_id and f.id = s.form_id)`
    default:
      return sql`${sql.ref(`s.${column}`)}::text`
  }
}
