import type { BlogPosting, FAQPage, Graph, ImageObject, Organization, Person } from 'schema-dts'
import { absoluteImage, postAddress } from './addresses.ts'
import { description, type LivePost, type LiveSite } from './live-post.ts'

const LONGEST_HEADLINE = 110

/** What search engines read of a post, in the words of the page, as text that may stand within a page. */
export const jsonLd = (site: LiveSite, post: LivePost): string =>
  safeJson({
    '@context': 'https://schema.org',
    '@graph': [posting(site, post), ...questions(site, post)],
  } satisfies Graph)

/** JSON that ends no element and no line, wherever it is put. */
export const safeJson = (value: unknown): string =>
  JSON.stringify(value).replaceAll(
    /[<>&\u2028\u2029]/g,
    (sign) => `\\u${(sign.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`,
  )

const posting = (site: LiveSite, post: LivePost): BlogPosting => {
  const address = postAddress(site, post.slug)
  return {
    '@type': 'BlogPosting',
    '@id': `${address}#post`,
    headline: post.title.slice(0, LONGEST_HEADLINE).toWellFormed(),
    description: description(post),
    image: [
      ...(post.seo.image ? [absoluteImage(post.seo.image).social_url] : []),
      ...(post.image ? [absoluteImage(post.image).url] : []),
    ],
    datePublished: post.published_at,
    dateModified: post.updated_at,
    author: post.authors.map(({ name, links }): Person => {
      const [first] = links
      return { '@type': 'Person', name, ...(first && { url: first.url }) }
    }),
    ...(site.publisher && { publisher: publisher(site) }),
    mainEntityOfPage: address,
    wordCount: post.words,
    inLanguage: site.locale,
  }
}

const publisher = ({ publisher: name, logo }: LiveSite): Organization => ({
  '@type': 'Organization',
  name,
  ...(logo && { logo: { '@type': 'ImageObject', url: absoluteImage(logo).jpeg_url } satisfies ImageObject }),
})

const questions = (site: LiveSite, { slug, faq }: LivePost): FAQPage[] =>
  faq.length === 0
    ? []
    : [
        {
          '@type': 'FAQPage',
          '@id': `${postAddress(site, slug)}#questions`,
          mainEntity: faq.map(({ question, answer }) => ({
            '@type': 'Question',
            name: question,
            acceptedAnswer: { '@type': 'Answer', text: answer },
          })),
        },
      ]
