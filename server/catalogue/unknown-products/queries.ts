import { sql, type RawBuilder } from 'kysely'
import type { unknownProducts, UnknownProduct } from '#contract/catalogue/unknown-products.ts'
import type { QueryOf } from '#contract/kit/endpoint.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { page } from '#server/kit/page.ts'

const SORTS = new Map([
  ['asked_90', 'u.asked_90'],
  ['asked', 'u.asked'],
  ['last_at', 'u.last_at'],
  ['text', 'u.text'],
])

export const list = async (tenant: Tenant, { sort = 'asked_90', ...query }: QueryOf<typeof unknownProducts.list>) => {
  const { db, companyId } = tenant
  const ignored = sql<boolean>`exists (
    select from ignored_product_names g where g.company_id = ${companyId} and g.key = u.key)`
  const { data, pagination } = await page(
    db
      .selectFrom('unmatched_names as u')
      .select(['u.id', 'u.key', 'u.text', 'u.asked', 'u.asked_90', 'u.valid_90', 'u.first_at', 'u.last_at'])
      .select(ignored.as('ignored'))
      .where('u.company_id', '=', companyId)
      .where(query.ignored ? ignored : sql<boolean>`not ${ignored}`),
    { ...query, sort },
    { searchIn: ['u.text'], sorts: SORTS, words: ['u.text'], newestBy: 'u.id' },
  )
  const suggested = await suggestions(
    tenant,
    data.map(({ key }) => key),
  )
  return { data: data.map((name) => ({ ...name, suggestions: suggested.get(name.key) ?? [] })), pagination }
}

const MOST_SUGGESTIONS = 3
/** So many of the newest leads of a name say what is asked for beside it. */
const NEWEST_LEADS = 200
/** Asked for together once is chance. */
const FEWEST_TOGETHER = 2

/** The products that each name may mean, the likeliest first; what is asked for beside it fills the places that are left. */
const suggestions = async ({ db, companyId }: Tenant, keys: readonly string[]) => {
  if (keys.length === 0) return new Map<string, UnknownProduct['suggestions']>()
  const { rows } = await sql<{ key: string; suggestions: UnknownProduct['suggestions'] }>`
    select u.key, coalesce((
      select json_agg(json_build_object('product', json_build_object('id', p.id, 'code', p.code, 'name', p.name), 'score', best.score, 'why', best.why)
        order by best.place)
      from (
        with named as materialized (
          select s.product_id, s.score, s.why, row_number() over () as place from suggest_products(u.text, ${MOST_SUGGESTIONS}) s
        ), seen as (
          select b.product_id, least(1, count(*)::real / ${NEWEST_LEADS}) as score, 'seen' as why, 10 + row_number() over (order by count(*) desc, b.product_id) as place
          from (select a.lead_id from product_asks a where a.company_id = ${companyId} and a.product_id = 0 and a.key = u.key
            order by a.at desc limit ${NEWEST_LEADS}) a
          join product_asks b on b.company_id = ${companyId} and b.lead_id = a.lead_id and b.product_id > 0
          where b.product_id not in (select product_id from named)
          group by b.product_id having count(*) >= ${FEWEST_TOGETHER} order by count(*) desc, b.product_id limit ${MOST_SUGGESTIONS}
        )
        select * from named union all select * from seen order by place limit ${MOST_SUGGESTIONS}
      ) best join products p on p.company_id = ${companyId} and p.id = best.product_id and p.deleted_at is null
    ), '[]') as suggestions
    from unmatched_names u where u.company_id = ${companyId} and u.key = any(${keys}::text[])`.execute(db)
  return new Map(rows.map(({ key, suggestions: found }) => [key, found]))
}

/** How the name is written, whether or not it was put aside; undefined: no lead asks for it. */
export const unknownName = async ({ db, companyId }: Tenant, key: string) => {
  const { rows } = await sql<{ key: string; text: string }>`
    select u.key, u.text from unmatched_names u where u.company_id = ${companyId} and u.key = product_key(${key})`.execute(
    db,
  )
  return rows[0]
}

/** Held, so that it is not deleted meanwhile. */
export const product = async ({ db, companyId }: Tenant, id: number) => {
  const { rows } = await sql<{ id: number; name: string }>`
    select p.id, p.name from products p where p.company_id = ${companyId} and p.id = ${id} and p.deleted_at is null for share`.execute(
    db,
  )
  return rows[0]
}

export const ignore = async ({ db, companyId }: Tenant, { key, text }: { key: string; text: string }) => {
  await sql`
    insert into ignored_product_names (company_id, key, text) values (${companyId}, ${key}, ${text}) on conflict do nothing`.execute(
    db,
  )
}

export const restore = async ({ db, companyId }: Tenant, key: string): Promise<boolean> => {
  const { rows } = await sql`
    delete from ignored_product_names where company_id = ${companyId} and key = product_key(${key}) returning id`.execute(
    db,
  )
  return rows.length > 0
}

/** Names that have a product by now, with leads that still do not: those came in while it was mapped. */
export const knownNames = async ({ db, companyId }: Tenant): Promise<{ key: string; productId: number }[]> => {
  const held: RawBuilder<unknown> = sql`exists (
    select from products p where p.company_id = ${companyId} and p.id = s.product_id and p.deleted_at is null)`
  const { rows } = await sql<{ key: string; productId: number }>`
    select s.key, s.product_id as "productId" from unmatched_names u
    join product_synonyms s on s.company_id = ${companyId} and s.key = u.key
    where u.company_id = ${companyId} and ${held} order by s.id`.execute(db)
  return rows
}
