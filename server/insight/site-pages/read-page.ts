import { wordsOf } from '#server/insight/feed-polls/min-hash.ts'
import { parser } from '#server/kit/parse-worker.ts'
import type { FetchPublic } from '#server/outside/fetch-public.ts'
import type { Article, parse } from './article-task.ts'
import type { Robots } from './robots.ts'

export type ReadPage = { ok: true; url: string; article: Article } | { ok: false; sentence: string }
export type PageReader = (url: string, signal?: AbortSignal) => Promise<ReadPage>

const readArticle = parser.task<typeof parse>(new URL('./article-task.ts', import.meta.url))

/** Reads the article of a page, where the site allows it. */
export const openPageReader =
  (fetchPublic: FetchPublic, robots: Robots): PageReader =>
  async (url, signal) => {
    if (!URL.canParse(url) || !(await robots.allows(url, signal)))
      return { ok: false, sentence: 'The site’s robots.txt does not allow this page to be read.' }
    const answer = await fetchPublic(url, { accept: 'page', ...(signal && { signal }) })
    if (!answer.ok) return { ok: false, sentence: answer.sentence }
    const read = await readArticle({ bytes: answer.bytes, contentType: answer.contentType, url: answer.url })
    if (!read.ok) return { ok: false, sentence: 'The page could not be read in time.' }
    return read.value
      ? { ok: true, url: answer.url, article: read.value }
      : { ok: false, sentence: 'No article was found on the page.' }
  }

/** How much of the feed’s own words the page has to have: a cookie banner has none of them. */
const LEAST_SHARED = 0.3

/** Whether the text of a page is the one that the feed begins, and more of it. */
export const isFullerText = (ofFeed: string, ofPage: string): boolean => {
  const [known, full] = [wordsOf(ofFeed), wordsOf(ofPage)]
  const [own, there] = [new Set(known), new Set(full)]
  const shared = [...own].filter((word) => there.has(word)).length
  return full.length > known.length && own.size > 0 && shared / own.size >= LEAST_SHARED
}
