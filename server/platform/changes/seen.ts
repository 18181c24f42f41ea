import { sql, type RawBuilder } from 'kysely'
import type { Tenant } from '#server/db/tenant.ts'
import type { Caller } from '#server/kit/auth.ts'
import type { EntityRules, HistoryRow, Rules } from './rules.ts'

/**
 * Whether what the row `r` is about, a row of the history or a root alone, is there for the caller, by the rules of its entity. What
 * has none is the company's.
 */
export const seenBy = ({ all }: Rules, tenant: Tenant, caller: Caller): RawBuilder<boolean> =>
  byRoot(
    all.flatMap(([entity, { seen }]) => (seen ? [[entity, seen(tenant, caller)] as const] : [])),
    sql`true`,
  )

/** What the root of the row `r` is called, where the caller may see it; null where it has no name. */
export const nameOf = ({ all }: Rules, tenant: Tenant, caller: Caller): RawBuilder<string | null> =>
  byRoot(
    all.flatMap(([entity, { name }]) => (name ? [[entity, name(tenant, caller)] as const] : [])),
    sql`null::text`,
  )

const byRoot = <T>(
  cases: readonly (readonly [entity: string, is: RawBuilder<T>])[],
  otherwise: RawBuilder<T>,
): RawBuilder<T> =>
  cases.length === 0
    ? otherwise
    : sql`case r.root ${sql.join(
        cases.map(([entity, is]) => sql`when ${sql.lit(entity)} then ${is}`),
        sql` `,
      )} else ${otherwise} end`

/** Rows of the history as the caller may read them: what the rules of their entities hide is left out. */
export const redactHistory = async <R extends HistoryRow>(
  rulesOf: (entity: string) => Pick<EntityRules, 'hidden'>,
  tenant: Tenant,
  caller: Caller,
  rows: readonly R[],
): Promise<R[]> => {
  const hides = new Map<string, (row: HistoryRow, field: string) => boolean>()
  for (const [entity, own] of Map.groupBy(rows, (row) => row.entity)) {
    const hidden = await rulesOf(entity).hidden?.(tenant, caller, own)
    if (hidden) hides.set(entity, hidden)
  }
  return rows.map((row) => {
    const hidden = hides.get(row.entity)
    if (!hidden) return row
    return { ...row, fields: Object.fromEntries(Object.entries(row.fields).filter(([field]) => !hidden(row, field))) }
  })
}
