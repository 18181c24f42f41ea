import { sql } from 'kysely'
import type { Tenants } from '#server/db/tenant.ts'
import { countRows, knownTotal, type CountedList } from './counts.ts'

export interface Drift {
  filter: object
  /** What the stored numbers say, and what there is. */
  said: number
  is: number
}

export interface Checked {
  counts: number
  /** What did not agree; it has been deleted, so that the next request counts again. */
  drifts: Drift[]
}

/** Compares every stored total of a company with its rows, each at one moment, and deletes what is wrong. */
export const checkCounts = async <Filter extends object>(
  tenants: Tenants,
  companyId: number,
  list: CountedList<Filter>,
): Promise<Checked> => {
  const own = sql`company_id = ${companyId} and entity = ${list.entity}`
  const stored = await tenants.read(companyId, ({ db }) =>
    sql<{ key: Buffer; filter: Filter }>`select key, filter from list_counts where ${own} order by key`.execute(db),
  )
  const checked: Checked = { counts: 0, drifts: [] }
  for (const { key, filter } of stored.rows) {
    const [said, { n: is }] = await tenants.read(companyId, async (tenant) => {
      const { rows } = await knownTotal(tenant, list, filter, key).execute(tenant.db)
      return [rows[0]?.total, await countRows(tenant, list, filter)] as const
    })
    if (said === undefined) continue
    checked.counts += 1
    if (said === is) continue
    checked.drifts.push({ filter, said, is })
    await tenants.write(companyId, { kind: 'system', channel: 'api', act: `${list.entity}.check-counts` }, ({ db }) =>
      sql`delete from list_counts where ${own} and key = ${key}`.execute(db),
    )
  }
  return checked
}
