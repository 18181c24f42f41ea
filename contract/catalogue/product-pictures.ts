import { Type, type Static } from 'typebox'
import { ById, FreeText, get, Id, One, put, SeenVersion, Version } from '#contract/kit/endpoint.ts'
import type { Entity } from '#contract/kit/history.ts'
import { LARGEST_PICTURE } from '#contract/platform/pictures.ts'

export const MOST_PICTURES = 12
const Alt = FreeText(250)
/** From where it can be loaded for an hour or two, without a session. */
const Address = Type.String()

export const ProductPicture = Type.Object({
  id: Id,
  /** The name of the file that was sent. */
  name: Type.String(),
  alt: Type.String(),
  width: Type.Integer(),
  height: Type.Integer(),
  /** Its longest side has at most 320, 960 and 1,920 pixels. */
  small: Address,
  medium: Address,
  large: Address,
})
export type ProductPicture = Static<typeof ProductPicture>

/** In their order: the first one is the cover. `version` is that of the product. */
export const ProductPictures = Type.Object({ images: Type.Array(ProductPicture), version: Version })
export type ProductPictures = Static<typeof ProductPictures>

export const productPictures = {
  list: get('/marketing/product_images/:id', {
    summary: 'The pictures of a product',
    permission: ['master_products_view', 'products_list'],
    params: ById,
    reply: One(ProductPictures),
    failure: 'The pictures did not load. Try again.',
  }),
  add: put('/marketing/master_products/:id/images/:no', {
    summary: 'Adds a picture at a place; sent again, it changes nothing',
    permission: 'master_products_edit',
    did: 'Added a picture to *',
    params: Type.Object({ id: Id, no: Type.Integer({ minimum: 1, maximum: MOST_PICTURES }) }),
    query: Type.Object({ name: Type.Optional(FreeText(200)), alt: Type.Optional(Alt) }),
    bytes: true,
    bodyLimit: LARGEST_PICTURE,
    reply: One(ProductPictures),
    failure: 'The picture was not added. Try again.',
    timeout: 120_000,
  }),
  arrange: put('/marketing/product_images/:id', {
    summary: 'Sets the order of a product’s pictures and what they show; those left out are removed',
    permission: 'master_products_edit',
    did: 'Changed the pictures of *',
    params: ById,
    body: Type.Object({
      images: Type.Array(Type.Object({ id: Id, alt: Alt }), { maxItems: MOST_PICTURES }),
      version: SeenVersion,
    }),
    reply: One(ProductPictures),
    failure: 'The pictures were not changed. Try again.',
  }),
}

export const entities = {
  product_pictures: {
    noun: { one: 'picture', many: 'pictures' },
    fields: { alt: 'description', position: 'place' },
    undo: 'undoable',
  },
} as const satisfies Readonly<Record<string, Entity>>
