import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { QueryOf } from '#contract/kit/endpoint.ts'
import type { VendorAsk, vendorUpdates } from '#contract/catalogue/vendor-updates.ts'
import type { Tenant } from '#server/db/tenant.ts'
import type { Caller } from '#server/kit/auth.ts'
import { badField, conflict, found } from '#server/kit/errors.ts'
import { page } from '#server/kit/page.ts'
import { deriveKey, keyedDigest } from '#server/kit/secrets.ts'
import { knownFields, productsNow } from './known-fields.ts'

/** What making links takes. */
export interface Links {
  /** Digests tokens. */
  key: Buffer
  publicUrl: string
}

export const linksOf = ({ secret, publicUrl }: { secret: string; publicUrl: string }): Links => ({
  key: deriveKey(secret, 'vendor-link'),
  publicUrl,
})

interface NewAsk {
  vendorId: number
  productIds: readonly number[]
  fields: readonly string[]
  message: string | undefined
}

/** Makes a link: 256 bits of which only the digest is stored, so that this is the one time that anybody sees it. */
export const makeAsk = async (
  tenant: Tenant,
  { personId }: Pick<Caller, 'personId'>,
  { key, publicUrl }: Links,
  { vendorId, productIds, fields, message }: NewAsk,
) => {
  const wanted = [...new Set(productIds)]
  const known = await knownFields(tenant, fields)
  const unknown = fields.find((field) => !known.has(field))
  if (unknown !== undefined) throw badField('fields', 'One of these fields no longer exists. Choose the fields again.')
  const products = await productsNow(tenant, wanted, [])
  if (products.size < wanted.length) found('Product', undefined)
  const token = randomBytes(32).toString('base64url')
  const hash = keyedDigest(key, token)
  await sql`select put_vendor_link(${hash})`.execute(tenant.db)
  const ask = await tenant.db
    .insertInto('vendor_asks')
    .values({
      company_id: tenant.companyId,
      vendor_id: vendorId,
      product_ids: sql`${wanted}::bigint[]`,
      fields: [...new Set(fields)],
      message: message?.trim() || null,
      token_hash: hash,
      asked_by: personId,
    })
    .returning(['id', 'expires_at'])
    .executeTakeFirstOrThrow()
  return { id: ask.id, link: `${publicUrl}/intake/vendor/${token}`, expires_at: ask.expires_at }
}

export const revokeAsk = async ({ db, companyId }: Tenant, id: number) => {
  const ask = found(
    'Link',
    await db
      .selectFrom('vendor_asks')
      .select(['id', 'revoked_at'])
      .where('company_id', '=', companyId)
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .forUpdate()
      .executeTakeFirst(),
  )
  if (ask.revoked_at !== null) throw conflict('This link was revoked already.')
  await db
    .updateTable('vendor_asks')
    .set({ revoked_at: new Date().toISOString() })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute()
}

export const askList = async ({ db, companyId }: Tenant, query: QueryOf<typeof vendorUpdates.asks>) => {
  const { vendor, product } = query
  const text = query.search?.trim()
  let asks = db
    .selectFrom('vendor_asks as a')
    .innerJoin('vendors as v', (join) =>
      join.onRef('v.company_id', '=', 'a.company_id').onRef('v.id', '=', 'a.vendor_id'),
    )
    .where('a.company_id', '=', companyId)
    .where('a.deleted_at', 'is', null)
    .select([
      'a.id',
      sql<VendorAsk['vendor']>`jsonb_build_object('id', v.id, 'name', v.name)`.as('vendor'),
      sql<VendorAsk['products']>`coalesce((
        select jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name) order by array_position(a.product_ids, p.id))
        from products p where p.company_id = a.company_id and p.id = any (a.product_ids)), '[]')`.as('products'),
      'a.fields',
      'a.message',
      sql<
        VendorAsk['asked_by']
      >`(select jsonb_build_object('id', s.id, 'name', s.name) from staff s where s.id = a.asked_by)`.as('asked_by'),
      'a.asked_at',
      'a.expires_at',
      'a.opened_at',
      'a.answered_at',
      'a.revoked_at',
      'a.version',
    ])
  if (vendor) asks = asks.where('a.vendor_id', 'in', vendor)
  if (product !== undefined) asks = asks.where(sql<boolean>`${product}::bigint = any (a.product_ids)`)
  return page(asks, { ...query, ...(text ? { search: text } : {}) }, { searchIn: ['v.name'], newestBy: 'a.id' })
}
