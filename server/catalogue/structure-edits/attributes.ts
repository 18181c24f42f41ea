import { sql, type RawBuilder } from 'kysely'
import type { Attribute } from '#contract/catalogue/product-structure.ts'
import {
  MOST_ATTRIBUTES,
  MOST_REWRITTEN,
  type structureEdits,
  type AttributeChange,
  type NewAttribute,
} from '#contract/catalogue/structure-edits.ts'
import type { BodyOf } from '#contract/kit/endpoint.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { attributes } from '#server/catalogue/product-structure/queries.ts'
import { badField, conflict, found, unique } from '#server/kit/errors.ts'
import { fieldsToWrite } from '#server/kit/merge-edits.ts'
import { freeCode } from './codes.ts'
import { inDryRun } from './effect.ts'
import { checkTypeChange, limitsFor, LONGEST_TEXT, NO_LIMITS, type Limits } from './limits.ts'
import { arrange, changedMeanwhile, lockStructure } from './structure.ts'

const TAKEN = 'That code was given to another attribute. Choose another.'

export const addAttribute = async (tenant: Tenant, body: NewAttribute): Promise<Attribute> => {
  await lockStructure(tenant)
  const { db, companyId } = tenant
  const all = await attributes(tenant)
  if (all.length >= MOST_ATTRIBUTES) throw conflict(`A company can have at most ${MOST_ATTRIBUTES} attributes.`)
  const { code, label, group = 'General', help = null, ...sent } = body
  const limits = limitsFor({ ...NO_LIMITS, ...sent }, sent)
  const codes = await db.selectFrom('product_attributes').select('code').where('company_id', '=', companyId).execute()
  const taken = new Set(codes.map((each) => each.code))
  if (code !== undefined && taken.has(code)) throw conflict(TAKEN)
  const { id } = await unique(
    TAKEN,
    db
      .insertInto('product_attributes')
      .values({
        company_id: companyId,
        code: code ?? freeCode(label, taken, AS_CODE),
        label,
        grouped_under: group,
        help,
        position: Math.max(-1, ...all.map(({ position }) => position)) + 1,
        ...limits,
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  return attributeOf(tenant, id)
}

const AS_CODE = { otherwise: 'attribute', between: '_', longest: 40, first: /[^a-z]/ } as const

export const updateAttribute = async (tenant: Tenant, id: number, change: AttributeChange) => {
  await lockStructure(tenant)
  const { db, companyId } = tenant
  const all = await attributes(tenant)
  const before = found(
    'Attribute',
    all.find((each) => each.id === id),
  )
  const { place, version, dryRun, group, ...sent } = change
  const row = { entity: 'product_attributes', id, version: before.version, values: storedOf(before) }
  const wanted = { ...sent, ...(group === undefined ? {} : { grouped_under: group }) }
  const { write, conflicts } = await fieldsToWrite(tenant, row, wanted, version)
  if (conflicts.length) throw changedMeanwhile('attribute', before, conflicts)

  const type = write.type ?? before.type
  checkTypeChange(before.type, type)
  const limits = limitsFor({ ...before, ...write }, write)
  if (limits.unique_values && !before.unique_values && (await hasValues(tenant, id)))
    throw badField('unique_values', `${before.label} has values already, so some may be alike. Clear them first.`)
  return inDryRun(tenant, dryRun, async () => {
    await sql`set constraints values_fit deferred`.execute(db)
    const fields = changedFields(before, { ...write, ...limits })
    if (fields.length)
      await db
        .updateTable('product_attributes')
        .set(Object.fromEntries(fields))
        .where('company_id', '=', companyId)
        .where('id', '=', id)
        .execute()
    const converted = type === before.type ? 0 : await convert(tenant, before, limits)
    await sql`set constraints values_fit immediate`.execute(db)
    if (place !== undefined) {
      const others = all.filter((each) => each.id !== id)
      await arrange(tenant, 'product_attributes', others, id, place)
    }
    return { attribute: await attributeOf(tenant, id), converted }
  })
}

/** The columns of an attribute that people change. */
const storedOf = ({ label, group, help, ...attribute }: Attribute) => ({
  label,
  grouped_under: group,
  help,
  type: attribute.type,
  max_length: attribute.max_length,
  mask: attribute.mask,
  min: attribute.min,
  max: attribute.max,
  decimals: attribute.decimals,
  family: attribute.family,
  units: attribute.units,
  default_unit: attribute.default_unit,
  unique_values: attribute.unique_values,
})

const changedFields = (before: Attribute, after: object) => {
  const was = new Map<string, unknown>(Object.entries(storedOf(before)))
  return Object.entries(after).filter(([field, value]) => JSON.stringify(was.get(field)) !== JSON.stringify(value))
}

/** Values of the new type, made of those of the old one. */
const convert = async (tenant: Tenant, { id, type: from }: Attribute, limits: Limits): Promise<number> => {
  const { db, companyId } = tenant
  const of = sql`company_id = ${companyId} and attribute_id = ${id}`
  const { rows } = await sql<{ values: number; longest: number | null }>`
    select count(*)::int as values, max(length(value #>> '{}')) as longest from product_values where ${of}`.execute(db)
  const { values = 0, longest = 0 } = rows[0] ?? {}
  const most = limits.max_length ?? (limits.type === 'text' ? 255 : undefined)
  if (most !== undefined && (longest ?? 0) > most)
    throw badField(
      'max_length',
      `The longest value has ${(longest ?? 0).toLocaleString('en')} characters. Allow as many; a text has ${LONGEST_TEXT.toLocaleString('en')} at most.`,
    )
  const made = CONVERSIONS[`${from} ${limits.type}`]?.(limits)
  if (!made) return 0
  if (values > MOST_REWRITTEN)
    throw conflict(`${values.toLocaleString('en')} products have a value. Add a new attribute instead.`)
  await sql`update product_values set value = ${made} where ${of}`.execute(db)
  return values
}

/** Where the values of two types are not the same. */
const CONVERSIONS: Readonly<Record<string, (to: Limits) => RawBuilder<unknown>>> = {
  'option options': () => sql`jsonb_build_array(value)`,
  'number quantity': ({ default_unit }) =>
    sql`jsonb_build_object('value', value #>> '{}', 'unit', ${default_unit}::text)`,
  'quantity range': () =>
    sql`jsonb_build_object('min', value -> 'value', 'max', value -> 'value', 'unit', value -> 'unit')`,
}

const hasValues = async ({ db, companyId }: Tenant, id: number) => {
  const rows = await db
    .selectFrom('product_values')
    .select('id')
    .where('company_id', '=', companyId)
    .where('attribute_id', '=', id)
    .where('deleted_at', 'is', null)
    .limit(1)
    .execute()
  return rows.length > 0
}

export const deleteAttribute = async (
  tenant: Tenant,
  { id, version, dryRun }: BodyOf<typeof structureEdits.deleteAttribute>,
) => {
  await lockStructure(tenant)
  const { db, companyId } = tenant
  const before = await attributeOf(tenant, id)
  if (version !== undefined && version !== before.version) throw changedMeanwhile('attribute', before, [])
  const { rows } = await sql<{ products: number; categories: number }>`
    select (select count(*)::int from product_values v join products p on p.company_id = v.company_id and p.id = v.product_id
        where v.company_id = ${companyId} and v.attribute_id = ${id} and v.deleted_at is null and p.deleted_at is null) as products,
      (select count(*)::int from category_requirements r join product_categories c on c.company_id = r.company_id and c.id = r.category_id
        where r.company_id = ${companyId} and r.attribute_id = ${id} and c.deleted_at is null) as categories`.execute(
    db,
  )
  if (!dryRun) {
    await sql`update product_attributes set deleted_at = now() where company_id = ${companyId} and id = ${id}`.execute(
      db,
    )
    tenant.wakes()
  }
  return { products: rows[0]?.products ?? 0, categories: rows[0]?.categories ?? 0 }
}

export const attributeOf = async (tenant: Tenant, id: number) =>
  found(
    'Attribute',
    (await attributes(tenant)).find((each) => each.id === id),
  )
