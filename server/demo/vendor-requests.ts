import type { Client } from 'pg'
import type { UpdateStatus } from '#contract/catalogue/vendor-request.ts'
import type { Staffed } from './companies.ts'
import { changeOf, type Recorded, type Row } from './history.ts'
import type { Random } from './random.ts'
import { storeRows } from './store.ts'
import { actAt, iso, person } from './world.ts'

const HOUR = 3_600_000
export const VENDOR = { actorKind: 'system', actorId: null, channel: 'intake' } as const

/** What becomes of each of a company's twenty requests; `stale`: a value has changed since, `unread`: one could not be read. */
type Course = UpdateStatus | 'stale' | 'unread' | 'partly'
const COURSES: readonly Course[] = [
  'approved',
  'rejected',
  'approved',
  'withdrawn',
  'partly',
  'superseded',
  'approved',
  'rejected',
  'approved',
  'needs_info',
  'pending',
  'stale',
  'pending',
  'unread',
  'pending',
  'needs_info',
  'pending',
  'stale',
  'pending',
  'pending',
]
const NOTES = ['New data sheet.', 'The wording on our site is newer.', 'Please correct this before the next tender.']
const CONTACTS = ['Jonas Ekberg', 'Ines Prado', 'Tomasz Wilk', 'Li Na']
const QUESTION = 'Which data sheet is this from?'
const REFUSAL = 'This differs from the data sheet that we have.'

interface Field {
  field: string
  now: unknown
  asked: unknown
  raw: string
}

/** What vendors have asked to have changed of the company's products, in all states, the newest ones still waiting. */
export const requestUpdates = async (client: Client, random: Random, { companyId, staff }: Staffed, now: number) => {
  await client.query(`select set_config('leadroom.company', $1, true)`, [String(companyId)])
  const products = await askable(client, companyId)
  const changes: Row[] = []
  const updates: Row[] = []
  const fields: Row[] = []
  const reviewer = staff.get('manager') ?? 0
  const record = (table: Recorded, before: Row | undefined, row: Row, act: ReturnType<typeof actAt>) => {
    const change = changeOf(table, before, row, act, () => random.hex(16))
    if (change) changes.push(change)
  }

  for (const [place, course] of COURSES.entries()) {
    const product = products[place % products.length]
    if (!product) return
    const at = now - (COURSES.length - place) * 9 * HOUR
    const decidedAt = at + 5 * HOUR
    const status = statusOf(course)
    const asks = product.fields.slice(0, random.between(1, Math.min(4, product.fields.length)))
    const vendor = await vendorNamed(client, companyId, product.vendor)
    const came = actAt({ random }, at, VENDOR, 'vendor-intake.request')
    const decision = actAt({ random }, decidedAt, person(reviewer), 'vendor-updates.setStatus')
    const requested: Row & { id: number; version: number } = {
      company_id: companyId,
      id: await nextOf(client, 'vendor_updates'),
      vendor_id: vendor,
      vendor_name: product.vendor,
      contact_name: CONTACTS[place % CONTACTS.length] ?? null,
      product_id: product.id,
      product_version: product.version,
      channel: 'form',
      note: NOTES[place % NOTES.length] ?? null,
      requested_on: iso(at),
      status: 'pending',
      reason: null,
      reviewer: null,
      decided_on: null,
      updated_at: iso(at),
      version: 1,
    }
    record('vendor_updates', undefined, requested, came)
    const isDecided = status === 'approved' || status === 'rejected'
    const update =
      status === 'pending'
        ? requested
        : {
            ...requested,
            status,
            reason: status === 'rejected' ? REFUSAL : status === 'needs_info' ? QUESTION : null,
            reviewer: isDecided || status === 'needs_info' ? reviewer : null,
            decided_on: isDecided || status === 'withdrawn' ? iso(decidedAt) : null,
            updated_at: iso(decidedAt),
            version: 2,
          }
    const by = status === 'withdrawn' || status === 'superseded' ? { ...came, at: iso(decidedAt) } : decision
    if (update !== requested) record('vendor_updates', requested, update, by)
    updates.push(update)

    for (const [position, { field, now: is, asked, raw }] of asks.entries()) {
      const approved = status === 'approved' && (course !== 'partly' || position === 0)
      const unread = course === 'unread' && position === 0
      const row: Row = {
        company_id: companyId,
        id: await nextOf(client, 'vendor_update_fields'),
        update_id: requested.id,
        field,
        // What was approved is what the product has now.
        then_value: approved ? null : course === 'stale' && position === 0 ? asked : is,
        requested: unread ? null : approved ? is : course === 'stale' && position === 0 ? changed(asked) : asked,
        applied: null,
        raw: unread ? 'see data sheet, page 2' : typeof asked === 'string' && !approved ? raw : null,
        problem: unread ? 'This could not be read as a value.' : null,
        decision: 'pending',
        reason: null,
        position,
      }
      record('vendor_update_fields', undefined, row, came)
      const decided = {
        ...row,
        ...(approved ? { decision: 'approved', applied: is } : {}),
        ...(status === 'rejected' || (course === 'partly' && !approved)
          ? { decision: 'rejected', reason: REFUSAL }
          : {}),
        ...(status === 'superseded' ? { decision: 'superseded' } : {}),
      }
      record('vendor_update_fields', row, decided, by)
      fields.push(decided)
    }
  }
  await storeRows(client, companyId, { vendor_updates: updates, vendor_update_fields: fields, changes })
}

