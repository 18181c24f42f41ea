import { sql } from 'kysely'
import type { ProductRef } from '#contract/leads/lookups.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { visibleTo } from '#server/leads/lists/scope.ts'
import type { Caller } from '#server/kit/auth.ts'
import { containing, inWords, page, startingWith } from '#server/kit/page.ts'
import { suffixesOf } from '#server/platform/contact-details/email-address.ts'
import { FIRST_HUNDRED } from './staff.ts'

export const company = ({ db }: Tenant) =>
  db.selectFrom('company').select(['name', 'domain', 'logo_url']).executeTakeFirstOrThrow()

interface WantedProducts {
  search?: string
  /** These, whether or not they may be offered. */
  product_ids?: readonly number[]
  page?: number
  pageSize?: number
}

/**
 * The products that may be offered, the first 100 unless another page is wanted, and how many there are: names and codes that begin with the text come
 * first. One or two letters only begin a name or code.
 */
export const products = (
  { db, companyId }: Tenant,
  { search = '', product_ids: ids, page: number = 1, pageSize = FIRST_HUNDRED.pageSize }: WantedProducts,
) => {
  const text = search.trim()
  const begins = sql<boolean>`(fold(p.name) like fold(${startingWith(text)}) or fold(p.code) like fold(${startingWith(text)}))`
  const contains = sql<boolean>`(fold(p.name) like fold(${containing(text)}) or fold(p.code) like fold(${containing(text)}))`
  const offered = db
    .selectFrom('products as p')
    .where('p.company_id', '=', companyId)
    .where('p.deleted_at', 'is', null)
    .where((eb) => (ids ? eb('p.id', 'in', ids) : eb('p.discoverable', '=', true)))
    .select([
      'p.id',
      'p.code',
      'p.name',
      'p.category',
      'p.unit',
      sql<number>`case when ${begins} then 0 else 1 end`.as('rank'),
    ])
  return page(
    text === '' ? offered : offered.where(text.length < 3 ? begins : contains),
    { page: number, pageSize, sort: 'rank', order: 'asc' },
    { sorts: new Map([['rank', 'rank']]), words: ['p.name'], newestBy: 'p.name', usualOrder: 'asc' },
  )
}

const MOST_SUGGESTIONS = 3

/** The products that a name may mean, the likeliest first. */
export const productSuggestions = async ({ db, companyId }: Tenant, text: string) => {
  const { rows } = await sql<{ product: ProductRef; score: number; why: 'code' | 'alike' }>`
    select json_build_object('id', p.id, 'code', p.code, 'name', p.name, 'category', p.category, 'unit', p.unit) as product, s.score, s.why
    from suggest_products(${text}, ${MOST_SUGGESTIONS}) with ordinality as s (product_id, score, why, place)
    join products p on p.company_id = ${companyId} and p.id = s.product_id order by s.place`.execute(db)
  return rows
}

const MOST_CATEGORIES = 200

export const productCategories = async ({ db, companyId }: Tenant): Promise<string[]> => {
  const { rows } = await sql<{ category: string }>`
    select category from products where company_id = ${companyId} and deleted_at is null and category is not null
    group by category order by ${inWords(sql.ref('category'))} limit ${MOST_CATEGORIES}`.execute(db)
  return rows.map(({ category }) => category)
}

/**
 * What the directory shows of the company, to who may open the directory; else what the newest lead of the domain that the caller sees says
 * of it, as it was validated if it was. Undefined: neither knows it.
 */
export const companyOfDomain = async (tenant: Tenant, caller: Caller, domain: string) => {
  const [listed, valid, any, leads] = await Promise.all([
    caller.can('contacts_list') ? listedOfDomain(tenant, domain).executeTakeFirst() : undefined,
    newestOfDomain(tenant, caller, domain).where('l.status', '=', 'valid').executeTakeFirst(),
    newestOfDomain(tenant, caller, domain).executeTakeFirst(),
    countOfDomain(tenant, caller, domain),
  ])
  const known = listed ?? valid ?? any
  return known && { ...known, domain, leads }
}

/** The company of the directory that has the domain, else the nearest one above it: people may have given a part of a domain its own company. */
const listedOfDomain = ({ db, companyId }: Tenant, domain: string) =>
  db
    .selectFrom('directory_keys as k')
    .innerJoin('directory_companies as f', (join) =>
      join.onRef('f.company_id', '=', 'k.company_id').onRef('f.id', '=', 'k.directory_company_id'),
    )
    .select(['f.name as company', 'f.website', 'f.country', 'f.state', 'f.city', 'f.zip_code as zipCode', 'f.address'])
    .where('k.company_id', '=', companyId)
    .where('k.kind', '=', 'domain')
    .where('k.key', 'in', suffixesOf(domain))
    .where('f.deleted_at', 'is', null)
    .where('f.name', '<>', '')
    .orderBy(sql`length(k.key)`, 'desc')
    .limit(1)

/** Spam names no company: what is invalid or held back is left out. */
const newestOfDomain = (tenant: Tenant, caller: Caller, domain: string) =>
  ofDomain(tenant, caller, domain)
    .leftJoin('lead_verdicts as v', (join) =>
      join.onRef('v.company_id', '=', 'l.company_id').onRef('v.id', '=', 'l.verdict_id').on('v.verdict', '=', 'valid'),
    )
    .select([
      sql<string>`coalesce(v.company, l.company)`.as('company'),
      sql<string | null>`coalesce(v.website, l.website)`.as('website'),
      sql<string | null>`coalesce(v.country, l.country)`.as('country'),
      sql<string | null>`coalesce(v.state, l.state)`.as('state'),
      sql<string | null>`coalesce(v.city, l.city)`.as('city'),
      sql<string | null>`coalesce(v.zip_code, l.zip_code)`.as('zipCode'),
      sql<string | null>`coalesce(v.address, l.address)`.as('address'),
    ])
    .where('l.status', '<>', 'invalid')
    .where('l.quarantined_by', 'is', null)
    .where(sql<boolean>`coalesce(v.company, l.company) <> ''`)
    .orderBy('l.created_at', 'desc')
    .limit(1)

const countOfDomain = async (tenant: Tenant, caller: Caller, domain: string) => {
  const { leads } = await ofDomain(tenant, caller, domain)
    .select(sql<number>`count(*)`.as('leads'))
    .executeTakeFirstOrThrow()
  return leads
}

const ofDomain = ({ db, companyId }: Tenant, caller: Caller, domain: string) =>
  db
    .selectFrom('leads as l')
    .where('l.company_id', '=', companyId)
    .where('l.email_domain', '=', domain)
    .where('l.deleted_at', 'is', null)
    .where(visibleTo(caller))
