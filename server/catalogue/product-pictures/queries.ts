import { sql } from 'kysely'
import { MOST_PICTURES, type ProductPicture } from '#contract/catalogue/product-pictures.ts'
import type { Tenant } from '#server/db/tenant.ts'
import type { PageOfIds } from '#server/platform/counted-lists/page.ts'
import type { Pictures } from '#server/platform/pictures/open.ts'
import { SIZES } from '#server/platform/pictures/picture.ts'

/** The pictures of products, in their order, with addresses of this hour. A product without any is not in the answer. */
export const picturesOf = async (
  { db, companyId }: Tenant,
  { addresses }: Pictures,
  page: PageOfIds,
): Promise<Map<number, ProductPicture[]>> => {
  const { rows } = await sql<StoredPicture>`
    select i.product_id, i.id, i.name, i.alt, p.width, p.height, encode(p.sha256, 'hex') as sha256
    from product_pictures i join pictures p on p.company_id = i.company_id and p.id = i.picture_id
    where i.company_id = ${companyId} and i.product_id in (select id from ${page} as page (id, place)) and i.deleted_at is null
    order by i.product_id, i.position, i.id`.execute(db)
  const shown = ({ sha256, product_id: _, ...row }: StoredPicture): ProductPicture => {
    // A small picture has no larger sizes: its largest one stands for them.
    const longest = Math.max(row.width, row.height)
    const has = SIZES.filter((_size, at) => longest > (SIZES[at + 1] ?? 0))
    const address = (size: number) => addresses.of(companyId, sha256, Math.min(size, has[0] ?? size))
    return { ...row, small: address(320), medium: address(960), large: address(1920) }
  }
  const byProduct = Map.groupBy(rows, ({ product_id }) => product_id)
  return new Map([...byProduct].map(([id, pictures]) => [id, pictures.map(shown)]))
}

interface StoredPicture extends Pick<ProductPicture, 'id' | 'name' | 'alt' | 'width' | 'height'> {
  product_id: number
  sha256: string
}

/** The version of a product. */
export const productVersion = async ({ db, companyId }: Tenant, id: number): Promise<number | undefined> =>
  (
    await db
      .selectFrom('products')
      .select('version')
      .where('company_id', '=', companyId)
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
  )?.version

/** The same, and nobody else changes the product or its pictures until the transaction ends. */
export const lockProduct = async ({ db, companyId }: Tenant, id: number): Promise<number | undefined> =>
  (
    await db
      .selectFrom('products')
      .select('version')
      .where('company_id', '=', companyId)
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .forNoKeyUpdate()
      .executeTakeFirst()
  )?.version

/** Whether somebody has changed the product's pictures since this version of it. */
export const changedSince = async ({ db, companyId }: Tenant, productId: number, version: number): Promise<boolean> => {
  const { rows } = await sql<{ changed: boolean }>`
    select exists (
      select from changes where company_id = ${companyId} and entity = 'product_pictures'
        and root = 'products' and root_id = ${productId} and version > ${version}) as changed`.execute(db)
  return rows[0]?.changed ?? false
}

export interface PlacedPicture {
  id: number
  picture_id: number | null
  position: number
}

export const placed = ({ db, companyId }: Tenant, productId: number): Promise<PlacedPicture[]> =>
  db
    .selectFrom('product_pictures')
    .select(['id', 'picture_id', 'position'])
    .where('company_id', '=', companyId)
    .where('product_id', '=', productId)
    .where('deleted_at', 'is', null)
    .orderBy('position')
    .orderBy('id')
    .execute()

export interface NewPicture {
  productId: number
  pictureId: number
  position: number
  name: string
  alt: string
}

/** Adds a picture at a position, and moves those from there on; in one statement, so in one version. */
export const insertPicture = async ({ db, companyId }: Tenant, picture: NewPicture): Promise<void> => {
  const { productId, pictureId, position, name, alt } = picture
  await sql`
    with moved as (
      update product_pictures set position = position + 1
      where company_id = ${companyId} and product_id = ${productId} and position >= ${position} and deleted_at is null)
    insert into product_pictures (company_id, product_id, picture_id, position, name, alt)
    values (${companyId}, ${productId}, ${pictureId}, ${position}, ${name}, ${alt})`.execute(db)
}

/** Puts these pictures in their order, with their texts, and removes the others of the product; in one statement, so in one version. */
export const arrangePictures = async (
  { db, companyId }: Tenant,
  productId: number,
  images: readonly { id: number; alt: string }[],
): Promise<void> => {
  await sql`
    update product_pictures i set position = coalesce(w.position, i.position), alt = coalesce(w.alt, i.alt),
      deleted_at = case when w.id is null then now() end
    from product_pictures o
    left join unnest(${images.map(({ id }) => id)}::bigint[], ${images.map(({ alt }) => alt)}::text[])
      with ordinality as w (id, alt, position) on w.id = o.id
    where o.company_id = ${companyId} and o.product_id = ${productId} and o.deleted_at is null
      and i.company_id = o.company_id and i.id = o.id
      and (w.id is null or (w.position, w.alt) is distinct from (o.position::bigint, o.alt))`.execute(db)
}

/** Why removed pictures cannot come back, by id. */
export const faultsOf = async ({ db, companyId }: Tenant, ids: readonly number[]): Promise<Map<number, string>> => {
  const { rows } = await sql<{ id: number; fault: string }>`
    select id, fault from (
      select i.id, case
        when i.picture_id is null then ${GONE}::text
        when count(*) over (partition by i.product_id) + (
          select count(*) from product_pictures o
          where o.company_id = i.company_id and o.product_id = i.product_id and o.deleted_at is null) > ${MOST_PICTURES}::int
          then ${FULL}::text
        end as fault
      from product_pictures i where i.company_id = ${companyId} and i.id = any(${ids}::bigint[])) f
    where fault is not null`.execute(db)
  return new Map(rows.map(({ id, fault }) => [id, fault]))
}

const GONE = 'The picture was deleted for good.'
export const FULL = `A product can have at most ${MOST_PICTURES} pictures.`
