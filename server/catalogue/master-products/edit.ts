import { sql } from 'kysely'
import type { ProductChange } from '#contract/catalogue/master-products.ts'
import type { FieldConflict } from '#contract/catalogue/product.ts'
import { BASE_LABELS } from '#contract/catalogue/master-products.ts'
import { checkGtin } from '#contract/catalogue/gtin.ts'
import { textOf } from '#contract/catalogue/value-texts.ts'
import { checkValue, isQuantity, isRange, isValue, sameValue, type AttributeValue } from '#contract/catalogue/values.ts'
import type { Tenant } from '#server/db/tenant.ts'
import {
  optionsSaid,
  readAttributes,
  textsOf,
  type KnownAttribute,
  type OptionOf,
} from '#server/catalogue/product-structure/attributes.ts'
import type { FieldError } from '#server/kit/errors.ts'
import { FIELDS_OF_CHANGE } from './field-changes.ts'

/** The columns of a product that people write. */
export interface BaseFields {
  name: string
  code: string
  category_id: number | null
  brand: string | null
  unit: string | null
  description: string | null
  gtin: string | null
  usual_min: number | null
  usual_max: number | null
}
export const BASE_NAMES = [
  'name',
  'code',
  'category_id',
  'brand',
  'unit',
  'description',
  'gtin',
  'usual_min',
  'usual_max',
] as const satisfies readonly (keyof BaseFields)[]

/** What is asked of one product; `seen` is the version on which it was made. */
export interface ProductEdit {
  id: number
  seen?: number | undefined
  sent: ProductChange
  /** The same amount in another unit is a change, too. */
  asEntered?: boolean | undefined
  /** Fields, as `name` or `attributes.code`, of which only what is empty is filled. */
  onlyEmpty?: ReadonlySet<string>
}

/** The same, read: columns under their names, and values by attribute. */
export interface CheckedEdit {
  base: Partial<BaseFields>
  values: ReadonlyMap<number, AttributeValue | null>
}

/** The attributes and options that some edits speak of. */
export interface Known {
  attributes: ReadonlyMap<string, KnownAttribute>
  optionOf: OptionOf
  /** Of the categories that they name, those that there are. */
  categories: ReadonlySet<number>
}

/** Reads at once what is known of all that the edits say. */
export const knownFor = async (tenant: Tenant, sent: readonly ProductChange[]): Promise<Known> => {
  const said = sent.map(({ attributes = {} }) => attributes)
  const attributes = await readAttributes(tenant, { codes: [...new Set(said.flatMap(Object.keys))] })
  const chosen = attributes.filter(({ type }) => type === 'option' || type === 'options')
  const texts = new Set(said.flatMap((each) => chosen.flatMap(({ code }) => textsOf(each[code]))))
  return {
    attributes: new Map(attributes.map((attribute) => [attribute.code, attribute])),
    optionOf: await optionsSaid(tenant, attributes, [...texts]),
    categories: await categoriesOf(tenant, [...new Set(sent.flatMap(({ category_id }) => category_id ?? []))]),
  }
}

/** The same with the options that products have now or had, for the words of a conflict. */
export const withOptionsOf = async (
  tenant: Tenant,
  known: Known,
  now: readonly Standing[],
  since: readonly ReadonlyMap<string, Since>[],
): Promise<Known> => {
  const texts = [
    ...now.flatMap(({ values }) => [...values.values()].flatMap(textsOf)),
    ...since.flatMap((fields) => [...fields.values()].flatMap(({ old }) => textsOf(old))),
  ]
  const optionOf = await optionsSaid(tenant, [...known.attributes.values()], texts)
  return { ...known, optionOf: (id) => (said) => known.optionOf(id)(said) ?? optionOf(id)(said) }
}

