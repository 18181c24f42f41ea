import { NARROWEST_COVER } from '#contract/content/blog-images.ts'
import type { ImageRef } from '#contract/content/image-ref.ts'
import type { SentFile } from '#contract/kit/endpoint.ts'
import type { Tenant, Tenants } from '#server/db/tenant.ts'
import { UserError } from '#server/kit/errors.ts'
import type { Pictures } from '#server/platform/pictures/open.ts'
import { addImage, imageRefs, readImage, type ReadImage } from '#server/content/blog-images/library.ts'

/** Pictures of the library by their ids. */
export const imagesOf = async (
  tenant: Tenant,
  ids: readonly (number | null)[],
): Promise<ReadonlyMap<number | null, ImageRef>> =>
  imageRefs(tenant, [...new Set(ids.filter((id): id is number => id !== null))])

export interface Covers {
  tenants: Tenants
  pictures: Pictures
}

/** A cover that was sent as a file, read before the transaction. */
export interface SentCover {
  name: string
  image: ReadImage
}
export const readCover = async (
  covers: Covers,
  companyId: number,
  file: SentFile | undefined,
): Promise<SentCover | undefined> => file && { name: file.name, image: await readImage(covers, companyId, file.bytes) }

/** Puts it into the library; its id. */
export const storeCover = async (
  tenant: Tenant,
  { pictures }: Covers,
  { name, image }: SentCover,
  by: { personId: number },
  alt: string | undefined,
): Promise<number> =>
  (await addImage(tenant, pictures, image, { name, addedBy: by.personId, ...(alt === undefined ? {} : { alt }) })).id

/** 400 for a picture that is too small for the head of a post. */
export const checkCover = async (tenant: Tenant, id: number): Promise<ImageRef> => {
  const image = (await imagesOf(tenant, [id])).get(id)
  const refused = (message: string, code: string) =>
    new UserError(400, message, { code, errors: [{ field: 'image', message }] })
  if (!image) throw refused('This picture no longer exists. Choose another.', 'image_gone')
  if (image.width < NARROWEST_COVER)
    throw refused(
      `The cover should be at least ${NARROWEST_COVER} pixels wide; this one has ${image.width}.`,
      'image_size',
    )
  return image
}
