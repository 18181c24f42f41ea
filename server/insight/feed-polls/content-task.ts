import { cleanContent, cleanTitle } from './clean-content.ts'
import { parseDate } from './dates.ts'
import { signatureOf, wordsOf } from './min-hash.ts'
import type { FeedItem } from './read-feed.ts'

// The task of a thread: what the article of a page says, cleaned as what a feed says is.

export interface PageContent {
  url: string
  title: string
  author: string | null
  publishedRaw: string | null
  language: string | null
  html: string
}

export const parse = ({ url, title, author, publishedRaw, language, html }: PageContent): FeedItem => {
  const content = cleanContent(html, url)
  const words = wordsOf(content.text)
  return {
    ...content,
    guid: null,
    url,
    title: cleanTitle(title, 500),
    author: cleanTitle(author ?? undefined, 200) || null,
    publishedRaw: cleanTitle(publishedRaw ?? undefined, 200) || null,
    published: parseDate(publishedRaw ?? undefined)?.toISOString() ?? null,
    language: language !== null && /^[a-z]{2,3}(?:-[a-z0-9]{1,8})*$/i.test(language) ? language.toLowerCase() : null,
    words: words.length,
    signature: signatureOf(words) ?? null,
    source: 'page',
    digest: '',
    unchanged: false,
  }
}
