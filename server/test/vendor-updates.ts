import { masterProducts } from '#contract/catalogue/master-products.ts'
import { vendorUpdates } from '#contract/catalogue/vendor-updates.ts'
import type { TestApp, TestPerson } from './app.ts'
import { makeCategory } from './catalogue.ts'

export const VENDOR_KEYS = [
  'vendor_data_update_list',
  'vendor_data_update_decide',
  'master_products_view',
  'master_products_edit',
  'activity_logs_view',
  'products_list',
] as const

const PRESSURE = {
  code: 'pressure',
  label: 'Pressure',
  type: 'quantity',
  family: 'pressure',
  units: ['bar', '[psi]'],
  required: true,
}
const MATERIAL = { code: 'material', label: 'Material', type: 'option', options: ['Brass', 'Steel'], required: true }
const SERIAL = { code: 'serial', label: 'Serial', unique: true }

export const bar = (value: string) => ({ value, unit: 'bar' })

/** A person of a company of their own that decides on requests, with a pump of 10 bar. */
export const withPump = async (app: TestApp, name = 'Ada', code = 'DP-1') => {
  const person = await app.signIn({ can: VENDOR_KEYS, name })
  const pumps = await makeCategory(app, person.companyId, 'Pumps', [PRESSURE, MATERIAL, SERIAL])
  return { person, pumps, product: await addPump(person, pumps.id, code) }
}

export const addPump = async (person: TestPerson, categoryId: number, code: string) => {
  const { data } = await person.call(masterProducts.add, {
    body: { name: 'Diaphragm pump', code, category_id: categoryId, attributes: { pressure: bar('10') } },
  })
  return data
}

export const setPressure = (person: TestPerson, id: number, value: string) =>
  person.call(masterProducts.update, { params: { id }, body: { attributes: { pressure: bar(value) } } })

/** What a vendor asks for, entered by staff. */
export const addRequest = async (
  person: TestPerson,
  productId: number,
  fields: Record<string, unknown> = { 'attributes.pressure': bar('12') },
  vendor = 'Corvane',
) => {
  const body = { product_id: productId, vendor_name: vendor, fields: fields as Record<string, string> }
  return (await person.call(vendorUpdates.add, { body })).data
}

/** The token of a link by which a vendor is asked for fields of products. */
export const askFor = async (
  person: TestPerson,
  productIds: readonly number[],
  fields: readonly string[] = ['attributes.pressure', 'attributes.material'],
) => {
  const body = { vendor_name: 'Corvane', product_ids: [...productIds], fields: [...fields] }
  const { data } = await person.call(vendorUpdates.ask, { body })
  return { id: data.id, token: data.link.split('/').at(-1) ?? '' }
}

/** What a product has, as it is stored. */
export const productOf = async (app: TestApp, { companyId }: TestPerson, id: number) => {
  const [row] = await app.sql(
    companyId,
    `select p.name, p.version,
       (select jsonb_object_agg(a.code, v.value) from product_values v join product_attributes a on a.company_id = v.company_id and a.id = v.attribute_id
         where v.company_id = p.company_id and v.product_id = p.id and v.filled) as values
     from products p where company_id = $1 and id = $2`,
    [companyId, id],
  )
  return row!
}
