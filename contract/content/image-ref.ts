import { Type, type Static } from 'typebox'
import { Id } from '#contract/kit/endpoint.ts'

/** From where readers load it, for good: of this host, and for whoever has the address. */
const Address = Type.String()

/** A picture of the library, as posts and authors show it. */
export const ImageRef = Type.Object({
  id: Id,
  key: Type.String(),
  /** Of the largest size. */
  width: Type.Integer(),
  height: Type.Integer(),
  /** What a post or an author begins with. */
  alt: Type.String(),
  /** What stays in sight when it is cut: parts of the width and height. */
  focal_x: Type.Number(),
  focal_y: Type.Number(),
  /** `ready`: all formats are made. Until then, and where that has failed, the addresses are of what is there. */
  state: Type.Enum(['processing', 'ready', 'failed']),
  /** The largest WebP. */
  url: Address,
  /** The smallest, for lists. */
  small_url: Address,
  /** For mails and old readers. */
  jpeg_url: Address,
  /** 1,200 × 630 around the focal point, for cards of other sites; it changes with the point. */
  social_url: Address,
  /** Of a `picture` element, the best format first. */
  sources: Type.Array(Type.Object({ type: Type.String(), srcset: Type.String() })),
})
export type ImageRef = Static<typeof ImageRef>
