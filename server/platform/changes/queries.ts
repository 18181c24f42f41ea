import { sql } from 'kysely'
import { fieldName } from '#contract/kit/history.ts'
import type { Changed, FieldChange } from '#contract/platform/changes.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { LEFT, PEOPLE_FIELDS, staffNames, type StaffNames } from '#server/platform/people/staff-names.ts'
import type { Caller } from '#server/kit/auth.ts'
import { rootKey, type Root } from './change-set.ts'
import { entityOf, nounOf } from './declared.ts'
import type { Rules } from './rules.ts'
import { redactHistory, nameOf, seenBy } from './seen.ts'

interface Act {
  change_set: string
  root: string | null
  root_id: number | null
}

/** Whether the caller sees any of what an act was about. */
export interface About {
  seen: boolean
}

/** Acts with whether the caller sees what they were about. */
export const withAbout = async <A extends Act>(
  rules: Rules,
  tenant: Tenant,
  caller: Caller,
  acts: readonly A[],
): Promise<(A & About)[]> => {
  const seen = seenBy(rules, tenant, caller)
  const { rows } = await sql<About>`
    select case when r.root is not null then ${seen} else exists (
      select from (
        select root, root_id from changes where company_id = ${tenant.companyId} and change_set = a.change_set limit ${LOOKED_AT}
      ) r where ${seen}) end as seen
    from unnest(${acts.map(({ change_set }) => change_set)}::uuid[], ${acts.map(({ root }) => root)}::text[],
      ${acts.map(({ root_id }) => root_id)}::bigint[]) with ordinality as a (change_set, root, root_id, place)
    cross join lateral (select a.root, a.root_id) r order by a.place`.execute(tenant.db)
  return acts.map((act, at) => ({ ...act, seen: rows[at]?.seen ?? false }))
}

/** What these are called and where they are found, by `root id`; without those that the caller may not see, or that have no name. */
export const changedOf = async (
  rules: Rules,
  tenant: Tenant,
  caller: Caller,
  roots: readonly Root[],
): Promise<ReadonlyMap<string, Changed>> => {
  if (roots.length === 0) return new Map()
  const { rows } = await sql<Root & { name: string }>`
    select root, root_id, name from (
      select distinct r.root, r.root_id, ${nameOf(rules, tenant, caller)} as name
      from unnest(${roots.map(({ root }) => root)}::text[], ${roots.map(({ root_id }) => root_id)}::bigint[]) r (root, root_id)
    ) named where name is not null`.execute(tenant.db)
  const changed = new Map<string, Changed>()
  for (const [entity, named] of Map.groupBy(rows, ({ root }) => root)) {
    const links = await rules.of(entity).links?.(
      tenant,
      named.map(({ root_id }) => root_id),
    )
    for (const { root_id: id, name } of named) {
      const { label = null, href = null } = links?.get(id) ?? {}
      changed.set(rootKey({ root: entity, root_id: id }), { entity, noun: nounOf(entity), id, name, label, href })
    }
  }
  return changed
}

const ROWS = 50
/** So many of an act's rows are looked at for one that the caller can see. */
const LOOKED_AT = 1_000

/** The fields that an act changed, some rows at a time; of somebody else's act only about what the caller can see. */
export const fieldsOf = async (
  rules: Rules,
  tenant: Tenant,
  caller: Caller,
  { changeSet, own, after = 0 }: { changeSet: string; own: boolean; after?: number | undefined },
): Promise<{ data: FieldChange[]; next: number | null }> => {
  const { db, companyId } = tenant
  const seen = own ? sql`true` : seenBy(rules, tenant, caller)
  const read = await sql<Row>`
    select r.id, r.entity, r.entity_id, r.root_id, r.verb, r.fields || coalesce(v.fields, '{}') as fields,
      (r.root, r.root_id) = (r.entity, r.entity_id) as whole, ${nameOf(rules, tenant, caller)} as named
    from changes r left join change_values v on v.company_id = r.company_id and v.digest = r.personal
    where r.company_id = ${companyId} and r.change_set = ${changeSet} and r.id > ${after} and ${seen}
    order by r.id limit ${ROWS}`.execute(db)
  const rows = own ? read.rows : await redactHistory(rules.of, tenant, caller, read.rows)
  const [people, names] = await Promise.all([peopleIn(tenant, rows), namesIn(rules, tenant, caller, rows)])
  const told = (field: string, value: unknown) =>
    (typeof value === 'number' ? names.get(field)?.get(value) : undefined) ?? shown(field, value, people)
  return {
    data: rows.flatMap(({ entity, entity_id, verb, whole, named, fields }) =>
      Object.entries(fields).map(([field, [old, now]]) => ({
        entity,
        entity_id,
        noun: nounOf(entity).one,
        name: fieldName(entityOf(entity), field),
        of: whole ? null : named,
        label: whole ? named : null,
        verb,
        field,
        old: told(field, old),
        new: told(field, now),
      })),
    ),
    next: rows.length < ROWS ? null : (rows.at(-1)?.id ?? null),
  }
}

interface Row {
  id: number
  entity: string
  entity_id: number
  root_id: number
  /** Whether it belongs to nothing else. */
  whole: boolean
  /** What it is called, or what it belongs to. */
  named: string | null
  verb: string
  fields: Record<string, [unknown, unknown]>
}

const peopleIn = (tenant: Tenant, rows: readonly Row[]) =>
  staffNames(
    tenant,
    rows.flatMap(({ fields }) =>
      Object.entries(fields).flatMap(([field, pair]) =>
        PEOPLE_FIELDS.has(field) ? pair.flat().filter((value) => typeof value === 'number') : [],
      ),
    ),
  )

/** What rows of other entities are called that fields of these refer to, by the field. */
const namesIn = async (rules: Rules, tenant: Tenant, caller: Caller, rows: readonly Row[]) => {
  const byField = new Map<string, ReadonlyMap<number, string>>()
  for (const [, { name, namedIn = [] }] of rules.all)
    for (const field of namedIn) {
      const ids = rows.flatMap(({ fields }) => fields[field] ?? []).filter((value) => typeof value === 'number')
      if (!name || ids.length === 0) continue
      const named = await sql<{ id: number; name: string }>`
        select id, name from (
          select r.root_id as id, ${name(tenant, caller)} as name from unnest(${[...new Set(ids)]}::bigint[]) r (root_id)
        ) named where name is not null`.execute(tenant.db)
      byField.set(field, new Map(named.rows.map((row) => [row.id, row.name])))
    }
  return byField
}

const shown = (field: string, value: unknown, names: StaffNames): unknown => {
  if (!PEOPLE_FIELDS.has(field)) return value
  if (Array.isArray(value)) return value.map((each) => shown(field, each, names))
  return typeof value === 'number' ? (names.get(value) ?? LEFT) : value
}