const statusOf = (course: Course): UpdateStatus => {
  if (course === 'partly') return 'approved'
  return course === 'stale' || course === 'unread' ? 'pending' : course
}

/** Products with what may be asked of them: what they have of attributes first, then what every product has. */
const askable = async (client: Client, companyId: number) => {
  const { rows } = await client.query<{
    id: string
    version: number
    name: string
    brand: string | null
    description: string | null
    values: { field: string; type: string; value: unknown }[]
  }>(
    `select p.id, p.version, p.name, p.brand, p.description,
       coalesce((select jsonb_agg(jsonb_build_object('field', 'attributes.' || a.code, 'type', a.type, 'value', v.value) order by a.position, a.id)
         from product_values v join product_attributes a on a.company_id = v.company_id and a.id = v.attribute_id and a.deleted_at is null
         where v.company_id = p.company_id and v.product_id = p.id and v.filled and a.type in ('quantity', 'number', 'text', 'long_text')), '[]') as values
     from products p where p.company_id = $1 and p.deleted_at is null order by p.id limit 40`,
    [companyId],
  )
  return rows.map(({ id, version, name, brand, description, values }) => {
    const attributes = values.map(({ field, value }): Field => ({
      field,
      now: value,
      asked: changed(value),
      raw: textOf(changed(value)),
    }))
    const said = `${description ?? name} Tested to EN 12266.`
    const own: Field[] = [
      { field: 'description', now: description, asked: said, raw: said },
      { field: 'name', now: name, asked: `${name}, new series`, raw: `${name}, new series` },
    ]
    return { id: Number(id), version, vendor: brand ?? 'Corvane', fields: [...attributes, ...own] }
  })
}

/** Another value of the same kind: a quantity a quarter larger, a text with a word more. */
const changed = (value: unknown): unknown => {
  if (typeof value === 'string') return /^-?[\d.]+$/.test(value) ? larger(value) : `${value}, revised`
  if (typeof value === 'object' && value !== null && 'value' in value)
    return { ...value, value: larger(String(value.value)) }
  return value
}
const larger = (number: string) => String(Math.round(Number(number) * 125) / 100)
const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

export const nextOf = async (client: Client, table: 'vendor_updates' | 'vendor_update_fields' | 'vendor_asks') => {
  const { rows } = await client.query<{ id: string }>('select nextval($1::regclass) as id', [`${table}_id_seq`])
  return Number(rows[0]?.id)
}

export const vendorNamed = async (client: Client, companyId: number, name: string) => {
  await client.query('insert into vendors (company_id, name) values ($1, $2) on conflict do nothing', [companyId, name])
  const { rows } = await client.query<{ id: string }>(
    'select id from vendors where company_id = $1 and fold(name) = fold($2)',
    [companyId, name],
  )
  return Number(rows[0]?.id)
}
