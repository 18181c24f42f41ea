import type { Client } from 'pg'
import type { Staffed } from './companies.ts'
import { changeOf, type Act, type Row } from './history.ts'
import type { Random } from './random.ts'
import { storeRows } from './store.ts'
import { nextOf, VENDOR, vendorNamed } from './vendor-requests.ts'
import { actAt, iso, person } from './world.ts'

const DAY = 86_400_000
const WORKS_FOR = 30 * DAY

interface Course {
  /** When the link was made, in days ago, and what came of it so many days later. */
  ago: number
  opened?: number
  answered?: number
  revoked?: number
}
const COURSES: readonly Course[] = [
  { ago: 44, opened: 1, answered: 3 },
  { ago: 38 },
  { ago: 12, opened: 2 },
  { ago: 9, revoked: 1 },
  { ago: 2 },
]

const MESSAGE = 'Please send us what is missing before the new catalogue is printed.'

/** Links by which vendors were asked for what products lack, in all states. Nobody has the tokens. */
export const linkVendors = async (client: Client, random: Random, { companyId, staff }: Staffed, now: number) => {
  await client.query(`select set_config('leadroom.company', $1, true)`, [String(companyId)])
  const brands = await brandsOf(client, companyId)
  const manager = staff.get('manager') ?? 0
  const links: Row[] = []
  const changes: Row[] = []
  const record = (before: Row | undefined, row: Row, act: Act) => {
    const change = changeOf('vendor_asks', before, row, act, () => random.hex(16))
    if (change) changes.push(change)
  }
  for (const [place, { ago, opened, answered, revoked }] of COURSES.entries()) {
    const asked = brands[place % brands.length]
    if (!asked) return
    const at = now - ago * DAY
    const made = {
      company_id: companyId,
      id: await nextOf(client, 'vendor_asks'),
      vendor_id: await vendorNamed(client, companyId, asked.brand),
      product_ids: asked.products,
      fields: ['description', 'gtin'],
      message: MESSAGE,
      token_hash: `\\x${random.hex(32)}`,
      asked_by: manager,
      asked_at: iso(at),
      expires_at: iso(at + WORKS_FOR),
      opened_at: opened === undefined ? null : iso(at + opened * DAY),
      answered_at: null,
      revoked_at: null,
      updated_at: iso(at),
      version: 1,
    }
    record(undefined, made, actAt({ random }, at, person(manager), 'vendor-updates.ask'))
    const ended = answered ?? revoked
    if (ended === undefined) {
      links.push(made)
      continue
    }
    const endedAt = at + ended * DAY
    const field = answered === undefined ? 'revoked_at' : 'answered_at'
    const link = { ...made, [field]: iso(endedAt), updated_at: iso(endedAt), version: 2 }
    const by = answered === undefined ? person(manager) : VENDOR
    record(
      made,
      link,
      actAt({ random }, endedAt, by, answered === undefined ? 'vendor-updates.revoke' : 'vendor-intake.answer'),
    )
    links.push(link)
  }
  await storeRows(client, companyId, { vendor_asks: links, changes })
}

/** The brands with the most products, as their vendors, each with some of its products. */
const brandsOf = async (client: Client, companyId: number) => {
  const { rows } = await client.query<{ brand: string; products: string[] }>(
    `select brand, (array_agg(id order by id))[1:3] as products from products
     where company_id = $1 and deleted_at is null and brand is not null group by brand order by count(*) desc, brand limit 5`,
    [companyId],
  )
  return rows.map(({ brand, products }) => ({ brand, products: products.map(Number) }))
}
