import { sql } from 'kysely'
import type { Tenant } from '#server/db/tenant.ts'
import { runPlanned } from '#server/db/transaction.ts'

export type StaffNames = ReadonlyMap<number, string>

/** The names of people of the company by their ids, also of those who have left. */
export const staffNames = async ({ db, companyId }: Tenant, ids: Iterable<number>): Promise<StaffNames> => {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return new Map()
  const people = await runPlanned(
    db,
    'names of staff',
    sql<{
      id: number
      name: string
    }>`select id, name from staff where company_id = ${companyId} and id = any(${wanted}::integer[])`,
  )
  return new Map(people.map(({ id, name }) => [id, name]))
}

/** Fields of the history whose values are people. */
export const PEOPLE_FIELDS: ReadonlySet<string> = new Set([
  'assigned_qa',
  'released_by',
  'sales_person',
  'validated_by',
  'created_by',
  'author_id',
  'mentions',
  'by_person',
  'staff_id',
  'viewed_by',
  'reset_by',
  'invited_by',
])

/** Whom to name for an act of the history; `actor_name` is null where the person is unknown, or there is none. */
export const actorName = ({ actor_kind, actor_name }: { actor_kind: string; actor_name: string | null }) => {
  if (actor_name !== null) return actor_name
  if (actor_kind === 'person') return LEFT
  return actor_kind === 'rule' ? 'Auto-assign' : actor_kind === 'import' ? 'Import' : 'System'
}

/** A person whose row is not there any more. */
export const LEFT = 'A former colleague'

export const personNamed = (id: number, names: StaffNames) => ({ id, name: names.get(id) ?? LEFT })
