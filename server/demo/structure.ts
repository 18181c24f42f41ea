import type { Client } from 'pg'
import { nextId } from './next-id.ts'
import type { Staffed } from './companies.ts'
import { changeOf, type Act, type Recorded, type Row } from './history.ts'
import { optionCode, type DemoAttribute } from './properties.ts'
import type { Random } from './random.ts'
import { storeRows } from './store.ts'
import { actAt, iso, person } from './world.ts'

const DAY = 86_400_000
const MINUTE = 60_000

export interface Structure {
  /** Ids by name and by code. */
  categories: ReadonlyMap<string, number>
  attributes: ReadonlyMap<string, number>
}

/** Makes rows with their history. */
const openRecord = (client: Client, companyId: number, random: Random) => {
  const changes: Row[] = []
  return {
    changes,
    async make(table: Recorded, at: number, act: Act, fields: Row) {
      const id = await nextId(client, table)
      const row: Row & { id: number } = {
        company_id: companyId,
        id,
        ...fields,
        version: 1,
        created_at: iso(at),
        updated_at: iso(at),
      }
      const change = changeOf(table, undefined, row, act, () => random.hex(16))
      if (change) changes.push(change)
      return row
    },
  }
}

/** The categories of a company's catalogue and what describes its products, as its admin has set them up. */
export const setUpStructure = async (
  client: Client,
  random: Random,
  { companyId, company: { properties }, staff }: Staffed,
  start: number,
): Promise<Structure> => {
  const admin = person(staff.get('admin') ?? 0)
  const { changes, make } = openRecord(client, companyId, random)
  let at = start - 34 * DAY
  const act = (name: string) => actAt({ random }, (at += 7 * MINUTE), admin, `structure-edits.${name}`)

  const attributes: (Row & { id: number })[] = []
  const options: Row[] = []
  const ids = new Map<string, number>()
  for (const [position, { options: labels, ...attribute }] of properties.attributes.entries()) {
    const row = await make('product_attributes', at, act('addAttribute'), columnsOf(attribute, position))
    attributes.push(row)
    ids.set(attribute.code, row.id)
    const added = act('addOptions')
    for (const [place, label] of labels.entries())
      options.push(
        await make('product_attribute_options', at, added, {
          attribute_id: row.id,
          code: optionCode(label),
          label,
          position: place,
          retired: false,
        }),
      )
  }

  const categories: (Row & { id: number })[] = []
  const lists: Row[] = []
  const named = new Map<string, number>()
  for (const [position, path] of properties.categories.entries()) {
    const [name = '', above] = path.split(' > ').toReversed()
    const row = await make('product_categories', at, act('addCategory'), {
      parent_id: named.get(above ?? '') ?? null,
      code: name.toLowerCase().replaceAll(' ', '-'),
      name,
      position,
      requires_image: false,
    })
    categories.push(row)
    named.set(name, row.id)
    const listed = act('setAttributes')
    for (const [place, said] of (properties.lists[name] ?? []).entries())
      lists.push(
        await make('category_attributes', at, listed, {
          category_id: row.id,
          attribute_id: ids.get(said.replace('*', '')),
          required: said.endsWith('*'),
          position: place,
        }),
      )
  }
  await storeRows(client, companyId, {
    product_attributes: attributes,
    product_attribute_options: options,
    product_categories: categories,
    category_attributes: lists,
    changes,
  })
  return { categories: named, attributes: ids }
}

const columnsOf = ({ group, ...attribute }: Omit<DemoAttribute, 'options'>, position: number): Row => ({
  ...attribute,
  grouped_under: group,
  default_unit: attribute.units[0] ?? null,
  position,
  unique_values: false,
})

/** The values of the products' attributes, as the manager has filled them in, product by product. */
export const fillIn = async (
  client: Client,
  random: Random,
  { companyId, company: { properties }, staff }: Staffed,
  { attributes }: Structure,
  products: readonly { id: number; code: string }[],
  start: number,
) => {
  const manager = person(staff.get('manager') ?? staff.get('admin') ?? 0)
  const { changes, make } = openRecord(client, companyId, random)
  const values: Row[] = []
  let at = start - 26 * DAY
  for (const { id, code } of products) {
    const act = actAt({ random }, (at += 11 * MINUTE), manager, 'master-products.update')
    for (const [name, value] of properties.values.get(code) ?? [])
      values.push(
        await make('product_values', at, act, {
          product_id: id,
          attribute_id: attributes.get(name),
          value,
          source: 'person',
        }),
      )
  }
  await storeRows(client, companyId, { product_values: values, changes })
  // The values came with the second version of their products, at the time that their history says.
  await client.query('alter table product_values disable trigger user')
  await client.query('update product_values set updated_at = created_at where company_id = $1', [companyId])
  await client.query('alter table product_values enable trigger user')
  await client.query(
    `update products p set updated_at = coalesce((select max(v.created_at) from product_values v
       where v.company_id = p.company_id and v.product_id = p.id), p.created_at) where p.company_id = $1`,
    [companyId],
  )
}
