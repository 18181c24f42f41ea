import { sql } from 'kysely'
import type { Tenant, Tenants } from '#server/db/tenant.ts'
import { companyOfLink } from '#server/db/identity/vendor-links.ts'
import type { Identity } from '#server/db/identity/door.ts'
import { UserError } from '#server/kit/errors.ts'
import { keyedDigest } from '#server/kit/secrets.ts'

/** A link that can be used: what its vendor was asked, and what came of it. */
export interface Link {
  id: number
  vendor_id: number
  vendor: string
  product_ids: readonly number[]
  fields: readonly string[]
  message: string | null
  asked_by: number | null
  company: string
  /** What was sent by it and is not decided. */
  requests: readonly { id: number; product_id: number; status: 'pending' | 'needs_info'; reason: string | null }[]
  /** Nothing has been sent by it. */
  fresh: boolean
  opened: boolean
}

/** The same words for a link that is not there, is revoked, has expired or was used up. */
export const NO_LINK = 'This link does not work. Ask the person who sent it for a new one.'
export const noLink = () => new UserError(404, NO_LINK)

/** Where a token belongs; undefined for one that nobody has. */
export const placeOf = async ({ identity, key }: { identity: Identity; key: Buffer }, token: string) => {
  const hash = keyedDigest(key, token)
  const place = await companyOfLink(identity, hash)
  return place && { companyId: place.companyId, hash }
}
export type Place = NonNullable<Awaited<ReturnType<typeof placeOf>>>

/** The link as it can be used now; with a lock, nobody else uses it meanwhile. */
export const linkOf = async (
  { db, companyId }: Tenant,
  hash: Buffer,
  { lock = false }: { lock?: boolean } = {},
): Promise<Link | undefined> => {
  const asks = await sql<Omit<Link, 'requests'>>`
    select a.id, a.vendor_id, v.name as vendor, to_json(a.product_ids) as product_ids, a.fields, a.message, a.asked_by, a.answered_at is null as fresh, a.opened_at is not null as opened,
      (select c.name from company c) as company
    from vendor_asks a join vendors v on v.company_id = a.company_id and v.id = a.vendor_id
    where a.company_id = ${companyId} and a.token_hash = ${hash} and a.revoked_at is null and a.deleted_at is null and a.expires_at > now()
    ${lock ? sql`for no key update of a` : sql``}`.execute(db)
  const [ask] = asks.rows
  if (!ask) return undefined
  const sent = await sql<Link['requests'][number] & { is_open: boolean }>`
    select u.id, u.product_id, u.status, u.reason, u.status in ('pending', 'needs_info') as is_open from vendor_updates u
    where u.company_id = ${companyId} and u.asked_id = ${ask.id} and u.deleted_at is null order by u.id
    ${lock ? sql`for no key update` : sql``}`.execute(db)
  const requests = sent.rows.filter(({ is_open }) => is_open)
  const fresh = ask.fresh && sent.rows.length === 0
  return fresh || requests.length ? { ...ask, requests, fresh } : undefined
}

/** Notes when a link was first opened. */
export const markOpened = (tenants: Tenants, { companyId }: Pick<Place, 'companyId'>, { id }: Pick<Link, 'id'>) =>
  tenants.write(companyId, { kind: 'system', channel: 'intake', act: 'vendor-intake.open' }, ({ db }) =>
    db
      .updateTable('vendor_asks')
      .set({ opened_at: new Date().toISOString() })
      .where('company_id', '=', companyId)
      .where('id', '=', id)
      .where('opened_at', 'is', null)
      .execute(),
  )
