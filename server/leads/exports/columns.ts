import { sql, type RawBuilder } from 'kysely'
import type { ExportColumn } from '#contract/leads/exports.ts'

/** What stands in a cell; `l` is the lead, `first` its first product. Times are those of `zone`. */
export const cellOf = (column: ExportColumn, zone: string): RawBuilder<string | null> => {
  const at = (name: string) => sql<string>`to_char(${sql.ref(`l.${name}`)} at time zone ${zone}, 'YYYY-MM-DD HH24:MI')`
  const nameOf = (name: string) => sql<string>`(select p.name from people p where p.id = ${sql.ref(`l.${name}`)})`
  switch (column) {
    case 'created_at':
    case 'assigned_at':
    case 'validated_at':
    case 'updated_at':
      return at(column)
    case 'assigned_qa':
    case 'sales_person':
      return nameOf(column)
    case 'phone':
      return sql`coalesce(l.phone, l.phone_sent)`
    case 'other_emails':
    case 'other_phones':
      return furtherOf(column === 'other_emails' ? 'email' : 'phone')
    case 'tags':
      return sql`array_to_string(l.tags, '; ')`
    case 'zipCode':
      return sql`l.zip_code`
    case 'product':
      return sql`items.names[1]`
    case 'quantity':
      return sql`items.quantities[1]::text`
    case 'more_products':
      return sql`array_to_string(items.told[2:], '; ')`
    case 'reason':
      return sql`l.reason_code`
    case 'utm_source':
    case 'utm_medium':
    case 'utm_campaign':
    case 'utm_term':
    case 'utm_content':
      // Who sends an enquiry by program may have named it without `utm_`.
      return sql`coalesce(l.utm ->> ${column}, l.utm ->> ${column.slice('utm_'.length)})`
    default:
      return sql`${sql.ref(`l.${column}`)}::text`
  }
}

/** The further values of one kind, as an import reads them again. */
const furtherOf = (kind: 'email' | 'phone') => sql<string | null>`(
  select string_agg(e.value ->> 'value', '; ' order by e.place)
  from jsonb_array_elements(l.further) with ordinality as e (value, place) where e.value ->> 'kind' = ${kind})`

/** The products of lead `l`, where any of the columns tells of them. */
export const itemsFor = (columns: readonly ExportColumn[]) =>
  columns.some((column) => PRODUCT_COLUMNS.includes(column))
    ? sql`left join lateral (
        select array_agg(i.product_name order by i.id) as names, array_agg(i.quantity order by i.id) as quantities,
          array_agg(i.product_name || ' × ' || i.quantity order by i.id) as told
        from lead_items i where i.company_id = l.company_id and i.lead_id = l.id) items on true`
    : sql``

const PRODUCT_COLUMNS: readonly string[] = ['product', 'quantity', 'more_products']
