import { sql } from 'kysely'
import type { Tenant } from '#server/db/tenant.ts'
import type { StoredLine } from '#server/leads/lead/product-lines.ts'

export type KeptLine = StoredLine & { id: number }

type Fields = Record<string, [unknown, unknown]>

interface Change {
  entity_id: number
  verb: 'created' | 'updated' | 'deleted'
  fields: Fields
}

/**
 * The products of a lead as they were at its version `seen`: those of now, with what has changed since taken back. What
 * a writer changed without making a version of the lead counts as changed since.
 */
export const linesSince = async (
  { db, companyId }: Tenant,
  leadId: number,
  now: readonly KeptLine[],
  seen: number,
): Promise<KeptLine[]> => {
  const { rows } = await sql<Change>`
    with mine as (
      select id, change_set, entity, entity_id, verb, fields, version from changes
      where company_id = ${companyId} and root = 'leads' and root_id = ${leadId}
    ), seen as (
      select max(id) as id from mine where change_set in (select change_set from mine where entity = 'leads' and version <= ${seen})
    )
    select entity_id, verb, fields from mine
    where entity = 'lead_items' and id > coalesce((select id from seen), 0) order by id desc`.execute(db)
  const lines = new Map(now.map((line) => [line.id, line]))
  for (const { entity_id: id, verb, fields } of rows)
    if (verb === 'created') lines.delete(id)
    else lines.set(id, { ...(lines.get(id) ?? blank(id)), ...before(fields) })
  return [...lines.values()]
}

/** A field without a value is not in the history. */
const blank = (id: number): KeptLine => ({ id, product_id: null, product_name: '', quantity: 0, total_quantity: 0 })

const before = (fields: Fields): Partial<KeptLine> =>
  Object.fromEntries(Object.entries(fields).map(([field, [old]]) => [field, old]))
