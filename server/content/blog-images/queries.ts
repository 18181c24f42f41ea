import { sql } from 'kysely'
import type { BlogImage, blogImages } from '#contract/content/blog-images.ts'
import type { PersonRef, QueryOf } from '#contract/kit/endpoint.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { page } from '#server/kit/page.ts'
import { fileOfVariant } from '#server/platform/pictures/store.ts'
import type { NamedVariant } from './variants.ts'
import { imageRefs } from './library.ts'

const images = ({ db, companyId }: Tenant) =>
  db
    .selectFrom('blog_images as i')
    .where('i.company_id', '=', companyId)
    .where('i.deleted_at', 'is', null)
    .where('i.picture_id', 'is not', null)
    .select([
      'i.id',
      'i.name',
      sql<number>`(select count(*) from blog_image_uses u where u.company_id = i.company_id and u.image_id = i.id)`.as(
        'uses',
      ),
      sql<PersonRef | null>`(select jsonb_build_object('id', s.id, 'name', s.name) from staff s where s.id = i.added_by)`.as(
        'added_by',
      ),
      'i.created_at',
      'i.version',
    ])

const unused = sql<boolean>`not exists (select from blog_image_uses u where u.company_id = i.company_id and u.image_id = i.id)`

type Described = Awaited<ReturnType<ReturnType<typeof images>['execute']>>[number]

const withRefs = async (tenant: Tenant, rows: readonly Described[]): Promise<BlogImage[]> => {
  const refs = await imageRefs(
    tenant,
    rows.map(({ id }) => id),
  )
  return rows.flatMap((row) => {
    const ref = refs.get(row.id)
    return ref ? [{ ...ref, ...row }] : []
  })
}

export const list = async (tenant: Tenant, query: QueryOf<typeof blogImages.list>) => {
  let wanted = images(tenant)
  if (query.only === 'unused') wanted = wanted.where(unused)
  if (query.only === 'without_alt') wanted = wanted.where('i.alt', '=', '')
  const { data, pagination } = await page(wanted, query, { searchIn: ['i.name', 'i.alt'], newestBy: 'i.id' })
  return { data: await withRefs(tenant, data), pagination }
}

export const get = async (tenant: Tenant, id: number): Promise<BlogImage | undefined> =>
  (await withRefs(tenant, await images(tenant).where('i.id', '=', id).execute()))[0]

export interface Changes {
  alt?: string
  focal_x?: number
  focal_y?: number
}

/** A picture as it is, which nobody else changes or names until the transaction ends. */
export const lock = ({ db, companyId }: Tenant, id: number) =>
  db
    .selectFrom('blog_images')
    .select(['id', 'alt', 'focal_x', 'focal_y', 'version'])
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()

export const edit = async ({ db, companyId }: Tenant, id: number, changes: Changes) => {
  if (Object.keys(changes).length === 0) return
  await db.updateTable('blog_images').set(changes).where('company_id', '=', companyId).where('id', '=', id).execute()
}

export const remove = async ({ db, companyId }: Tenant, id: number) => {
  await db
    .updateTable('blog_images')
    .set({ deleted_at: sql<string>`now()` })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute()
}

export interface Use {
  kind: 'post' | 'author' | 'copy'
  name: string
}

/** What names a picture: posts first, then authors, then what people have typed and not saved. */
export const usesOf = async ({ db, companyId }: Tenant, id: number): Promise<Use[]> => {
  const { rows } = await sql<Use>`
    select kind, name from (
      select 1 as place, 'post' as kind, p.title as name from blog_image_uses u
      join blog_posts p on p.company_id = u.company_id and p.id = u.row_key::bigint
      where u.company_id = ${companyId} and u.image_id = ${id} and u.entity = 'blog_posts'
      union all
      select 2, 'author', a.name from blog_image_uses u
      join blog_authors a on a.company_id = u.company_id and a.id = u.row_key::bigint
      where u.company_id = ${companyId} and u.image_id = ${id} and u.entity = 'blog_authors'
      union all
      select 3, 'copy', '' from blog_image_uses u
      where u.company_id = ${companyId} and u.image_id = ${id} and u.entity = 'blog_working_copies'
    ) uses order by place, name limit 4`.execute(db)
  return rows
}

/** The file that an address of readers names. */
export const fileOfKey = async (tenant: Tenant, key: string, variant: NamedVariant) => {
  const { db, companyId } = tenant
  const row = await db
    .selectFrom('blog_images')
    .select('picture_id')
    .where('company_id', '=', companyId)
    .where('key', '=', key)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row?.picture_id ? fileOfVariant(tenant, row.picture_id, variant) : undefined
}

const AT_ONCE = 200

/**
 * Notes which pictures nothing names, and deletes those that nothing has named for 30 days; true when there may be more. They are
 * locked before they are looked at: whoever names one waits, or this leaves it alone.
 */
export const forgetUnused = async ({ db, companyId }: Tenant): Promise<boolean> => {
  await sql`
    update blog_images i set unused_at = case when ${unused} then now() end
    where company_id = ${companyId} and deleted_at is null and (unused_at is null) = (${unused})`.execute(db)
  const { rows } = await sql<{ id: number }>`
    select id from blog_images where company_id = ${companyId} and deleted_at is null
      and unused_at < now() - interval '30 days'
    order by id limit ${AT_ONCE} for update skip locked`.execute(db)
  const ids = rows.map(({ id }) => id)
  await sql`
    update blog_images i set deleted_at = now()
    where company_id = ${companyId} and id = any(${ids}::bigint[]) and ${unused}`.execute(db)
  return ids.length === AT_ONCE
}

/** Why deleted pictures cannot come back, or those that are there cannot go, by id. */
export const faultsOf = async (
  { db, companyId }: Tenant,
  { back, gone }: { back: readonly number[]; gone: readonly number[] },
): Promise<Map<number, string>> => {
  const { rows } = await sql<{ id: number; fault: string }>`
    select id, fault from (
      select i.id, case
        when i.id = any(${gone}::bigint[]) then case when not ${unused} then 'The picture is used.' end
        when i.picture_id is null then 'The picture was deleted for good.'
        when exists (select from blog_images o where o.company_id = i.company_id and o.picture_id = i.picture_id
          and o.deleted_at is null) then 'The picture was added again since.'
        end as fault
      from blog_images i where i.company_id = ${companyId} and i.id = any(${[...back, ...gone]}::bigint[])) f
    where fault is not null`.execute(db)
  return new Map(rows.map(({ id, fault }) => [id, fault]))
}
