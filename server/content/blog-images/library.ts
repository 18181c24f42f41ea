import { randomBytes } from 'node:crypto'
import { sql, type RawBuilder } from 'kysely'
import type { ImageRef } from '#contract/content/image-ref.ts'
import type { Tenant, Tenants } from '#server/db/tenant.ts'
import { found } from '#server/kit/errors.ts'
import type { Pictures } from '#server/platform/pictures/open.ts'
import { SHOWN_AND_SOURCE, type Format, type Picture } from '#server/platform/pictures/picture.ts'
import { digestOf, holdPicture, pictureOf, storePicture } from '#server/platform/pictures/store.ts'
import { socialOf, variantName, type NamedVariant } from './variants.ts'

export const VARIANTS_DUE = 'blog-images.variants'

/** A picture that was sent, before it is in the library. */
export interface ReadImage {
  sha256: string
  /** Undefined: all that is to be stored of it is there. */
  picture: Picture | undefined
}

interface Given {
  tenants: Pick<Tenants, 'read'>
  pictures: Pick<Pictures, 'read' | 'quotaMb'>
}

/** Reads a picture for the library, which takes longer than a transaction may stay open; a refusal says what is wrong with it. */
export const readImage = async (
  { tenants, pictures }: Given,
  companyId: number,
  bytes: Uint8Array,
): Promise<ReadImage> => {
  const sha256 = digestOf(bytes)
  const known = await tenants.read(companyId, (tenant) => pictureOf(tenant, sha256, 'source'))
  return { sha256, picture: known === undefined ? await pictures.read(bytes, SHOWN_AND_SOURCE) : undefined }
}

interface NewImage {
  name?: string
  alt?: string
  addedBy?: number | undefined
}

/**
 * Puts a picture that was read into the library, in the transaction that names it. The same bytes are there once: then the row that
 * is there is answered, as it is, and `isNew` is false.
 */
export const addImage = async (
  tenant: Tenant,
  { quotaMb }: Pick<Pictures, 'quotaMb'>,
  { sha256, picture }: ReadImage,
  { name = '', alt = '', addedBy }: NewImage,
): Promise<{ id: number; isNew: boolean }> => {
  const { db, companyId } = tenant
  const pictureId = picture
    ? await storePicture(tenant, { sha256, picture, quotaMb })
    : found('Picture', await holdPicture(tenant, sha256, 'source'))
  const added = await sql<{ id: number }>`
    insert into blog_images (company_id, key, picture_id, name, alt, added_by)
    values (${companyId}, ${randomBytes(16).toString('base64url')}, ${pictureId}, ${name}, ${alt}, ${addedBy ?? null})
    on conflict (company_id, picture_id) where deleted_at is null do nothing
    returning id`.execute(db)
  const [row] = added.rows
  if (row) {
    await tenant.due(VARIANTS_DUE)
    return { id: row.id, isNew: true }
  }
  return { id: await presentImage(tenant, pictureId), isNew: false }
}

const presentImage = async (tenant: Tenant, pictureId: number): Promise<number> => {
  const { rows } = await sql<{ id: number; failed: boolean }>`
    select id, state = 'failed' as failed from blog_images
    where company_id = ${tenant.companyId} and picture_id = ${pictureId} and deleted_at is null for key share`.execute(
    tenant.db,
  )
  const { id, failed } = found('Picture', rows[0])
  // Whoever sends it again wants it made.
  if (failed) await makeAgain(tenant, id)
  return id
}

/** Has all that readers load made again, where it is not there. */
export const makeAgain = async (tenant: Tenant, id: number) => {
  await sql`update blog_images set state = 'processing' where company_id = ${tenant.companyId} and id = ${id}`.execute(
    tenant.db,
  )
  await tenant.due(VARIANTS_DUE)
}

/** Says what of a picture stays in sight; where that is new, all that is cut is made again. */
export const setFocalPoint = async (
  tenant: Tenant,
  id: number,
  { x = null, y = null }: { x?: number | null | undefined; y?: number | null | undefined },
) => {
  if (x === null && y === null) return
  const { rows } = await sql`
    update blog_images set focal_x = coalesce(${x}, focal_x), focal_y = coalesce(${y}, focal_y)
    where company_id = ${tenant.companyId} and id = ${id} and deleted_at is null
      and (focal_x, focal_y) is distinct from (coalesce(${x}, focal_x), coalesce(${y}, focal_y))
    returning id`.execute(tenant.db)
  if (rows.length > 0) await tenant.due(VARIANTS_DUE)
}

/** Those of these pictures that are in the library, which are not deleted before the transaction ends. */
export const holdImages = async ({ db, companyId }: Tenant, ids: readonly number[]): Promise<Set<number>> => {
  if (ids.length === 0) return new Set()
  const { rows } = await sql<{ id: number }>`
    select id from blog_images
    where company_id = ${companyId} and id = any(${ids}::bigint[]) and deleted_at is null order by id for key share`.execute(
    db,
  )
  return new Set(rows.map(({ id }) => id))
}

interface StoredImage extends Pick<
  ImageRef,
  'id' | 'key' | 'width' | 'height' | 'alt' | 'focal_x' | 'focal_y' | 'state'
> {
  variants: readonly (NamedVariant & { width: number })[]
}

/** Pictures of the library as posts and authors show them, by id. One that is deleted is not in the answer. */
export const imageRefs = async (tenant: Tenant, ids: readonly number[]): Promise<Map<number, ImageRef>> =>
  ids.length === 0 ? new Map() : imageRefsIn(tenant, sql`select unnest(${ids}::bigint[])`)

/** The same of what a statement finds. */
export const imageRefsIn = async (
  { db, companyId }: Tenant,
  ids: RawBuilder<unknown>,
): Promise<Map<number, ImageRef>> => {
  const { rows } = await sql<StoredImage>`
    select i.id, i.key, p.width, p.height, i.alt, i.focal_x, i.focal_y, i.state, (
      select jsonb_agg(jsonb_build_object('size', s.size, 'format', s.format, 'cut', s.cut, 'width', s.width) order by s.width)
      from picture_sizes s where s.company_id = p.company_id and s.picture_id = p.id and s.format <> 'source') as variants
    from blog_images i join pictures p on p.company_id = i.company_id and p.id = i.picture_id
    where i.company_id = ${companyId} and i.id in (${ids}) and i.deleted_at is null`.execute(db)
  return new Map(rows.map((row) => [row.id, shown(row)]))
}

const shown = ({ variants, ...image }: StoredImage): ImageRef => {
  const address = (variant: NamedVariant) => `/i/${image.key}/${variantName(variant)}`
  const whole = (format: Format) => variants.filter((each) => each.format === format && each.cut === '')
  const [webp, jpeg] = [whole('webp'), whole('jpeg')]
  const [smallest, largest] = [webp[0], webp.at(-1)]
  const url = largest ? address(largest) : ''
  const social = socialOf({ x: image.focal_x, y: image.focal_y })
  const isCut = variants.some(({ format, cut }) => format === social.format && cut === social.cut)
  return {
    ...image,
    url,
    small_url: smallest ? address(smallest) : url,
    jpeg_url: jpeg[0] ? address(jpeg[0]) : url,
    social_url: isCut ? address(social) : jpeg[0] ? address(jpeg[0]) : url,
    sources: (['avif', 'webp'] as const).flatMap((format) => {
      const srcset = whole(format).map((each) => `${address(each)} ${each.width}w`)
      return srcset.length ? [{ type: `image/${format}`, srcset: srcset.join(', ') }] : []
    }),
  }
}
