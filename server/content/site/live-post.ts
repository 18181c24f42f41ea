import type { ImageRef } from '#contract/content/image-ref.ts'

/** A picture as a post shows it. */
export interface LiveImage extends ImageRef {
  decorative: boolean
  caption: string
}

/** What a post says to readers, with all that it shows; every text is plain, but for the two of HTML. */
export interface LivePost {
  post_no: number
  slug: string
  title: string
  excerpt: string
  /** The text with its questions, for the company’s own site and for feeds: its addresses are absolute. */
  html: string
  /** The same for the page that we serve. */
  hosted: string
  faq: readonly { id: string; question: string; answer: string }[]
  authors: readonly LiveAuthor[]
  categories: readonly { name: string; slug: string }[]
  /** Null: the picture is gone. */
  image: LiveImage | null
  published_at: string
  updated_at: string
  words: number
  reading_minutes: number
  outline: readonly { level: number; text: string; id: string }[]
  seo: { title: string; description: string; canonical_url: string | null; noindex: boolean; image: ImageRef | null }
  /** The posts beside it, by when they were first published. */
  previous: Neighbour | null
  next: Neighbour | null
}

export interface LiveAuthor {
  name: string
  slug: string
  role: string
  bio: string
  photo: ImageRef | null
  links: readonly { label: string; url: string }[]
}

export interface Neighbour {
  title: string
  slug: string
}

/** What a page says of the site that it is part of. */
export interface LiveSite {
  name: string
  /** With {slug}; empty: posts are read with us. */
  site_url: string
  locale: string
  publisher: string
  logo: ImageRef | null
  /** What other sites show of the list of posts. */
  share: ImageRef | null
}

/** A text that readers see where it was given, and elsewhere what is there instead. */
export const seoTitle = ({ seo, title }: Pick<LivePost, 'seo' | 'title'>) => seo.title || title
export const description = ({ seo, excerpt }: Pick<LivePost, 'seo' | 'excerpt'>) => seo.description || excerpt
