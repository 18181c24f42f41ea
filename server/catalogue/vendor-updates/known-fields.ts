import { sql } from 'kysely'
import { BASE_LABELS, type ProductChange } from '#contract/catalogue/master-products.ts'
import { convert, decimal, rounded } from '#contract/catalogue/units.ts'
import { readTyped } from '#contract/catalogue/typed-values.ts'
import { alsoText, textOf } from '#contract/catalogue/value-texts.ts'
import type { SentValue } from '#contract/catalogue/value-schema.ts'
import {
  checkValue,
  isQuantity,
  sameValue,
  type AttributeRule,
  type AttributeValue,
} from '#contract/catalogue/values.ts'
import { VENDOR_COLUMNS, type VendorColumn } from '#contract/catalogue/vendor-request.ts'
import type { Tenant } from '#server/db/tenant.ts'
import {
  optionsSaid,
  readAttributes,
  textsOf,
  type KnownAttribute,
  type OptionOf,
} from '#server/catalogue/product-structure/attributes.ts'
import { lockProducts } from '#server/catalogue/master-products/edit.ts'

export type Value = AttributeValue | null

/** A field that a vendor may ask for, with all that reading and showing its values takes. */
export interface KnownField {
  field: string
  label: string
  type: AttributeRule['type']
  /** Of an attribute; undefined of a column. */
  attributeId: number | undefined
  text(value: Value): string | null
  /** The same amount in another unit: that of the attribute first. */
  also(value: Value): string | null
  same(one: Value, other: Value): boolean
  /** A text is read as a person types it, anything else as it stands on the wire. */
  read(sent: SentValue): { value: Value } | { message: string }
}

const PREFIX = 'attributes.'
export const attributeCode = (field: string): string | undefined =>
  field.startsWith(PREFIX) ? field.slice(PREFIX.length) : undefined

const isColumn = (field: string): field is VendorColumn => VENDOR_COLUMNS.some((column) => column === field)

export const attributesOf = (tenant: Tenant, fields: readonly string[]) =>
  readAttributes(tenant, { codes: [...new Set(fields.flatMap((field) => attributeCode(field) ?? []))] })

/** The fields that there are, by their names; `said`: values and texts in which options may be named. */
export const knownFields = async (
  tenant: Tenant,
  fields: readonly string[],
  said: readonly unknown[] = [],
  read?: readonly KnownAttribute[],
): Promise<ReadonlyMap<string, KnownField>> => {
  const attributes = read ?? (await attributesOf(tenant, fields))
  return fieldsBy(fields, attributes, await optionsSaid(tenant, attributes, [...new Set(said.flatMap(textsOf))]))
}

const fieldsBy = (fields: readonly string[], attributes: readonly KnownAttribute[], optionOf: OptionOf) => {
  const columns = [...new Set(fields)]
    .filter(isColumn)
    .map((field) => knownField(field, COLUMN_RULES[field], undefined))
  const rest = attributes.map((rule) => knownField(`${PREFIX}${rule.code}`, rule, rule.id, optionOf(rule.id)))
  return new Map([...columns, ...rest].map((known) => [known.field, known]))
}

/** All that writing some fields of a product takes, read once behind its lock; undefined where it is gone. */
export const lockFields = async (tenant: Tenant, id: number, fields: readonly string[], said: readonly unknown[]) => {
  const attributes = await attributesOf(tenant, fields)
  const products = await lockProducts(
    tenant,
    [id],
    attributes.map((attribute) => attribute.id),
  )
  const product = products.get(id)
  if (!product) return undefined
  const texts = [...said, ...product.values.values()].flatMap(textsOf)
  const optionOf = await optionsSaid(tenant, attributes, [...new Set(texts)])
  const byCode = new Map(attributes.map((attribute) => [attribute.code, attribute]))
  return {
    known: fieldsBy(fields, attributes, optionOf),
    valueOf(field: string): Value {
      if (isColumn(field)) return product.base[field] || null
      return product.values.get(byCode.get(attributeCode(field) ?? '')?.id ?? 0) ?? null
    },
    read: { known: { attributes: byCode, optionOf, categories: new Set<number>() }, now: products },
  }
}

