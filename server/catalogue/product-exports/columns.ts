import { sql, type RawBuilder } from 'kysely'
import { EXPORT_FIELDS, type ExportField, type ProductExport } from '#contract/catalogue/product-exports.ts'
import { MOST_DIGITS, unitOfCode, unitsOfFamily } from '#contract/catalogue/units.ts'
import { readAttributes, type KnownAttribute } from '#server/catalogue/product-structure/attributes.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { badField } from '#server/kit/errors.ts'
import type { Layout } from '#server/platform/exports/export.ts'

const ATTRIBUTE = 'attributes.'

/** The columns of an export: fields of every product, and the company’s own attributes. */
export const layoutOf = async (tenant: Tenant, { columns, units }: ProductExport): Promise<Layout<string>> => {
  const codes = columns.filter((column) => column.startsWith(ATTRIBUTE)).map((column) => column.slice(ATTRIBUTE.length))
  const attributes = new Map(
    (await readAttributes(tenant, { codes })).map((attribute) => {
      const unit = units === 'default' ? usualUnit(attribute) : undefined
      return [`${ATTRIBUTE}${attribute.code}`, { attribute, unit }]
    }),
  )
  const unknown = columns.find((column) => !isField(column) && !attributes.has(column))
  if (unknown !== undefined) throw badField('columns', `There is no column ${unknown}.`)
  const labels = [...attributes].map(([column, { attribute, unit }]) => [
    column,
    unit === undefined ? attribute.label : `${attribute.label} (${unitOfCode(unit)?.symbol ?? unit})`,
  ])
  return {
    labels: { ...EXPORT_FIELDS, ...Object.fromEntries(labels) },
    cell(column, zone) {
      const own = attributes.get(column)
      if (own) return sql`(${valueText(own.attribute, own.unit)})`
      return fieldText(column, zone)
    },
    joins: () => sql``,
  }
}

const isField = (column: string): column is ExportField => Object.hasOwn(EXPORT_FIELDS, column)

const usualUnit = ({ family, default_unit, units }: KnownAttribute) =>
  family === null ? undefined : (default_unit ?? units[0] ?? unitsOfFamily(family)[0]?.code)

const fieldText = (column: string, zone: string): RawBuilder<string | null> => {
  switch (column) {
    case 'discoverable':
      return sql`case when p.discoverable then 'Yes' else 'No' end`
    case 'names':
      return sql`(select string_agg(s.text, '; ' order by fold(s.text), s.id) from product_synonyms s
        where s.company_id = p.company_id and s.product_id = p.id)`
    case 'completeness':
      // Counted here: the stored figure may be of older requirements.
      return sql`(select (100 * c.filled / c.required)::text from product_counts(array[p.id]) c)`
    case 'updated_at':
      return sql`to_char(p.updated_at at time zone ${zone}, 'YYYY-MM-DD HH24:MI')`
    default:
      return sql`${sql.ref(`p.${column}`)}::text`
  }
}

/** The value of an attribute as people read it, and as imports read it back; with a unit all amounts are in that, which is left out. */
const valueText = (attribute: KnownAttribute, unit: string | undefined): RawBuilder<string> => {
  const from = sql`from product_values v left join measurement_units u on u.code = v.value ->> 'unit'
    where v.company_id = p.company_id and v.product_id = p.id and v.attribute_id = ${attribute.id} and v.filled`
  return sql`select ${textOfType(attribute, unit)} ${from}`
}

const textOfType = (attribute: KnownAttribute, unit: string | undefined): RawBuilder<string> => {
  const said = sql<string>`v.value #>> '{}'`
  const symbol = unit === undefined ? symbolOf(attribute) : sql`''`
  const amount = (part: string) => amountText(sql`v.value ->> ${sql.lit(part)}`, unit)
  switch (attribute.type) {
    case 'boolean':
      return sql`case when v.value = 'true' then 'Yes' else 'No' end`
    case 'number':
      return sql`replace(${said}, '-', '−')`
    case 'quantity':
      return sql`${amount('value')} || ${symbol}`
    case 'range':
      return sql`case when v.value ->> 'min' is null then 'up to ' || ${amount('max')} when v.value ->> 'max' is null then 'from ' || ${amount('min')}
        else ${amount('min')} || ' to ' || ${amount('max')} end || ${symbol}`
    case 'option':
      return optionText(attribute, said)
    case 'options':
      return sql`(select string_agg(${optionText(attribute, sql`each.code`)}, '; ' order by each.place)
        from jsonb_array_elements_text(v.value) with ordinality as each (code, place))`
    default:
      return said
  }
}

/** The symbol of the unit in which it was entered, with the blank before it. */
const symbolOf = ({ family }: KnownAttribute) => {
  const symbols = unitsOfFamily(family ?? '').map(({ code, symbol }) => [
    code,
    /^[%‰°′″]$/.test(symbol) ? symbol : ` ${symbol}`,
  ])
  return sql`coalesce(${JSON.stringify(Object.fromEntries(symbols))}::jsonb ->> (v.value ->> 'unit'), '')`
}

/** An amount, converted as `convert` does it: exactly, then to as many digits as count. */
const amountText = (amount: RawBuilder<unknown>, unit: string | undefined): RawBuilder<string> => {
  const to = unit === undefined ? undefined : unitOfCode(unit)
  if (!to) return sql`replace(${amount}, '-', '−')`
  const exact = sql`round((${amount})::numeric * u.factor + u."offset" - ${to.offset}::numeric, 60) / ${to.factor}::numeric`
  return sql`replace(case when v.value ->> 'unit' = ${to.code} then ${amount} else (
    select case when x = 0 then '0' else trim_scale(round(x, ${sql.lit(MOST_DIGITS - 1)} - floor(log(abs(x)))::int))::text end
    from (select ${exact} as x offset 0) converted) end, '-', '−')`
}

/** The label of an option, where that alone leads back to it. */
const optionText = ({ id }: KnownAttribute, code: RawBuilder<unknown>): RawBuilder<string> => sql`coalesce((
  select case when o.label like '%;%' or exists (
      select from product_attribute_options other where other.company_id = o.company_id and other.attribute_id = o.attribute_id
        and other.id <> o.id and other.deleted_at is null and (fold(other.label) = fold(o.label) or other.code = o.label))
    then o.code else o.label end
  from product_attribute_options o where o.company_id = p.company_id and o.attribute_id = ${id} and o.code = ${code} and o.deleted_at is null
), ${code})`
