import { sql } from 'kysely'
import type { Tenant } from '#server/db/tenant.ts'

/** A row with a version, whose changes are in the history under `entity`. */
interface Versioned<Fields> {
  entity: string
  id: number
  version: number
  /** As they are now, under their columns' names. */
  values: Fields
}

/**
 * What to write of the fields that somebody sent who saw the row at `seen`: those that they changed. Both writers win
 * unless they changed the same field; those are the conflicts. Without `seen`, whatever differs from now.
 */
export const fieldsToWrite = async <Fields extends object>(
  tenant: Tenant,
  row: Versioned<Fields>,
  sent: Partial<Fields>,
  seen: number = row.version,
): Promise<{ write: Partial<Fields>; conflicts: string[] }> => {
  const changed = seen < row.version ? await changedSince(tenant, row, seen) : new Map<string, unknown>()
  const now = new Map<string, unknown>(Object.entries(row.values))
  const atThatVersion = new Map([...now, ...changed])
  const mine = Object.entries(sent).filter(([field, value]) => !same(value, atThatVersion.get(field)))
  return {
    write: Object.fromEntries(mine) as Partial<Fields>,
    conflicts: mine
      .filter(([field, value]) => changed.has(field) && !same(value, now.get(field)))
      .map(([field]) => field),
  }
}

const same = (one: unknown, other: unknown) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null)

/** The fields changed after a version, each with the value that it had then. */
export const changedSince = async (
  { db, companyId }: Tenant,
  { entity, id }: Pick<Versioned<unknown>, 'entity' | 'id'>,
  version: number,
): Promise<Map<string, unknown>> => {
  const { rows } = await sql<{ field: string; old: unknown }>`
    select distinct on (f.key) f.key as field, f.value -> 0 as old
    from changes c
      left join change_values v on v.company_id = c.company_id and v.digest = c.personal,
      jsonb_each(c.fields || coalesce(v.fields, '{}')) f
    where c.company_id = ${companyId} and c.entity = ${entity} and c.root = ${entity} and c.root_id = ${id}
      and c.entity_id = ${id} and c.version > ${version}
    order by f.key, c.version`.execute(db)
  return new Map(rows.map(({ field, old }) => [field, old]))
}
