import type { ImageRef } from '#contract/content/image-ref.ts'
import { SLUG_PLACE } from '#contract/content/site.ts'
import type { LiveSite } from './live-post.ts'

/**
 * Where the server is reached and by which key the site is read may change at any time: stored answers have these two words in their
 * place. Someone who types them gets what is no secret.
 */
const ORIGIN = 'https://leadroom-origin.invalid'
const KEY = 'leadroom-site-key.invalid'

export interface Place {
  publicUrl: string
  key: string
}

/** A stored answer as it is sent. */
export const fillIn = (stored: string, { publicUrl, key }: Place) =>
  stored.replaceAll(ORIGIN, () => publicUrl).replaceAll(KEY, () => key)

/** The path of our own page about something. */
export const hostedPath = (rest: string) => `/site/${KEY}/${rest}`
/** An absolute address of something of ours. */
export const ours = (path: string) => (path.startsWith('/') ? `${ORIGIN}${path}` : path)

type Pattern = Pick<LiveSite, 'site_url'>

/** Where readers find a post: on the company’s own web site, or with us. */
export const postAddress = ({ site_url }: Pattern, slug: string) =>
  site_url ? site_url.replaceAll(SLUG_PLACE, () => encodeURIComponent(slug)) : ours(hostedPath(`blog/${slug}`))

/** The list of all posts: what stands before the address of a post, or ours. */
export const blogAddress = ({ site_url }: Pattern) =>
  site_url ? (site_url.split(SLUG_PLACE, 1)[0] ?? site_url) : ours(hostedPath('blog'))

/** A picture for pages that are not ours. */
export const absoluteImage = <T extends ImageRef>(image: T): T => ({
  ...image,
  url: ours(image.url),
  small_url: ours(image.small_url),
  jpeg_url: ours(image.jpeg_url),
  social_url: ours(image.social_url),
  sources: image.sources.map(({ type, srcset }) => ({
    type,
    srcset: srcset
      .split(', ')
      .map((each) => ours(each.trim()))
      .join(', '),
  })),
})
