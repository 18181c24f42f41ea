import { isLinkAddress } from '#contract/content/attribute-values.ts'
import type { ImageRef } from '#contract/content/image-ref.ts'
import { asMarkup, html, type Markup } from '#server/kit/html.ts'
import { absoluteImage, blogAddress, hostedPath, postAddress } from './addresses.ts'
import { jsonLd } from './json-ld.ts'
import { description, seoTitle, type LiveAuthor, type LiveImage, type LivePost, type LiveSite } from './live-post.ts'
import type { PostSummary } from './post-json.ts'

/** The page of a post. */
export const postPage = (site: LiveSite, post: LivePost): string =>
  page(site, {
    title: `${seoTitle(post)} · ${site.name}`,
    head: postHead(site, post),
    body: postBody(site, post, undefined),
    home: false,
  })

/** The page of a draft, for people who were sent a link to it: no machine is to keep it. */
export const previewPage = (site: LiveSite, post: LivePost, banner: string): string =>
  page(site, {
    title: `Preview: ${post.title}`,
    head: html`<meta name="robots" content="noindex, noarchive" />`,
    body: postBody(site, post, banner),
    home: false,
  })

export interface ListPage {
  posts: readonly PostSummary[]
  page: number
  totalPages: number
}

/** The list of posts, newest first. */
export const blogPage = (site: LiveSite, { posts, page: number, totalPages }: ListPage): string =>
  page(site, {
    title: number > 1 ? `${site.name}, page ${number}` : site.name,
    head: html`<link rel="canonical" href="${blogAddress(site)}${number > 1 && !site.site_url && `?page=${number}`}" />
      ${robots(site, false)} ${sharedPicture(site.share)}`,
    body: html`<h1>${site.name}</h1>
      ${posts.length === 0 && html`<p>No posts yet.</p>`}
      <ul class="posts">
        ${posts.map((post) => listed(site, post))}
      </ul>
      ${totalPages > 1 && pager(number, totalPages)}`,
    home: true,
  })

/** Nothing is here: the same for every address that says nothing. */
export const noPage = (heading: string, sentence: string): string => `<!doctype html>
${
  html`<html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>${heading}</title>
      <meta name="robots" content="noindex" />
      <link rel="stylesheet" href="${STYLE_PATH}" />
    </head>
    <body>
      <main id="main">
        <h1>${heading}</h1>
        <p>${sentence}</p>
      </main>
    </body>
  </html>`.markup
}`

export const STYLE_PATH = '/site/style.css'

interface Parts {
  title: string
  head: Markup
  body: Markup
  /** Whether it is the list itself. */
  home: boolean
}

const page = (site: LiveSite, { title, head, body, home }: Parts): string => `<!doctype html>
${
  html`<html lang="${site.locale}">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>${title}</title>
      <meta name="referrer" content="no-referrer" />
      ${head}
      <link rel="alternate" type="application/atom+xml" title="${site.name}" href="${hostedPath('feed.atom')}" />
      <link rel="stylesheet" href="${STYLE_PATH}" />
    </head>
    <body>
      <a class="skip" href="#main">Skip to content</a>
      <header>
        ${home ? html`<span class="name">${site.publisher || site.name}</span>` : html`<a class="name" href="${hostedPath('blog')}">${site.name}</a>`}
      </header>
      <main id="main">${body}</main>
      <footer>
        <p>${site.publisher || site.name} · <a href="${hostedPath('feed.atom')}">Feed</a></p>
      </footer>
    </body>
  </html>`.markup
}`

/** Where posts are read on the company’s own site, search engines are to find them there alone. */
const robots = ({ site_url }: LiveSite, noindex: boolean) =>
  (noindex || site_url !== '') && html`<meta name="robots" content="noindex" />`

const postHead = (site: LiveSite, post: LivePost): Markup => {
  const address = post.seo.canonical_url ?? postAddress(site, post.slug)
  const [title, about] = [seoTitle(post), description(post)]
  return html`${about && html`<meta name="description" content="${about}" />`}
    <link rel="canonical" href="${address}" />
    ${robots(site, post.seo.noindex)}
    <meta property="og:type" content="article" />
    <meta property="og:site_name" content="${site.name}" />
    <meta property="og:title" content="${title}" />
    <meta property="og:description" content="${about}" />
    <meta property="og:url" content="${postAddress(site, post.slug)}" />
    ${sharedPicture(post.seo.image)}
    <meta property="article:published_time" content="${post.published_at}" />
    <meta property="article:modified_time" content="${post.updated_at}" />
    <meta name="twitter:card" content="summary_large_image" />
    <meta name="twitter:title" content="${title}" />
    <meta name="twitter:description" content="${about}" />
    <script type="application/ld+json">
      ${asMarkup(jsonLd(site, post))}
    </script>`
}

