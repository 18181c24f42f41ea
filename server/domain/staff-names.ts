import type { Tenant } from '#server/db/tenant.ts'

export type StaffNames = ReadonlyMap<number, string>

/** The names of people of the company by their ids, also of those who have left. */
export const staffNames = async ({ db }: Tenant, ids: Iterable<number>): Promise<StaffNames> => {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return new Map()
  const people = await db.selectFrom('staff').select(['id', 'name']).where('id', 'in', wanted).execute()
  return new Map(people.map(({ id, name }) => [id, name]))
}

/** Fields of the history whose values are people. */
export const PEOPLE_FIELDS: ReadonlySet<string> = new Set([
  'assigned_qa',
  'sales_person',
  'validated_by',
  'created_by',
  'author_id',
  'by_person',
  'staff_id',
])
