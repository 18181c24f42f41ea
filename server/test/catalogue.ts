import { masterProducts } from '#contract/catalogue/master-products.ts'
import type { TestApp } from './app.ts'

/** An attribute as a test needs it; what is left out is as usual. */
interface Attribute {
  code: string
  label?: string
  type?: string
  required?: boolean
  family?: string
  units?: readonly string[]
  options?: readonly string[]
  unique?: boolean
  group?: string
}

/** A category of the company with attributes, by their codes the ids. */
export const makeCategory = async (
  app: TestApp,
  companyId: number,
  name: string,
  attributes: readonly Attribute[] = [],
  parent: number | null = null,
) => {
  const [category] = await app.sql(
    companyId,
    'insert into product_categories (company_id, code, name, parent_id) values ($1, $2, $2, $3) returning id',
    [companyId, name, parent],
  )
  const ids: Record<string, number> = {}
  for (const [
    position,
    { code, label = code, type = 'text', family, units = [], options = [], ...rest },
  ] of attributes.entries()) {
    const [row] = await app.sql(
      companyId,
      `insert into product_attributes (company_id, code, label, type, family, units, default_unit, unique_values, grouped_under, position)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) returning id`,
      [
        companyId,
        code,
        label,
        type,
        family ?? null,
        units,
        units[0] ?? null,
        rest.unique ?? false,
        rest.group ?? 'General',
        position,
      ],
    )
    ids[code] = row!.id
    await app.sql(
      companyId,
      `insert into product_attribute_options (company_id, attribute_id, code, label, position)
       select $1, $2, lower(o), o, place from unnest($3::text[]) with ordinality as o (o, place)`,
      [companyId, row!.id, options],
    )
    await app.sql(
      companyId,
      'insert into category_attributes (company_id, category_id, attribute_id, required, position) values ($1, $2, $3, $4, $5)',
      [companyId, category!.id, row!.id, rest.required ?? false, position],
    )
  }
  return { id: category!.id, attributes: ids }
}

/** What it takes to keep a catalogue. */
export const CATALOGUE_KEYS = [
  'master_products_view',
  'master_products_edit',
  'master_products_toggle_discoverable',
  'activity_logs_view',
  'products_list',
] as const

const PRESSURE = {
  code: 'pressure',
  label: 'Pressure',
  type: 'quantity',
  family: 'pressure',
  units: ['bar', '[psi]', 'kPa'],
  required: true,
}
const MATERIAL = { code: 'material', label: 'Material', type: 'option', options: ['Brass', 'Steel'], required: true }
const SERIAL = { code: 'serial', label: 'Serial', unique: true }

/** A person of a company of their own that has a category of valves, and one product in it. */
export const withValves = async (app: TestApp, name = 'Ada') => {
  const person = await app.signIn({ can: CATALOGUE_KEYS, name })
  const valves = await makeCategory(app, person.companyId, 'Valves', [PRESSURE, MATERIAL, SERIAL])
  const { data } = await person.call(masterProducts.add, {
    body: { name: 'Ball valve DN25', code: 'HP-2001', category_id: valves.id },
  })
  return { person, valves, product: data }
}
