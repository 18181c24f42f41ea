import { productImports, type ProductImport } from '#contract/catalogue/product-imports.ts'
import { PART_BYTES } from '#contract/platform/imports.ts'
import type { PermissionKey } from '#contract/kit/permissions.ts'
import type { TestApp, TestPerson } from './app.ts'
import { makeCategory } from './catalogue.ts'
import { workOff } from './leads.ts'

const KEYS = [
  'master_products_view',
  'master_products_edit',
  'master_products_toggle_discoverable',
  'activity_logs_view',
  'configuration_edit',
] as const satisfies readonly PermissionKey[]

const ATTRIBUTES = [
  { code: 'pressure', label: 'Pressure', type: 'quantity', family: 'pressure', units: ['bar', '[psi]', 'kPa'] },
  { code: 'temperature', label: 'Temperature', type: 'range', family: 'temperature', units: ['Cel', 'K'] },
  { code: 'material', label: 'Material', type: 'option', options: ['Brass', 'Steel'], required: true },
  { code: 'serial', label: 'Serial', unique: true },
]

/** A person who imports products, of a company of their own with a category of valves. */
export const productImporter = async (app: TestApp, name = 'Ada') => {
  const person = await app.signIn({ can: KEYS, name })
  const valves = await makeCategory(app, person.companyId, 'Valves', ATTRIBUTES)
  return { person, valves }
}

export const uploadProducts = async (person: TestPerson, content: string) => {
  const bytes = new Uint8Array(Buffer.from(content))
  const { data } = await person.call(productImports.begin, {
    body: { file_name: 'products.csv', bytes: bytes.length },
  })
  for (let no = 0; no * PART_BYTES < bytes.length; no++)
    await person.call(productImports.part, {
      params: { id: data.id, no },
      bytes: bytes.slice(no * PART_BYTES, (no + 1) * PART_BYTES),
    })
  return (await person.call(productImports.finish, { body: data })).data
}

type Chosen = Partial<Pick<ProductImport, 'rows_stored' | 'notation'>> & { fields?: (string | null)[] }

const read = async (person: TestPerson, id: number) => (await person.call(productImports.read, { params: { id } })).data

/** The import after its dry run; the columns hold what was guessed, unless it is said otherwise. */
export const checkProducts = async (
  app: TestApp,
  person: TestPerson,
  content: string,
  { fields, ...chosen }: Chosen = {},
) => {
  const { id, columns } = await uploadProducts(person, content)
  await person.call(productImports.check, {
    body: { id, fields: fields ?? columns.map(({ field }) => field), ...chosen },
  })
  await workOff(app)
  return read(person, id)
}

export const importProducts = async (app: TestApp, person: TestPerson, content: string, chosen: Chosen = {}) => {
  const { id } = await checkProducts(app, person, content, chosen)
  await person.call(productImports.start, { body: { id } })
  await workOff(app)
  return read(person, id)
}

export const revertProducts = async (app: TestApp, person: TestPerson, id: number) => {
  await person.call(productImports.revert, { body: { id } })
  await workOff(app)
  return read(person, id)
}

/** The products of the person's company with their values, as they are stored. */
export const storedProducts = (app: TestApp, { companyId }: TestPerson) =>
  app.sql(
    companyId,
    `select p.code, p.name, p.category, p.brand, p.unit, p.description, p.gtin, p.usual_min, p.usual_max, p.discoverable, p.required_count, p.filled_count,
       (select jsonb_object_agg(a.code, v.value) from product_values v join product_attributes a on a.company_id = v.company_id and a.id = v.attribute_id
         where v.company_id = p.company_id and v.product_id = p.id and v.filled) as values
     from products p where company_id = $1 and deleted_at is null order by code`,
    [companyId],
  )
