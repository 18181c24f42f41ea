import { MOST_PICTURES, productPictures, type ProductPictures } from '#contract/catalogue/product-pictures.ts'
import type { Tenant, Tenants } from '#server/db/tenant.ts'
import { badField, conflict, found } from '#server/kit/errors.ts'
import { implement, prepared } from '#server/kit/implement.ts'
import { idsOf } from '#server/platform/counted-lists/page.ts'
import type { Pictures } from '#server/platform/pictures/open.ts'
import { digestOf, holdPicture, pictureOf, storePicture } from '#server/platform/pictures/store.ts'
import * as queries from './queries.ts'
import { FULL, lockProduct, picturesOf, placed, productVersion } from './queries.ts'

interface Given {
  tenants: Tenants
  pictures: Pictures
}

export const productPictureRoutes = ({ tenants, pictures }: Given) => {
  const shown = async (tenant: Tenant, id: number): Promise<ProductPictures> => ({
    version: found('Product', await productVersion(tenant, id)),
    images: (await picturesOf(tenant, pictures, idsOf([id]))).get(id) ?? [],
  })

  return implement('product-pictures', productPictures, {
    list: async ({ tenant, params }) => ({ data: await shown(tenant, params.id) }),

    add: prepared(async ({ caller, params: { id, no }, query: { name = '', alt = '' }, bytes }) => {
      const sha256 = digestOf(bytes)
      const known = await tenants.read(caller.companyId, async (tenant) => {
        found('Product', await productVersion(tenant, id))
        return pictureOf(tenant, sha256)
      })
      const picture = known === undefined ? await pictures.read(bytes) : undefined

      return async (tenant) => {
        found('Product', await lockProduct(tenant, id))
        const pictureId = picture
          ? await storePicture(tenant, { sha256, picture, quotaMb: pictures.quotaMb })
          : found('Picture', await holdPicture(tenant, sha256))
        const there = await placed(tenant, id)
        // It was sent again, or chosen twice.
        if (there.some(({ picture_id }) => picture_id === pictureId)) return { data: await shown(tenant, id) }
        if (there.length >= MOST_PICTURES) throw conflict(FULL, undefined, 'too_many_pictures')
        const position = there[no - 1]?.position ?? (there.at(-1)?.position ?? 0) + 1
        await queries.insertPicture(tenant, { productId: id, pictureId, position, name, alt })
        return { data: await shown(tenant, id) }
      }
    }),

    async arrange({ tenant, params: { id }, body: { images, version: seen } }) {
      const version = found('Product', await lockProduct(tenant, id))
      if (seen !== undefined && seen < version && (await queries.changedSince(tenant, id, seen)))
        throw conflict(
          'Someone else has changed the pictures since you opened them. Review them and try again.',
          { current: await shown(tenant, id), fields: ['images'] },
          'version_conflict',
        )
      const there = new Set((await placed(tenant, id)).map((picture) => picture.id))
      const ids = new Set(images.map((image) => image.id))
      if (ids.size < images.length) throw badField('images', 'Each picture can be named only once')
      for (const each of ids) found('Picture', there.has(each) || undefined)
      await queries.arrangePictures(tenant, id, images)
      return { data: await shown(tenant, id) }
    },
  })
}
