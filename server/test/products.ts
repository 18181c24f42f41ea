import type { TestApp, TestPerson } from './app.ts'

interface PutProduct {
  code: string
  name: string
  /** The name of its category, which comes with it. */
  category?: string
  brand?: string
  usual_min?: number
  usual_max?: number
  /** Left out: it is shown. */
  discoverable?: boolean
}

/** Puts products into the company's catalogue; answers their ids in this order. */
export const putProducts = async (
  app: Pick<TestApp, 'sql'>,
  { companyId }: Pick<TestPerson, 'companyId'>,
  ...products: readonly PutProduct[]
): Promise<number[]> => {
  const named = [...new Set(products.flatMap(({ category }) => category ?? []))]
  await app.sql(
    companyId,
    `insert into product_categories (company_id, code, name) select $1, n.name, n.name from unnest($2::text[]) n (name)
     where not exists (select from product_categories c where c.company_id = $1 and c.name = n.name and c.deleted_at is null)`,
    [companyId, named],
  )
  const rows = await app.sql(
    companyId,
    `insert into products (company_id, code, name, category_id, brand, usual_min, usual_max, discoverable)
     select $1, p.code, p.name, c.id, p.brand, p.usual_min, p.usual_max, coalesce(p.discoverable, true)
     from rows from (json_to_recordset($2::json) as (code text, name text, category text, brand text, usual_min int, usual_max int, discoverable boolean))
       with ordinality as p (code, name, category, brand, usual_min, usual_max, discoverable, place)
     left join product_categories c on c.company_id = $1 and c.name = p.category and c.deleted_at is null
     order by p.place returning id`,
    [companyId, JSON.stringify(products)],
  )
  return rows.map(({ id }) => Number(id))
}
/** A product put into the table as it is to be, in the category of this name; returns its id. */
export const putProduct = async (
  app: TestApp,
  { companyId }: TestPerson,
  code: string,
  name: string,
  { category, ...more }: Readonly<Record<string, unknown>> = {},
): Promise<number> => {
  const category_id = typeof category === 'string' ? await putCategory(app, companyId, category) : null
  const row = { company_id: companyId, code, name, category_id, discoverable: true, ...more }
  const columns = Object.keys(row)
  const [{ id }] = await app.sql(
    companyId,
    `insert into products (${columns.join(', ')}) values (${columns.map((_, at) => `$${at + 1}`).join(', ')}) returning id::int`,
    Object.values(row),
  )
  return id as number
}

/** The id of the company's category of this name, made if there is none. */
const putCategory = async (app: Pick<TestApp, 'sql'>, companyId: number, name: string): Promise<number> => {
  const known = await app.sql(
    companyId,
    'select id::int from product_categories where company_id = $1 and name = $2 and deleted_at is null',
    [companyId, name],
  )
  const [row] = known.length
    ? known
    : await app.sql(
        companyId,
        'insert into product_categories (company_id, code, name) values ($1, $2, $2) returning id::int',
        [companyId, name],
      )
  return row.id as number
}

/** The lines of a lead ask for these products. */
export const putLine = (app: TestApp, { companyId }: TestPerson, lead: number, product: number, quantity = 1) =>
  app.sql(
    companyId,
    `insert into lead_items (company_id, lead_id, product_id, product_name, quantity, total_quantity)
     select company_id, $2, id, name, $4, $4 from products where company_id = $1 and id = $3`,
    [companyId, lead, product, quantity],
  )