const categoriesOf = async ({ db, companyId }: Tenant, ids: readonly number[]): Promise<Set<number>> => {
  if (ids.length === 0) return new Set()
  // Locked, so that none goes while a product comes into it.
  const { rows } = await sql<{ id: number }>`
    select id from product_categories where company_id = ${companyId} and id = any(${ids}::bigint[]) and deleted_at is null
    order by id for share`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** Reads what was sent of one product; each field that cannot be stored is an error, and then nothing of it is. */
export const readEdit = (
  { attributes, optionOf, categories }: Known,
  sent: ProductChange,
): CheckedEdit | { errors: FieldError[] } => {
  const errors: FieldError[] = []
  const base: Partial<BaseFields> = {}
  const { attributes: saidValues = {}, ...saidBase } = sent
  for (const name of BASE_NAMES)
    if (saidBase[name] !== undefined) Object.assign(base, { [name]: emptyToNull(saidBase[name]) })
  for (const name of ['name', 'code'] as const)
    if (base[name] === null) errors.push({ field: name, message: `Enter the ${name}.` })
  if (base.category_id && !categories.has(base.category_id))
    errors.push({ field: 'category_id', message: 'This category no longer exists. Choose another.' })
  const gtin = base.gtin && checkGtin(base.gtin)
  if (gtin) errors.push({ field: 'gtin', message: gtin })

  const values = new Map<number, AttributeValue | null>()
  for (const [code, said] of Object.entries(saidValues)) {
    const attribute = attributes.get(code)
    const read = attribute ? checkValue(attribute, said, optionOf(attribute.id)) : UNKNOWN
    if ('message' in read) errors.push({ field: `attributes.${code}`, message: read.message })
    else if (attribute) values.set(attribute.id, read.value)
  }
  return errors.length ? { errors } : { base, values }
}

const UNKNOWN = { message: 'There is no such attribute any more.' }
const emptyToNull = <T>(value: T) => (typeof value === 'string' && value.trim() === '' ? null : value)

/** A product as it is now, with the values of some attributes. */
export interface Standing {
  id: number
  version: number
  base: BaseFields
  values: ReadonlyMap<number, AttributeValue>
}

/** The products as they are, locked in the order of their ids; those that are not there are left out. */
export const lockProducts = (tenant: Tenant, ids: readonly number[], attributes: readonly number[]) =>
  readProducts(tenant, ids, attributes, { lock: true })

export const readProducts = async (
  { db, companyId }: Tenant,
  ids: readonly number[],
  attributes: readonly number[],
  { lock }: { lock: boolean },
): Promise<Map<number, Standing>> => {
  // Together: the values are read behind the lock.
  const [{ rows }, stored] = await Promise.all([
    sql<BaseFields & { id: number; version: number }>`
      select id, version, name, code, category_id, brand, unit, description, gtin, usual_min, usual_max from products
      where company_id = ${companyId} and id = any(${ids}::bigint[]) and deleted_at is null order by id ${lock ? sql`for no key update` : sql``}`.execute(
      db,
    ),
    attributes.length === 0
      ? undefined
      : sql<{ product_id: number; attribute_id: number; value: AttributeValue }>`
      select product_id, attribute_id, value from product_values
      where company_id = ${companyId} and product_id = any(${ids}::bigint[]) and attribute_id = any(${attributes}::bigint[]) and filled`.execute(
          db,
        ),
  ])
  const values = new Map<number, Map<number, AttributeValue>>(rows.map(({ id }) => [id, new Map()]))
  for (const { product_id, attribute_id, value } of stored?.rows ?? []) values.get(product_id)?.set(attribute_id, value)
  return new Map(
    rows.map(({ id, version, ...base }) => [id, { id, version, base, values: values.get(id) ?? new Map() }]),
  )
}

/** Who changed a field since a version, and what it was then. */
interface Since {
  old: unknown
  by: string | null
  at: string
}

/** By product and field, what has changed since the version that each edit was made on. Fields of values are their attribute's id. */
export const changedSince = async (
  { db, companyId }: Tenant,
  seen: readonly { id: number; version: number }[],
): Promise<Map<number, Map<string, Since>>> => {
  const since = new Map<number, Map<string, Since>>()
  if (seen.length === 0) return since
  const { rows } = await sql<Since & { id: number; field: string }>`
    select distinct on (s.id, coalesce(f.attribute_id::text, f.field)) s.id, coalesce(f.attribute_id::text, f.field) as field, f.old, c.at,
      case c.actor_kind when 'person' then (select name from staff where company_id = c.company_id and id = c.actor_id) end as by
    from unnest(${seen.map(({ id }) => id)}::bigint[], ${seen.map(({ version }) => version)}::int[]) as s (id, version)
    join changes c on c.company_id = ${companyId} and c.root = 'products' and c.root_id = s.id and c.version > s.version
    cross join lateral ${FIELDS_OF_CHANGE} f
    order by s.id, coalesce(f.attribute_id::text, f.field), c.version, c.id`.execute(db)
  for (const { id, field, ...rest } of rows) {
    const fields = since.get(id) ?? new Map<string, Since>()
    since.set(id, fields.set(field, rest))
  }
  return since
}

/** What is to be written of an edit: what differs from the version on which it was made. The rest is as it was, or in conflict. */
export const toWrite = (
  known: Known,
  now: Standing,
  { base, values }: CheckedEdit,
  since: ReadonlyMap<string, Since> = new Map(),
  asEntered = false,
): { write: CheckedEdit; conflicts: FieldConflict[] } => {
  const conflicts: FieldConflict[] = []
  const byId = new Map([...known.attributes.values()].map((attribute) => [attribute.id, attribute]))
  const decide = (field: string, label: string, is: unknown, mine: unknown, same: Same, text: Text): boolean => {
    const changed = since.get(field)
    const then = changed ? (changed.old ?? null) : is
    if (same(mine, then) || same(mine, is)) return false
    if (!changed || same(then, is)) return true
    const wire = byId.get(Number(field))
    const { by, at } = changed
    conflicts.push({
      field: wire ? `attributes.${wire.code}` : field,
      label,
      then: text(then),
      now: text(is),
      yours: text(mine),
      by,
      at,
    })
    return false
  }
  const writtenBase = BASE_NAMES.filter(
    (field) =>
      base[field] !== undefined && decide(field, BASE_LABELS[field], now.base[field], base[field], sameBase, baseText),
  )
  const writtenValues = [...values].filter(([id, mine]) => {
    const attribute = byId.get(id)
    if (!attribute) return false
    const text: Text = (value) => (isValue(value) ? textOf(attribute, value, known.optionOf(id)) : null)
    const same: Same = (one, other) =>
      (!asEntered || unitIn(one) === unitIn(other)) &&
      sameValue(attribute, isValue(one) ? one : null, isValue(other) ? other : null)
    return decide(String(id), attribute.label, now.values.get(id) ?? null, mine, same, text)
  })
  return {
    write: {
      base: Object.fromEntries(writtenBase.map((field) => [field, base[field]])),
      values: new Map(writtenValues),
    },
    conflicts,
  }
}

const unitIn = (value: unknown) => (isQuantity(value) || isRange(value) ? value.unit : undefined)

type Same = (one: unknown, other: unknown) => boolean
type Text = (value: unknown) => string | null
const sameBase: Same = (one, other) => (one ?? null) === (other ?? null)
/** A column of a product as people read it. */
export const baseText = (value: unknown): string | null =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : null

/** Fields, as `name` or `attributes.code`, with their values as an edit of a product. */
export const asEdit = (fields: readonly { field: string; value: unknown }[]): ProductChange => {
  const base: Record<string, unknown> = {}
  const attributes: NonNullable<ProductChange['attributes']> = {}
  for (const { field, value } of fields)
    if (field.startsWith('attributes.')) Object.assign(attributes, { [field.slice('attributes.'.length)]: value })
    else base[field] = value
  return Object.assign({}, base, { attributes })
}
