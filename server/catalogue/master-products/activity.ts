import { sql } from 'kysely'
import { labelOfField, type masterProducts } from '#contract/catalogue/master-products.ts'
import { textOf } from '#contract/catalogue/value-texts.ts'
import { isValue } from '#contract/catalogue/values.ts'
import type { QueryOf } from '#contract/kit/endpoint.ts'
import type { Tenant } from '#server/db/tenant.ts'
import {
  optionsSaid,
  textsOf,
  type KnownAttribute,
  type OptionOf,
} from '#server/catalogue/product-structure/attributes.ts'
import type { Caller } from '#server/kit/auth.ts'
import { withinDays } from '#server/kit/day.ts'
import { found } from '#server/kit/errors.ts'
import { didOf } from '#server/platform/changes/declared.ts'
import { actorName } from '#server/platform/people/staff-names.ts'
import { BASE_NAMES } from './edit.ts'
import { FIELDS_OF_CHANGE } from './field-changes.ts'

interface Act {
  id: number
  change_set: string
  at: string
  actor_kind: string
  actor_id: number | null
  actor_name: string | null
  channel: string
  act: string
  reason: string | null
  undone: { at: string; by: { id: number; name: string } } | null
}

interface Change {
  change_set: string
  field: string
  attribute_id: number | null
  old: unknown
  new: unknown
}

const USUAL = 10

/** The acts that touched a product, the newest first; each with all fields that it changed. */
export const activityOf = async (
  tenant: Tenant,
  caller: Caller,
  id: number,
  query: QueryOf<typeof masterProducts.activity>,
) => {
  const { limit = USUAL, cursor = Number.MAX_SAFE_INTEGER, field } = query
  const { db, companyId } = tenant
  const mine = sql`c.company_id = ${companyId} and c.root = 'products' and c.root_id = ${id}`
  const days = withinDays(sql`c.at`, query, caller.timeZone)
  const { rows: acts } = await sql<Act>`
    with acts as (
      select c.change_set, max(c.id) as id from changes c
      where ${sql.join([mine, ...days, ...touching(field)], sql` and `)}
      group by c.change_set having max(c.id) < ${cursor} order by id desc limit ${limit}
    )
    select acts.id, c.change_set, c.at, c.actor_kind, c.actor_id, s.name as actor_name, c.channel, c.act,
      reason_in_words(c.company_id, c.reason) as reason,
      (select jsonb_build_object('at', u.at, 'by', jsonb_build_object('id', u.by_person, 'name', coalesce(p.name, '')))
        from undos u left join staff p on p.company_id = u.company_id and p.id = u.by_person
        where u.company_id = c.company_id and u.undone = c.change_set) as undone
    from acts join changes c on c.company_id = ${companyId} and c.id = acts.id
    left join staff s on s.company_id = c.company_id and s.id = c.actor_id
    order by acts.id desc`.execute(db)
  const { rows: changes } = await sql<Change>`
    select c.change_set, f.* from changes c cross join lateral ${FIELDS_OF_CHANGE} f
    where ${mine} and c.change_set = any(${acts.map(({ change_set }) => change_set)}::uuid[]) order by c.id`.execute(db)
  const words = await wordsFor(tenant, changes)
  return {
    data: acts.map(({ actor_kind, actor_id, actor_name, ...act }) => ({
      ...act,
      did: didOf(act.act),
      actor: { kind: actor_kind, id: actor_id, name: actorName({ actor_kind, actor_name }) },
      fields: changes.filter(({ change_set }) => change_set === act.change_set).flatMap((change) => words.told(change)),
    })),
    cursor: acts.length < limit ? null : (acts.at(-1)?.id ?? null),
  }
}

/** Only acts that changed this field: a column, or `attributes.code`. */
const touching = (field: string | undefined) => {
  if (field === undefined) return []
  const code = field.startsWith('attributes.') ? field.slice('attributes.'.length) : undefined
  return [
    code === undefined
      ? sql`c.entity = 'products' and c.fields ? ${field}`
      : sql`c.entity = 'product_values' and exists (
          select from product_values v join product_attributes a on a.company_id = v.company_id and a.id = v.attribute_id
          where v.company_id = c.company_id and v.id = c.entity_id and a.code = ${code})`,
  ]
}

