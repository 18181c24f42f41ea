import { Readability } from '@mozilla/readability'
import { parseHTML } from 'linkedom'
import { textOfPage, type PageBytes } from './page-text.ts'

// The task of a thread: the article of a web page, without what stands around it.

export interface Article {
  title: string
  author: string | null
  publishedRaw: string | null
  language: string | null
  /** As the page has it: to be cleaned before anybody sees it. */
  html: string
  text: string
}

const MOST_ELEMENTS = 30_000
const LIMITS = { title: 500, author: 200, raw: 200, language: 35, html: 1_000_000, text: 200_000 } as const

/** Null: the page has no article that can be found. */
export const parse = (page: PageBytes): Article | null => {
  const { document } = parseHTML(textOfPage(page))
  // What makes its links whole.
  Object.defineProperties(document, { baseURI: { value: page.url }, documentURI: { value: page.url } })
  const language: unknown = document.documentElement?.getAttribute('lang')
  const article = read(document)
  const text = (article?.textContent ?? '').trim()
  if (!article || text === '') return null
  return {
    title: cut(article.title, LIMITS.title) ?? '',
    author: cut(article.byline, LIMITS.author),
    publishedRaw: cut(article.publishedTime, LIMITS.raw),
    language: cut(article.lang ?? (typeof language === 'string' ? language : null), LIMITS.language),
    html: (article.content ?? '').slice(0, LIMITS.html),
    text: text.slice(0, LIMITS.text),
  }
}

const read = (document: ConstructorParameters<typeof Readability>[0]) => {
  try {
    return new Readability(document, { maxElemsToParse: MOST_ELEMENTS }).parse()
  } catch {
    // It has no body, or more elements than an article has.
    return null
  }
}

const cut = (text: string | null | undefined, most: number) => text?.trim().slice(0, most) || null
