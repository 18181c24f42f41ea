import { sql, type RawBuilder } from 'kysely'
import type { Tenant } from '#server/db/tenant.ts'
import { readTotal, totalOf, type CountedList } from './counts.ts'

/** A page of rows to look for. */
export interface Wanted {
  /** All that must hold of a row. */
  matching: RawBuilder<boolean>
  order: RawBuilder<unknown>
  limit: number
  offset: number
}

/** The statement for the ids of a page; it need not look for any unless the condition holds. */
export type IdsIf = (something: RawBuilder<unknown>) => RawBuilder<unknown>

export const idsInOrder =
  ({ rows, alias }: { rows: string; alias: string }, { matching, order, limit, offset }: Wanted): IdsIf =>
  (something) =>
    sql`select ${sql.ref(`${alias}.id`)} from ${sql.table(rows)} ${sql.id(alias)}
      where ${matching} and ${something} order by ${order} limit ${limit} offset ${offset}`

/** The ids of a page in their order: `from ${ids} as page (id, place)`. */
export type PageOfIds = RawBuilder<unknown>

export const idsOf = (ids: readonly number[]): PageOfIds => sql`unnest(${ids}::bigint[]) with ordinality`

/** The ids that were left in a slot. */
export const idsIn = (slot: string): PageOfIds =>
  sql`unnest(string_to_array(current_setting(${slot}, true), ',')::bigint[]) with ordinality`

/**
 * The total of a filter, the ids of a page and its rows, in one round trip and of one moment. The ids go to `rowsInSlot` within the
 * database, as a text with commas in a setting of the transaction. Where nothing matches, nothing is looked for.
 */
export const pageFromTheTop = async <Filter extends object, Row>(
  tenant: Tenant,
  list: CountedList<Filter>,
  filter: Filter,
  idsIf: IdsIf,
  rowsInSlot: (slot: string) => Promise<Row[]>,
): Promise<{ data: Row[]; total: number }> => {
  const [totalSlot, idsSlot] = [tenant.slot(), tenant.slot()]
  const chosen = idsIf(sql`(select current_setting(${totalSlot}, true)) is distinct from '0'`)
  const ids = sql`select set_config(${idsSlot}, array_to_string(array(${chosen}), ','), true)`
  const [known, , data] = await Promise.all([
    readTotal(tenant, list, filter, totalSlot),
    tenant.db.executeQuery(ids.compile(tenant.db)),
    rowsInSlot(idsSlot),
  ])
  return { data, total: await totalOf(tenant, list, filter, known) }
}