/** The words for values of these changes; attributes that are gone keep the last label that they had. */
const wordsFor = async (tenant: Tenant, changes: readonly Pick<Change, 'field' | 'attribute_id' | 'old' | 'new'>[]) => {
  const ids = [...new Set(changes.flatMap(({ attribute_id }) => attribute_id ?? []))]
  const { rows } = await sql<KnownAttribute & { deleted: boolean }>`
    select id, code, label, grouped_under as group, type, max_length, mask, min, max, decimals, family, units, default_unit, unique_values,
      deleted_at is not null as deleted
    from product_attributes where company_id = ${tenant.companyId} and id = any(${ids}::bigint[])`.execute(tenant.db)
  const attributes = new Map(rows.map((attribute) => [attribute.id, attribute]))
  const optionOf = await optionsSaid(
    tenant,
    rows,
    changes.flatMap((change) => [...textsOf(change.old), ...textsOf(change.new)]),
  )
  const categories = await categoryNames(tenant, changes)
  const told = ({ field, attribute_id, old, new: now }: Pick<Change, 'field' | 'attribute_id' | 'old' | 'new'>) => {
    const attribute = attribute_id === null ? undefined : attributes.get(attribute_id)
    if (attribute) return [toldValue(attribute, optionOf, old, now)]
    const label = field === 'deleted_at' ? 'Deleted' : labelOfField(field)
    if (!label) return []
    const text = (value: unknown) =>
      field === 'category_id' ? (categories.get(Number(value)) ?? null) : baseText(value)
    const restorable = BASE_NAMES.some((name) => name === field)
    return [{ field, label, old, new: now, old_text: text(old), new_text: text(now), restorable }]
  }
  return { told, attributes, optionOf, categories }
}

const toldValue = (
  attribute: KnownAttribute & { deleted: boolean },
  optionOf: OptionOf,
  old: unknown,
  now: unknown,
) => {
  const text = (value: unknown) => (isValue(value) ? textOf(attribute, value, optionOf(attribute.id)) : null)
  return {
    field: `attributes.${attribute.code}`,
    label: attribute.label,
    old: old ?? null,
    new: now ?? null,
    old_text: text(old),
    new_text: text(now),
    restorable: !attribute.deleted,
  }
}

const baseText = (value: unknown): string | null => {
  if (value === null || value === undefined) return null
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null
}

const categoryNames = async ({ db, companyId }: Tenant, changes: readonly Pick<Change, 'field' | 'old' | 'new'>[]) => {
  const ids = changes
    .filter(({ field }) => field === 'category_id')
    .flatMap(({ old, new: now }) => [old, now])
    .map(Number)
  if (ids.length === 0) return new Map<number, string>()
  const { rows } = await sql<{ id: number; name: string }>`
    select id, name from product_categories where company_id = ${companyId} and id = any(${ids}::bigint[])`.execute(db)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** What a field of a product was before the act that this change is of. */
export const valueBefore = async (tenant: Tenant, id: number, changeId: number, field: string) => {
  const { rows } = await sql<Change>`
    select c.change_set, f.* from changes c cross join lateral ${FIELDS_OF_CHANGE} f
    where c.company_id = ${tenant.companyId} and c.root = 'products' and c.root_id = ${id} and c.change_set = (
      select change_set from changes where company_id = ${tenant.companyId} and id = ${changeId} and root = 'products' and root_id = ${id})
    order by c.id`.execute(tenant.db)
  const { told } = await wordsFor(tenant, rows)
  return found(
    'Change',
    rows.flatMap(told).find((each) => each.field === field && each.restorable),
  ).old
}

/** Each field of a product as it was after a change, beside what it is now. */
export const versionAt = async (tenant: Tenant, id: number, changeId: number) => {
  const { db, companyId } = tenant
  const known = await sql`
    select from changes where company_id = ${companyId} and id = ${changeId} and root = 'products' and root_id = ${id}`.execute(
    db,
  )
  found('Change', known.rows[0])
  const { rows: later } = await sql<Change>`
    select distinct on (coalesce(f.attribute_id::text, f.field)) c.change_set, f.* from changes c
    cross join lateral ${FIELDS_OF_CHANGE} f
    where c.company_id = ${companyId} and c.root = 'products' and c.root_id = ${id} and c.id > ${changeId}
    order by coalesce(f.attribute_id::text, f.field), c.id`.execute(db)
  const { rows: now } = await sql<Pick<Change, 'field' | 'attribute_id'> & { value: unknown }>`
    select f.key as field, null::bigint as attribute_id, f.value from products p, jsonb_each(to_jsonb(p)) f
    where p.company_id = ${companyId} and p.id = ${id}
    union all
    select 'value', v.attribute_id, case when v.filled then v.value end from product_values v
    where v.company_id = ${companyId} and v.product_id = ${id}`.execute(db)
  const pairs = now.map(({ value, ...field }) => {
    const changed = later.find((each) => each.attribute_id === field.attribute_id && each.field === field.field)
    return { ...field, old: changed ? changed.old : value, new: value }
  })
  const { told, attributes } = await wordsFor(tenant, pairs)
  const groups = new Map([...attributes.values()].map(({ code, group }) => [`attributes.${code}`, group]))
  return pairs
    .flatMap(told)
    .filter(({ field, old_text, new_text }) => field !== 'deleted_at' && (old_text !== null || new_text !== null))
    .map(({ field, label, old_text, new_text }) => ({
      field,
      label,
      group: groups.get(field) ?? 'Basics',
      then_text: old_text,
      now_text: new_text,
      same: old_text === new_text,
    }))
}
