import { sql } from 'kysely'
import { MOST_CATEGORIES, type BlogCategory } from '#contract/content/blog-categories.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { containing } from '#server/kit/page.ts'

/** The first hundred in their order. */
export const categories = async ({ db, companyId }: Tenant, search = ''): Promise<BlogCategory[]> => {
  const { rows } = await sql<BlogCategory>`
    select c.id, c.name, c.slug, c.description, c.version,
      (select count(*) ${FILED} and pc.draft) as posts, (select count(*) ${FILED} and pc.live) as live_posts
    from blog_categories c
    where c.company_id = ${companyId} and c.deleted_at is null and fold(c.name) like fold(${containing(search.trim())})
    order by c.position, c.id limit ${MOST_CATEGORIES}`.execute(db)
  return rows
}

const FILED = sql`from blog_post_categories pc
  join blog_posts p on p.company_id = pc.company_id and p.id = pc.post_id and p.deleted_at is null
  where pc.company_id = c.company_id and pc.category_id = c.id`

/** Nobody else adds, orders or deletes categories until the transaction ends. */
export const lockCategories = async ({ db, companyId }: Tenant): Promise<void> => {
  await sql`
    select from blog_categories where company_id = ${companyId} and deleted_at is null order by id for update`.execute(
    db,
  )
  await sql`select pg_advisory_xact_lock(hashtext('blog_categories'), ${companyId})`.execute(db)
}

interface Values {
  name: string
  slug: string
  description: string
}

export const add = async ({ db, companyId }: Tenant, values: Values & { position: number }): Promise<number> =>
  (
    await db
      .insertInto('blog_categories')
      .values({ company_id: companyId, ...values })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id

export const change = async (
  { db, companyId }: Tenant,
  id: number,
  changes: Partial<Values> & { deleted_at?: ReturnType<typeof sql<string>>; replaced_by?: number },
): Promise<void> => {
  if (Object.keys(changes).length === 0) return
  await db
    .updateTable('blog_categories')
    .set(changes)
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute()
}

export const arrange = async ({ db, companyId }: Tenant, ids: readonly number[]): Promise<void> => {
  await sql`
    update blog_categories c set position = w.place
    from unnest(${ids}::bigint[]) with ordinality as w (id, place)
    where c.company_id = ${companyId} and c.id = w.id and c.position is distinct from w.place`.execute(db)
}

/** Why categories can't be as they were, by id. */
export const faultsOf = async (
  { db, companyId }: Tenant,
  rows: readonly { id: number; name: unknown; slug: unknown }[],
): Promise<Map<number, string>> => {
  const { rows: found } = await sql<{ id: number }>`
    select w.id from unnest(${rows.map(({ id }) => id)}::bigint[], ${rows.map(({ name }) => String(name))}::text[],
      ${rows.map(({ slug }) => String(slug))}::text[]) as w (id, name, slug)
    where exists (select from blog_categories c where c.company_id = ${companyId} and c.deleted_at is null and c.id <> w.id
      and (fold(c.name) = fold(w.name) or c.slug = w.slug))`.execute(db)
  return new Map(found.map(({ id }) => [id, 'Another category has this name or address now.']))
}
