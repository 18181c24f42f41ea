import { sql } from 'kysely'
import { readConfig } from '#server/app/config.ts'
import { openServices } from '#server/app/services.ts'
import { linksOf } from '#server/catalogue/vendor-updates/asks.ts'
import { decide } from '#server/catalogue/vendor-updates/decide.ts'
import { receive } from '#server/catalogue/vendor-updates/receive.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { median, rounded, type Figure } from '../figure.ts'
import { SECRET, type Place } from '../place.ts'

const GOAL = 1.5
const FIELDS = 10
const PRODUCTS = 200
const WARM = 20

/** A request of ten fields is approved, against a transaction that only writes what the approval leaves, history and counts included. */
export const vendorApprove = async (place: Place): Promise<Figure[]> => {
  const { companyId, person, products } = await setUp(place)
  const config = readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'silent', LEADROOM_SECRET: SECRET })
  const services = openServices(config, place.url('postgres', 'leadroom_login'), true)
  const actor = { kind: 'person', id: person, channel: 'screen', act: 'vendor-updates.setStatus' } as const
  const write = <T>(work: (tenant: Tenant) => Promise<T>) => services.tenants.write(companyId, actor, work)
  const caller = {
    personId: person,
    companyId,
    name: 'Ada',
    email: 'ada@bench.example',
    timeZone: 'UTC',
    can: () => true,
  }
  const [ours, bare]: number[][] = [[], []]
  try {
    const links = linksOf({ secret: SECRET, publicUrl: 'http://127.0.0.1' })
    for (const [at, productId] of products.entries()) {
      const values = Array.from({ length: FIELDS }, (_, field) => ({
        field: `attributes.a${field}`,
        sent: { value: String(at + field + 2), unit: 'bar' },
      }))
      const vendor = { id: 1, name: 'Corvane' }
      const id = await write((tenant) => receive(tenant, { vendor, productId, channel: 'staff', values }))
      const isOurs = at % 2 === 0
      const from = performance.now()
      await write(async (tenant) => {
        if (isOurs) await decide(tenant, caller, links, { id, status: 'approved' })
        else await writeAlone(tenant, id, person)
      })
      if (at >= WARM) (isOurs ? ours : bare)?.push(performance.now() - from)
    }
  } finally {
    await services.close()
  }
  const ratio = median(ours ?? []) / median(bare ?? [])
  return [
    {
      figure: 'vendor-approve',
      ratio,
      rows: 0,
      ours: rounded(median(ours ?? [])),
      bare: rounded(median(bare ?? [])),
      unit: 'ms',
      goal: `≤ ${GOAL} ×`,
      meets: ratio <= GOAL,
    },
  ]
}

/** The same rows, without a look at anything. */
const writeAlone = async ({ db, companyId }: Tenant, id: number, person: number) => {
  await sql`
    update product_values v set value = f.requested, deleted_at = null, source = 'vendor', source_id = ${id}
    from vendor_update_fields f
    join vendor_updates u on u.company_id = f.company_id and u.id = f.update_id
    join product_attributes a on a.company_id = f.company_id and 'attributes.' || a.code = f.field
    where f.company_id = ${companyId} and f.update_id = ${id} and v.company_id = f.company_id and v.product_id = u.product_id
      and v.attribute_id = a.id`.execute(db)
  await sql`
    update vendor_update_fields set decision = 'approved', applied = requested
    where company_id = ${companyId} and update_id = ${id}`.execute(db)
  await sql`
    update vendor_updates set status = 'approved', reviewer = ${person}, decided_on = now()
    where company_id = ${companyId} and id = ${id}`.execute(db)
}

/** A company with products of ten pressures each; made by nobody, so without a history. */
const setUp = async ({ owner }: Place) => {
  const client = await owner.connect()
  try {
    await client.query('begin')
    await client.query('set local session_replication_role = replica')
    const one = async (text: string, values: unknown[] = []) =>
      Number((await client.query<{ id: string }>(text, values)).rows[0]?.id)
    const companyId = await one(
      `insert into identity.companies (name, domain) values ('Bench', 'bench.example') returning id`,
    )
    await client.query(`select set_config('leadroom.company', $1, true)`, [String(companyId)])
    const person = await one(
      `insert into identity.people (email, first_name, time_zone) values ('ada@bench.example', 'Ada', 'UTC') returning id`,
    )
    await client.query('insert into identity.memberships (company_id, id, permissions) values ($1, $2, $3)', [
      companyId,
      person,
      ['vendor_data_update_decide'],
    ])
    await client.query(`insert into vendors (company_id, name) values ($1, 'Corvane')`, [companyId])
    await client.query(
      `insert into product_attributes (company_id, code, label, type, family, default_unit)
       select $1, 'a' || n, 'Pressure ' || n, 'quantity', 'pressure', 'bar' from generate_series(0, ${FIELDS - 1}) n`,
      [companyId],
    )
    const { rows } = await client.query<{ id: string }>(
      `insert into products (company_id, code, name) select $1, 'B-' || n, 'Pump ' || n from generate_series(1, ${PRODUCTS}) n returning id`,
      [companyId],
    )
    await client.query(
      `insert into product_values (company_id, product_id, attribute_id, value, source)
       select p.company_id, p.id, a.id, '{"value": "1", "unit": "bar"}', 'person' from products p
       join product_attributes a on a.company_id = p.company_id where p.company_id = $1`,
      [companyId],
    )
    await client.query('commit')
    return { companyId, person, products: rows.map(({ id }) => Number(id)) }
  } finally {
    client.release()
  }
}
