import { sql, type RawBuilder } from 'kysely'
import { CONTACT_COLUMNS, contactExports, type ContactColumn } from '#contract/content/contact-exports.ts'
import { MESSAGES, messageThere } from '#server/content/contact-messages/list.ts'
import { exportOf } from '#server/platform/exports/export.ts'

/** What stands in a cell; `m` is the message. Times are those of `zone`. */
const cellOf = (column: ContactColumn, zone: string): RawBuilder<string | null> => {
  switch (column) {
    case 'created_at':
    case 'answered_at':
      return sql`to_char(${sql.ref(`m.${column}`)} at time zone ${zone}, 'YYYY-MM-DD HH24:MI')`
    case 'handled_by':
      return sql`(select p.name from people p where p.id = m.handled_by)`
    case 'phone':
      return sql`coalesce(m.phone, m.phone_as_written)`
    case 'lead_no':
      return sql`(select l.lead_no::text from leads l where l.company_id = m.company_id and l.id = lead_now(m.lead_id))`
    default:
      return sql`${sql.ref(`m.${column}`)}::text`
  }
}

export const contactExport = exportOf({
  name: 'contact-exports.begin',
  begin: contactExports.begin,
  title: (count) => `Export ${count.toLocaleString('en')} ${count === 1 ? 'message' : 'messages'}`,
  fileName: 'contact-messages',
  of: MESSAGES,
  labels: CONTACT_COLUMNS,
  cell: cellOf,
  joins: () => sql``,
  visible: () => messageThere(),
})
