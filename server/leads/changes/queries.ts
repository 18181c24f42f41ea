import { sql } from 'kysely'
import type { FieldChange } from '#contract/platform/changes.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { visibleTo } from '#server/leads/lists/scope.ts'
import { redactHistory } from './told.ts'
import { LEFT, PEOPLE_FIELDS, staffNames, type StaffNames } from '#server/platform/people/staff-names.ts'
import type { Caller } from '#server/kit/auth.ts'
import { seenBy } from './seen.ts'

/** What rows are called, where the caller may see them: a lead by its person, a person's entry by that person, and what has no name by its code. */
const nameOf = ({ companyId }: Tenant, caller: Caller) => sql`
  case r.root
    when 'leads' then (select l.name from leads l where l.company_id = ${companyId} and l.id = r.root_id and ${visibleTo(caller)})
    when 'restricted_domains' then (select d.domain_name from restricted_domains d where d.company_id = ${companyId} and d.id = r.root_id)
    when 'allowed_domains' then (select a.domain_name from allowed_domains a where a.company_id = ${companyId} and a.id = r.root_id)
    when 'dismissed_suggestions' then (select d.domain_name from dismissed_suggestions d where d.company_id = ${companyId} and d.id = r.root_id)
    when 'products' then (select p.name from products p where p.company_id = ${companyId} and p.id = r.root_id)
    when 'intake_forms' then (select f.name from intake_forms f where f.company_id = ${companyId} and f.id = r.root_id)
    when 'working_calendars' then (select w.name from working_calendars w where w.company_id = ${companyId} and w.id = r.root_id)
    when 'sla_targets' then (select t.clock || coalesce(' ' || t.source, '') from sla_targets t where t.company_id = ${companyId} and t.id = r.root_id)
    when 'invalid_reasons' then (select coalesce(w.label, w.code) from invalid_reasons w where w.company_id = ${companyId} and w.id = r.root_id)
    when 'status_words' then (select coalesce(w.label, w.code) from status_words w where w.company_id = ${companyId} and w.id = r.root_id)
    when 'lead_sources' then (select coalesce(w.label, w.code) from lead_sources w where w.company_id = ${companyId} and w.id = r.root_id)
    when 'notification_usuals' then (
      select coalesce(c.fields -> 'kind' ->> 1, c.fields -> 'kind' ->> 0) from changes c
      where c.company_id = ${companyId} and c.root = 'notification_usuals' and c.root_id = r.root_id and c.fields ? 'kind' limit 1)
    when 'memberships' then (select s.name from staff s where s.id = r.root_id)
    when 'assignment_entries' then (
      select s.name from changes c join staff s on s.id = coalesce(c.fields -> 'staff_id' ->> 1, c.fields -> 'staff_id' ->> 0)::int
      where c.company_id = ${companyId} and c.root = 'assignment_entries' and c.root_id = r.root_id and c.fields ? 'staff_id' limit 1)
  end`

interface Act {
  change_set: string
  root: string | null
  root_id: number | null
}

/** What an act was about: its name, null where there is none or the caller may not see it, and whether they see any of it. */
export interface About {
  name: string | null
  seen: boolean
}

/** Acts with what they were about. */
export const withAbout = async <A extends Act>(
  tenant: Tenant,
  caller: Caller,
  acts: readonly A[],
): Promise<(A & About)[]> => {
  const seen = seenBy(tenant, caller)
  const { rows } = await sql<About>`
    select ${nameOf(tenant, caller)} as name, case when r.root is not null then ${seen} else exists (
      select from (
        select root, root_id from changes where company_id = ${tenant.companyId} and change_set = a.change_set limit ${LOOKED_AT}
      ) r where ${seen}) end as seen
    from unnest(${acts.map(({ change_set }) => change_set)}::uuid[], ${acts.map(({ root }) => root)}::text[],
      ${acts.map(({ root_id }) => root_id)}::bigint[]) with ordinality as a (change_set, root, root_id, place)
    cross join lateral (select a.root, a.root_id) r order by a.place`.execute(tenant.db)
  return acts.map((act, at) => ({ ...act, name: rows[at]?.name ?? null, seen: rows[at]?.seen ?? false }))
}

const ROWS = 50
/** So many of an act's rows are looked at for one that the caller can see. */
const LOOKED_AT = 1_000

/** The fields that an act changed, some rows at a time; of somebody else's act only about what the caller can see. */
export const fieldsOf = async (
  tenant: Tenant,
  caller: Caller,
  { changeSet, own, after = 0 }: { changeSet: string; own: boolean; after?: number | undefined },
): Promise<{ data: FieldChange[]; next: number | null }> => {
  const { db, companyId } = tenant
  const seen = own ? sql`true` : seenBy(tenant, caller)
  const read = await sql<Row>`
    select r.id, r.entity, r.entity_id, r.root_id, r.verb, r.fields || coalesce(v.fields, '{}') as fields,
      case when (r.root, r.root_id) <> (r.entity, r.entity_id) then ${nameOf(tenant, caller)} end as of
    from changes r left join change_values v on v.company_id = r.company_id and v.digest = r.personal
    where r.company_id = ${companyId} and r.change_set = ${changeSet} and r.id > ${after} and ${seen}
    order by r.id limit ${ROWS}`.execute(db)
  const rows = own ? read.rows : await redactHistory(tenant, caller, read.rows)
  const [names, forms] = await Promise.all([namesIn(tenant, rows), formsIn(tenant, rows)])
  const told = (field: string, value: unknown) =>
    field === 'form_id' && typeof value === 'number' ? (forms.get(value) ?? value) : shown(field, value, names)
  return {
    data: rows.flatMap(({ entity, entity_id, verb, of, fields }) =>
      Object.entries(fields).map(([field, [old, now]]) => ({
        entity,
        entity_id,
        of,
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
  of: string | null
  verb: string
  fields: Record<string, [unknown, unknown]>
}

const namesIn = (tenant: Tenant, rows: readonly Row[]) =>
  staffNames(
    tenant,
    rows.flatMap(({ fields }) =>
      Object.entries(fields).flatMap(([field, pair]) =>
        PEOPLE_FIELDS.has(field) ? pair.filter((value) => typeof value === 'number') : [],
      ),
    ),
  )

/** What the forms are called that leads of these rows came through. */
const formsIn = async ({ db, companyId }: Tenant, rows: readonly Row[]): Promise<ReadonlyMap<number, string>> => {
  const ids = rows.flatMap(({ fields }) => fields['form_id'] ?? []).filter((value) => typeof value === 'number')
  if (ids.length === 0) return new Map()
  const forms = await sql<{ id: number; name: string }>`
    select id, name from intake_forms where company_id = ${companyId} and id = any(${ids}::bigint[])`.execute(db)
  return new Map(forms.rows.map(({ id, name }) => [id, name]))
}

const shown = (field: string, value: unknown, names: StaffNames) =>
  PEOPLE_FIELDS.has(field) && typeof value === 'number' ? (names.get(value) ?? LEFT) : value
