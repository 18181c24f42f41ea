import { sql } from 'kysely'
import type { Tenant } from '#server/db/tenant.ts'

/** field → [before, after] */
export type Fields = Readonly<Record<string, readonly [unknown, unknown]>>

/** One row of the history, with the personal values that it refers to. */
export interface Change {
  id: number
  change_set: string
  actor_kind: 'person' | 'system' | 'import' | 'rule'
  actor_id: number | null
  act: string
  at: string
  entity: string
  entity_id: number
  root: string
  root_id: number
  version: number | null
  verb: 'created' | 'updated' | 'deleted'
  fields: Fields
  /** Its personal values were erased since: nobody knows them any more. */
  erased: boolean
}

/** What a change is about: the lead of a comment, the lead itself for a lead. */
export interface Root {
  root: string
  root_id: number
}

export const rootKey = ({ root, root_id }: Root) => `${root} ${root_id}`

const columns = sql`c.id, c.change_set, c.actor_kind, c.actor_id, c.act, c.at, c.entity, c.entity_id, c.root, c.root_id, c.version,
  c.verb, c.fields || coalesce(v.fields, '{}') as fields, c.personal is not null and v.fields is null as erased`
const values = sql`left join change_values v on v.company_id = c.company_id and v.digest = c.personal`

/** The roots that a change set touched, the last touched first, below the given row of the history. */
export const rootsOf = async ({ db, companyId }: Tenant, changeSet: string, below: number, limit: number) => {
  const { rows } = await sql<Root & { newest: number }>`
    select root, root_id, max(id) as newest from changes where company_id = ${companyId} and change_set = ${changeSet}
    group by root, root_id having max(id) < ${below} order by newest desc limit ${limit}`.execute(db)
  return rows
}

const atRoots = (roots: readonly Root[]) => sql`(c.root, c.root_id) in (
  select * from unnest(${roots.map(({ root }) => root)}::text[], ${roots.map(({ root_id }) => root_id)}::bigint[]))`

/** What the change set did to these roots, in order. */
export const changesAt = async ({ db, companyId }: Tenant, changeSet: string, roots: readonly Root[]) => {
  const { rows } = await sql<Change>`
    select ${columns} from changes c ${values}
    where c.company_id = ${companyId} and c.change_set = ${changeSet} and ${atRoots(roots)} order by c.id`.execute(db)
  return rows
}

/** What other change sets have done to these roots since, in order. */
export const changesSince = async (
  { db, companyId }: Tenant,
  since: { changeSet: string; id: number },
  roots: readonly Root[],
) => {
  const { rows } = await sql<Change>`
    select ${columns} from changes c ${values}
    where c.company_id = ${companyId} and c.id > ${since.id} and c.change_set <> ${since.changeSet} and ${atRoots(roots)}
    order by c.id`.execute(db)
  return rows
}

/** What happened to one row from before the first of some changes to after the last. */
export interface Folded {
  entity: string
  entity_id: number
  root: string
  root_id: number
  wasThere: boolean
  isThere: boolean
  fields: Fields
  version: number | null
  erased: boolean
  /** The newest of the changes. */
  lastId: number
}

/** The changes of each row as one, the row touched last first; rows that came and went within them are left out. */
export const fold = (changes: readonly Change[]): Folded[] => {
  const rows = new Map<string, Folded>()
  for (const change of changes) {
    const { entity, entity_id, root, root_id, verb, fields, version, erased, id } = change
    const key = `${entity} ${entity_id}`
    const before = rows.get(key)
    rows.set(key, {
      entity,
      entity_id,
      root,
      root_id,
      wasThere: before ? before.wasThere : verb !== 'created',
      isThere: verb !== 'deleted',
      fields: joined(before?.fields ?? {}, fields),
      version,
      erased: erased || (before?.erased ?? false),
      lastId: id,
    })
  }
  return [...rows.values()]
    .filter(({ wasThere, isThere }) => wasThere || isThere)
    .sort((one, other) => other.lastId - one.lastId)
}

const joined = (before: Fields, after: Fields): Fields => {
  const old = (field: string, value: unknown) => (before[field] ? before[field][0] : value)
  const later = Object.entries(after).map(([field, [was, is]]) => [field, [old(field, was), is]] as const)
  return { ...before, ...Object.fromEntries(later) }
}

/** Values as PostgreSQL writes them in JSON are the same when their texts are. */
export const same = (one: unknown, other: unknown) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null)
