import { sql } from 'kysely'
import type { RequirableField } from '#contract/catalogue/master-products.ts'
import { FIRST_OPTIONS, type Attribute, type Category } from '#contract/catalogue/product-structure.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { ENDLESS, page, startingWith, type PageQuery } from '#server/kit/page.ts'

/** The whole tree, in the order in which people arranged it. */
export const categories = async ({ db, companyId }: Tenant): Promise<Category[]> => {
  const { rows } = await sql<Category>`
    select c.id, c.parent_id, c.code, c.name, c.position, c.requires_image, c.image_required, c.version,
      coalesce((
        select jsonb_agg(jsonb_build_object('attribute_id', r.attribute_id, 'required', r.required, 'required_by', r.required_by,
          'own', o.id is not null, 'own_required', coalesce(o.required, false), 'position', r.position) order by r.position, a.position, a.id)
        from category_requirements r
        join product_attributes a on a.company_id = r.company_id and a.id = r.attribute_id
        left join category_attributes o on o.company_id = r.company_id and o.category_id = r.category_id and o.attribute_id = r.attribute_id
        where r.company_id = c.company_id and r.category_id = c.id), '[]') as attributes
    from product_categories c
    where c.company_id = ${companyId} and c.deleted_at is null
    order by c.position, fold(c.name), c.id`.execute(db)
  return rows
}

export const attributes = async ({ db, companyId }: Tenant): Promise<Attribute[]> => {
  const { rows } = await sql<Attribute>`
    select a.id, a.code, a.label, a.grouped_under as group, a.type, a.position, a.help, a.max_length, a.mask, a.min, a.max, a.decimals,
      a.family, a.units, a.default_unit, a.unique_values, a.version, coalesce(o.first, '[]') as options, coalesce(o.total, 0) as options_total
    from product_attributes a
    left join lateral (
      select jsonb_agg(jsonb_build_object('id', o.id, 'code', o.code, 'label', o.label, 'position', o.position, 'retired', o.retired)
          order by o.place) filter (where o.place <= ${FIRST_OPTIONS}) as first, count(*) as total
      from (
        select *, row_number() over (order by position, id) as place from product_attribute_options
        where company_id = a.company_id and attribute_id = a.id and deleted_at is null) o
    ) o on true
    where a.company_id = ${companyId} and a.deleted_at is null order by a.position, a.id`.execute(db)
  return rows
}

/** What the company asks of all its products. */
export const requiredFields = async ({ db, companyId }: Tenant): Promise<RequirableField[]> => {
  const { rows } = await sql<{ required_fields: RequirableField[] }>`
    select required_fields from catalogue_settings where company_id = ${companyId}`.execute(db)
  return rows[0]?.required_fields ?? []
}

/** The options of an attribute that begin with the text come before those that have it elsewhere. */
export const options = ({ db, companyId }: Tenant, attributeId: number, { search, ...query }: PageQuery) => {
  const text = search?.trim() ?? ''
  const begins = sql<boolean>`fold(label) like fold(${startingWith(text)}) or fold(code) like fold(${startingWith(text)})`
  return page(
    db
      .selectFrom('product_attribute_options')
      .select([
        'id',
        'code',
        'label',
        'position',
        'retired',
        sql<number>`case when ${begins} then 0 else 1 end`.as('rank'),
      ])
      .where('company_id', '=', companyId)
      .where('attribute_id', '=', attributeId)
      .where('deleted_at', 'is', null),
    { ...query, search: text, sort: 'rank', order: 'asc' },
    {
      searchIn: ['label', 'code'],
      sorts: new Map([['rank', 'rank']]),
      newestBy: 'position',
      usualOrder: 'asc',
      last: ENDLESS,
    },
  )
}

export const isCategory = async ({ db, companyId }: Tenant, id: number): Promise<boolean> => {
  const { rows } = await sql`
    select from product_categories where company_id = ${companyId} and id = ${id} and deleted_at is null`.execute(db)
  return rows.length > 0
}
