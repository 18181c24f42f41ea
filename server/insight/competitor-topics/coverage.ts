import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { COVERED_FROM, NEAREST_FROM, type CompetitorPost, type Coverage } from '#contract/insight/competitor-posts.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { ourPosts, type OurText } from '#server/content/published.ts'
import { contentWords, tally } from './words.ts'

/** So many words of a text, those that tell it most from others, are compared. */
const MOST_WORDS = 150
const TITLE_COUNTS = 3
/** A word that none of ours has may be as common as any: it weighs as one that so many have. */
const UNKNOWN_IN = 3
const MOST_SIMILAR = 3

/** Our posts by their words: who asks for the nearest looks at those alone that share one. */
export interface OurWords {
  posts: readonly { id: number; length: number }[]
  byWord: ReadonlyMap<string, readonly { post: number; weight: number }[]>
  weightOf(word: string, count: number): number
}

/** A word that few of our posts have weighs more; how often one has it counts less and less. */
export const ourWords = async (posts: readonly OurText[]): Promise<OurWords> => {
  const counts: Map<string, number>[] = []
  for (const { title, text } of posts) {
    counts.push(countsOf(title, text))
    // Requests go first.
    if (counts.length % 20 === 0) await setImmediate()
  }
  const having = tally(counts.flatMap((words) => [...words.keys()]))
  const weightOf = (word: string, count: number) =>
    (1 + Math.log(count)) * Math.log(1 + posts.length / ((having.get(word) ?? UNKNOWN_IN) + 0.5))
  const byWord = new Map<string, { post: number; weight: number }[]>()
  const lengths = counts.map((words, post) => {
    const weighed = heaviest(words, weightOf)
    for (const [word, weight] of weighed) {
      const list = byWord.get(word)
      if (list) list.push({ post, weight })
      else byWord.set(word, [{ post, weight }])
    }
    return lengthOf(weighed)
  })
  return { posts: posts.map(({ id }, at) => ({ id, length: lengths[at] ?? 0 })), byWord, weightOf }
}

const countsOf = (title: string, text: string) =>
  tally([...Array.from({ length: TITLE_COUNTS }, () => contentWords(title)).flat(), ...contentWords(text)])

const heaviest = (words: ReadonlyMap<string, number>, weightOf: OurWords['weightOf']) =>
  [...words]
    .map(([word, count]) => [word, weightOf(word, count)] as const)
    .toSorted(([one, a], [other, b]) => b - a || (one < other ? -1 : 1))
    .slice(0, MOST_WORDS)

const lengthOf = (weighed: readonly (readonly [string, number])[]) =>
  Math.sqrt(weighed.reduce((sum, [, weight]) => sum + weight ** 2, 0))

/** The nearest of ours to a text, how alike of a hundred: the cosine of their weighted words. */
export const nearestTo = (ours: OurWords, { title, text }: { title: string; text: string }) => {
  const weighed = heaviest(countsOf(title, text.slice(0, 20_000)), ours.weightOf)
  const length = lengthOf(weighed)
  const shared = new Map<number, number>()
  for (const [word, weight] of weighed)
    for (const { post, weight: theirs } of ours.byWord.get(word) ?? [])
      shared.set(post, (shared.get(post) ?? 0) + weight * theirs)
  return [...shared]
    .flatMap(([at, product]) => {
      const post = ours.posts[at]
      const score = post ? Math.min(100, Math.round((100 * product) / (length * post.length || 1))) : 0
      return post && score > 0 ? [{ id: post.id, score }] : []
    })
    .toSorted((one, other) => other.score - one.score || other.id - one.id)
    .slice(0, MOST_SIMILAR)
}

export const coverageOf = (score: number): Coverage =>
  score >= COVERED_FROM ? 'covered' : score >= NEAREST_FROM ? 'nearest' : 'gap'

/** Our published posts that share most with theirs, the nearest first. */
export const similarOfOurs = async (tenant: Tenant, { id }: { id: number }): Promise<CompetitorPost['similar']> => {
  const { db, companyId } = tenant
  const { rows } = await sql<{ our_post_id: number; score: number }>`
    select our_post_id, score from competitor_post_similar where company_id = ${companyId} and post_id = ${id}
    order by score desc, our_post_id desc`.execute(db)
  const ours = await ourPosts(
    tenant,
    rows.map(({ our_post_id }) => our_post_id),
  )
  return rows.flatMap(({ our_post_id, score }) => {
    const post = ours.get(our_post_id)
    return post ? [{ ...post, score }] : []
  })
}
