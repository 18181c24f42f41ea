import { absoluteImage, postAddress } from './addresses.ts'
import { renderPlain } from '#server/content/document/render.ts'
import { jsonLd } from './json-ld.ts'
import {
  description,
  seoTitle,
  type LiveAuthor,
  type LiveImage,
  type LivePost,
  type LiveSite,
  type Neighbour,
} from './live-post.ts'

/** What lists of posts say of one. */
export const postSummary = (site: LiveSite, post: LivePost) => ({
  title: post.title,
  slug: post.slug,
  url: postAddress(site, post.slug),
  excerpt: post.excerpt,
  authors: post.authors.map(({ name, slug }) => ({ name, slug })),
  categories: post.categories.map(({ name, slug }) => ({ name, slug })),
  image: post.image && pictureOf(post.image),
  published_at: post.published_at,
  updated_at: post.updated_at,
  reading_minutes: post.reading_minutes,
})
export type PostSummary = ReturnType<typeof postSummary>

/** A post for the company’s own web site, in one request. */
export const postJson = (site: LiveSite, post: LivePost) => ({
  ...postSummary(site, post),
  /** The whole text, with the questions where they stand in it; `faq` has them once more, for pages that show them in another way. */
  html: post.html,
  faq: post.faq.map(({ question, answer }) => ({ question, answer_html: renderPlain(answer) })),
  authors: post.authors.map(authorJson),
  outline: post.outline,
  seo: {
    title: seoTitle(post),
    description: description(post),
    canonical_url: post.seo.canonical_url ?? postAddress(site, post.slug),
    noindex: post.seo.noindex,
    image: post.seo.image && absoluteImage(post.seo.image).social_url,
  },
  /** To be put into a script element of the type application/ld+json as it is. */
  json_ld: jsonLd(site, post),
  previous: neighbour(site, post.previous),
  next: neighbour(site, post.next),
})
export type PostJson = ReturnType<typeof postJson>

export const authorJson = ({ name, slug, role, bio, photo, links }: LiveAuthor) => ({
  name,
  slug,
  role,
  bio,
  photo: photo && pictureOf({ ...photo, decorative: false, caption: '' }),
  links,
})

/** What it takes to show a picture; ids stay with us. */
const pictureOf = (image: LiveImage) => {
  const { url, jpeg_url, sources, width, height, alt, decorative, caption, focal_x, focal_y } = absoluteImage(image)
  return { url, jpeg_url, sources, width, height, alt: decorative ? '' : alt, caption, focal_x, focal_y }
}

const neighbour = (site: LiveSite, post: Neighbour | null) =>
  post && { title: post.title, slug: post.slug, url: postAddress(site, post.slug) }
