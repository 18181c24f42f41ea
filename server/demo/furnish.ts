import type { Client } from 'pg'
import { deriveKey, keyedDigest } from '#server/kit/secrets.ts'
import { changeOf, type Recorded, type Row } from './history.ts'
import { RESTRICTED } from './messages.ts'
import type { Staffed } from './companies.ts'
import { nextId } from './next-id.ts'
import type { Random } from './random.ts'
import { storeRows } from './store.ts'
import type { Structure } from './structure.ts'
import { actAt, iso, person, type RestrictedEntry, type StockedProduct } from './world.ts'

export interface Furniture {
  formId: number
  products: readonly [StockedProduct, ...StockedProduct[]]
  restricted: readonly [RestrictedEntry, ...RestrictedEntry[]]
}

const DAY = 86_400_000
/** Not shown yet: something required is missing. */
const HIDDEN = ['HP-4005', 'HP-6005', 'MI-3007', 'MI-4005']

/** What a company has before its first lead: a catalogue, a form, restricted domains. */
export const furnish = async (
  client: Client,
  random: Random,
  { companyId, company, staff }: Staffed,
  structure: Structure,
  secret: string,
  start: number,
): Promise<Furniture> => {
  const changes: Row[] = []
  const admin = staff.get('admin') ?? 0
  const make = async (table: Recorded, at: number, doer: number, act: string, fields: Row) => {
    const id = await nextId(client, table)
    const row = { company_id: companyId, id, ...fields, created_at: iso(at), updated_at: iso(at), version: 1 }
    const change = changeOf(table, undefined, row, actAt({ random }, at, person(doer), act), () => random.hex(16))
    if (change) changes.push(change)
    return row
  }

  const products = []
  for (const [place, product] of company.catalogue.entries()) {
    const { category, ...fields } = product
    products.push({
      ...(await make('products', start - 30 * DAY + place * 60_000, admin, 'products.add', {
        ...fields,
        category_id: structure.categories.get(category) ?? null,
        discoverable: !HIDDEN.includes(product.code),
      })),
      ...product,
    })
  }
  const form = await make('intake_forms', start - 29 * DAY, admin, 'configuration.addForm', {
    name: `${company.name}: send us your enquiry`,
    status: 'active',
    allowed_origins: [],
  })
  const restricted = []
  for (const [place, { domain, effect, match, note, active }] of RESTRICTED.entries()) {
    const fields = {
      domain_name: domain,
      status: active ? 'active' : 'inactive',
      match,
      effect,
      note,
      source: 'manual',
      created_by: staff.get('manager'),
    }
    const row = await make(
      'restricted_domains',
      start - (20 - place) * DAY,
      fields.created_by ?? admin,
      'restricted-domains.add',
      fields,
    )
    restricted.push({ row, entry: { id: row.id, domain, effect }, active })
  }

  await storeRows(client, companyId, {
    products,
    intake_forms: [form],
    restricted_domains: restricted.map(({ row }) => row),
    changes,
  })
  await client.query(
    'insert into identity.form_keys (hash, company_id, form_id) values ($1, $2, $3) on conflict (hash) do nothing',
    [keyedDigest(deriveKey(secret, 'form-key'), company.formKey), companyId, form.id],
  )
  return {
    formId: form.id,
    products: some(products),
    restricted: some(restricted.filter(({ active }) => active).map(({ entry }) => entry)),
  }
}

/** The same as an earlier run has made it. */
export const findFurniture = async (client: Client, { companyId, company }: Staffed): Promise<Furniture> => {
  await client.query(`select set_config('leadroom.company', $1, true)`, [String(companyId)])
  const forms = await client.query<{ id: string }>(
    'select id from intake_forms where company_id = $1 order by id limit 1',
    [companyId],
  )
  const products = await client.query<{ id: string; code: string }>(
    'select id, code from products where company_id = $1 and deleted_at is null order by id',
    [companyId],
  )
  const domains = await client.query<{ id: string; domain: string; effect: RestrictedEntry['effect'] }>(
    `select id, domain_name as domain, effect from restricted_domains
     where company_id = $1 and status = 'active' and deleted_at is null and domain_name = any($2) order by id`,
    [companyId, RESTRICTED.map(({ domain }) => domain)],
  )
  const stocked = products.rows.flatMap(({ id, code }) =>
    company.catalogue.filter((product) => product.code === code).map((product) => ({ id: Number(id), ...product })),
  )
  return {
    formId: Number(forms.rows[0]?.id),
    products: some(stocked),
    restricted: some(domains.rows.map((entry) => ({ ...entry, id: Number(entry.id) }))),
  }
}

const some = <T>([first, ...rest]: readonly T[]): readonly [T, ...T[]] => {
  if (first === undefined) throw new Error('The demo company lacks what its leads are about')
  return [first, ...rest]
}
