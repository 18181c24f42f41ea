import { sql } from 'kysely'
import type { PersonRef } from '#contract/kit/endpoint.ts'
import type { PermissionKey } from '#contract/kit/permissions.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { UserError } from './errors.ts'

/** 403 naming the keys of which one is missing, and who in the company may grant them. */
export const forbidden = async (tenant: Tenant, needs: readonly PermissionKey[]) => {
  const byKey = await grantersByKey(tenant, needs)
  const granters = [
    ...new Map([...byKey.values()].flatMap(({ people }) => people).map((one) => [one.id, one])).values(),
  ]
  const names = granters
    .slice(0, MOST_NAMED)
    .map(({ name }) => name)
    .join(', ')
  return new UserError(403, `You need the permission ${needs.join(' or ')}.${names ? ` ${names} can grant it.` : ''}`, {
    code: 'forbidden',
    details: { needs, granted_by: granters.slice(0, MOST_NAMED) },
  })
}

const MOST_NAMED = 5

/** Who can give each of the keys, by name, and how many: those who manage people and have it, and every primary administrator. A key that nobody can give is not among them. */
export const grantersByKey = async (
  { db }: Tenant,
  keys: readonly PermissionKey[],
): Promise<ReadonlyMap<string, { people: PersonRef[]; total: number }>> => {
  const { rows } = await sql<{ key: string; people: PersonRef[]; total: number }>`
    select key, count(*)::int as total,
      json_agg(json_build_object('id', id, 'name', name) order by place) filter (where place <= ${MOST_NAMED}) as people
    from (
      select key, s.id, s.name, row_number() over (partition by key order by fold(s.name), s.id) as place
      from staff s cross join unnest(${[...keys]}::text[]) key
      where s.status = 'active' and (s.is_primary or s.permissions @> array['people_manage', key])
    ) held group by key`.execute(db)
  return new Map(rows.map(({ key, ...granters }) => [key, granters]))
}