const knownField = (
  field: string,
  rule: AttributeRule,
  attributeId: number | undefined,
  optionOf: Parameters<typeof textOf>[2] = () => undefined,
): KnownField => ({
  field,
  label: rule.label,
  type: rule.type,
  attributeId,
  text: (value) => (value === null ? null : textOf(rule, value, optionOf)),
  also(value) {
    const { default_unit: unit } = rule
    if (!isQuantity(value) || unit === null || value.unit === unit) return alsoText(rule, value)
    const amount = rounded(decimal(convert(value.value, value.unit, unit)), 5)
    return textOf(rule, { value: amount, unit }, optionOf)
  },
  same: (one, other) => sameValue(rule, one, other),
  read(sent) {
    const read = typeof sent === 'string' ? readTyped(rule, sent, 'point', optionOf) : checkValue(rule, sent, optionOf)
    return 'message' in read ? { message: read.message } : { value: read.value }
  },
})

const ofColumn = (field: VendorColumn, max_length: number): AttributeRule => ({
  code: field,
  label: BASE_LABELS[field],
  type: field === 'description' ? 'long_text' : 'text',
  max_length,
  mask: null,
  min: null,
  max: null,
  decimals: null,
  family: null,
  units: [],
  default_unit: null,
})
const COLUMN_RULES: Readonly<Record<VendorColumn, AttributeRule>> = {
  name: ofColumn('name', 300),
  brand: ofColumn('brand', 120),
  unit: ofColumn('unit', 40),
  description: ofColumn('description', 20_000),
  gtin: ofColumn('gtin', 14),
}

/** A product as it is, with those of its values that are looked at, by the names of their fields. */
export interface ProductNow {
  id: number
  version: number
  name: string
  code: string
  discoverable: boolean
  values: ReadonlyMap<string, AttributeValue>
}

/** The products that there are; all of one statement, so that values and version belong together. */
export const productsNow = async (
  { db, companyId }: Tenant,
  ids: readonly number[],
  fields: readonly string[],
): Promise<ReadonlyMap<number, ProductNow>> => {
  const { rows } = await sql<Omit<ProductNow, 'values'> & { has: Record<string, AttributeValue | null> }>`
    select p.id, p.version, p.name, p.code, p.discoverable,
      jsonb_build_object('name', p.name, 'brand', p.brand, 'unit', p.unit, 'description', p.description, 'gtin', p.gtin)
      || coalesce((
        select jsonb_object_agg(${PREFIX} || a.code, v.value) from product_values v
        join product_attributes a on a.company_id = v.company_id and a.id = v.attribute_id
        where v.company_id = p.company_id and v.product_id = p.id and v.filled and (${PREFIX} || a.code) = any(${fields}::text[])
      ), '{}') as has
    from products p where p.company_id = ${companyId} and p.id = any(${ids}::bigint[]) and p.deleted_at is null`.execute(
    db,
  )
  return new Map(
    rows.map(({ has, ...product }) => {
      const filled = Object.entries(has).flatMap(([field, value]) =>
        value === null || value === '' ? [] : [[field, value] as const],
      )
      return [product.id, { ...product, values: new Map(filled) }]
    }),
  )
}

/** The values of some fields, as a change of a product takes them. */
export const toChange = (values: ReadonlyMap<string, Value>): ProductChange => {
  const all = [...values]
  const attributes = all.flatMap(([field, value]) => {
    const code = attributeCode(field)
    return code === undefined ? [] : [[code, value] as const]
  })
  const columns = all.filter(([field]) => isColumn(field))
  return {
    ...Object.fromEntries(columns),
    ...(attributes.length ? { attributes: Object.fromEntries(attributes) } : {}),
  }
}