const sharedPicture = (image: ImageRef | null): Markup | null => {
  if (!image) return null
  const { social_url, alt } = absoluteImage(image)
  return html`<meta property="og:image" content="${social_url}" />
    <meta property="og:image:alt" content="${alt}" />
    <meta name="twitter:image" content="${social_url}" />`
}

const postBody = (site: LiveSite, post: LivePost, banner: string | undefined): Markup =>
  html` ${banner !== undefined && html`<p class="banner" role="note">${banner}</p>`}
    <article>
      <h1>${post.title}</h1>
      <p class="by">
        ${post.authors.map(({ name }) => name).join(', ')} · ${time(site, post.published_at)} · ${post.reading_minutes}
        min read
      </p>
      ${post.categories.length > 0 && html`<p class="by">${post.categories.map(({ name }) => name).join(', ')}</p>`}
      ${post.excerpt && html`<p class="excerpt">${post.excerpt}</p>`} ${post.image && figure(post.image)}
      <div class="text">${asMarkup(post.hosted)}</div>
    </article>
    <section aria-labelledby="authors">
      <h2 id="authors">${post.authors.length > 1 ? 'About the authors' : 'About the author'}</h2>
      ${post.authors.map(author)}
    </section>
    ${(post.previous ?? post.next) && beside(post)}`

const figure = (image: LiveImage): Markup =>
  html`<figure class="cover">
    ${picture(image)} ${image.caption && html`<figcaption>${image.caption}</figcaption>`}
  </figure>`

const picture = (image: Pick<LiveImage, 'sources' | 'jpeg_url' | 'width' | 'height' | 'alt' | 'decorative'>): Markup =>
  html`<picture
    >${image.sources.map(({ type, srcset }) => html`<source type="${type}" srcset="${srcset}" sizes="(max-width: 760px) 100vw, 720px" />`)}
    <img
      src="${image.jpeg_url}"
      width="${image.width}"
      height="${image.height}"
      alt="${image.decorative ? '' : image.alt}"
  /></picture>`

const author = ({ name, role, bio, photo, links }: LiveAuthor): Markup =>
  html`<div class="author">
    ${photo && html`<img src="${photo.small_url}" width="56" height="56" alt="${photo.alt}" />`}
    <div>
      <p><strong>${name}</strong>${role && html`, ${role}`}</p>
      ${bio && html`<p>${bio}</p>`}
      ${links.length > 0 && html`<p>${links.filter(({ url }) => isLinkAddress(url)).map(({ label, url }, at) => html`${at > 0 && ' · '}<a href="${url}" rel="me noopener">${label}</a>`)}</p>`}
    </div>
  </div>`

const beside = ({ previous, next }: LivePost): Markup =>
  html`<nav class="beside" aria-label="More posts">
    ${previous && html`<p>Previous: <a href="${hostedPath(`blog/${previous.slug}`)}">${previous.title}</a></p>`}
    ${next && html`<p>Next: <a href="${hostedPath(`blog/${next.slug}`)}">${next.title}</a></p>`}
  </nav>`

const listed = (site: LiveSite, post: PostSummary): Markup =>
  html`<li>
    <h2><a href="${hostedPath(`blog/${post.slug}`)}">${post.title}</a></h2>
    <p class="by">${post.authors.map(({ name }) => name).join(', ')} · ${time(site, post.published_at)}</p>
    ${post.excerpt && html`<p>${post.excerpt}</p>`}
  </li>`

const pager = (number: number, totalPages: number): Markup =>
  html`<nav class="beside" aria-label="Pages">
    ${number > 1 && html`<p><a rel="prev" href="${hostedPath('blog')}?page=${number - 1}">Newer posts</a></p>`}
    <p>Page ${number} of ${totalPages}</p>
    ${number < totalPages && html`<p><a rel="next" href="${hostedPath('blog')}?page=${number + 1}">Older posts</a></p>`}
  </nav>`

const time = ({ locale }: LiveSite, at: string): Markup =>
  html`<time datetime="${at}">${new Date(at).toLocaleDateString(locale, { dateStyle: 'long', timeZone: 'UTC' })}</time>`
