import { sql } from 'kysely'
import type { TopicSuggestion } from '#contract/insight/competitor-topics.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { isNothing, wordsOf } from './words.ts'

/** So many of the newest posts are looked at, and so much of each. */
const MOST_POSTS = 1_000
const LONGEST_TEXT = 3_000
const LONGEST_PHRASE = 3
const FEWEST_POSTS = 3
const MOST_SUGGESTED = 12
const RECENT_DAYS = 30
/** 99.9 of a hundred such differences are no chance. */
const LEAST_SCORE = 10.83

interface Post {
  id: number
  title: string
  text: string
  competitor_id: number
  week: number
  recent: boolean
}

/** Phrases whose likelihood among the posts of 30 days is highest against those before, and that are no topic yet. */
export const suggestions = async ({ db, companyId }: Tenant): Promise<TopicSuggestion[]> => {
  const [posts, known] = await Promise.all([
    sql<Post>`
      select p.id, p.title, left(p.text, ${LONGEST_TEXT}) as text, p.competitor_id, extract(epoch from p.sort_at)::bigint / 604800 as week,
        p.sort_at >= company_days_began(${RECENT_DAYS}) as recent
      from competitor_posts p join competitors c on c.company_id = ${companyId} and c.id = p.competitor_id and c.deleted_at is null and not c.own
      where p.company_id = ${companyId} and p.hidden_at is null and p.leads and p.sort_at >= company_days_began(180)
      order by p.sort_at desc, p.id desc limit ${MOST_POSTS}`.execute(db),
    sql<{ name: string }>`
      select name from competitors where company_id = ${companyId} and deleted_at is null
      union select unnest(phrases || name) from competitor_topics where company_id = ${companyId} and deleted_at is null`.execute(
      db,
    ),
  ])
  return suggestedOf(
    posts.rows,
    known.rows.map(({ name }) => wordsOf(name).join(' ')),
  )
}

const suggestedOf = (posts: readonly Post[], known: readonly string[]): TopicSuggestion[] => {
  const recent = posts.filter((post) => post.recent)
  const inRecent = new Map<string, Post[]>()
  for (const post of recent)
    for (const phrase of phrasesOf(post)) {
      const having = inRecent.get(phrase)
      if (having) having.push(post)
      else inRecent.set(phrase, [post])
    }
  const before = new Map<string, number>()
  for (const post of posts)
    if (!post.recent)
      for (const phrase of phrasesOf(post)) if (inRecent.has(phrase)) before.set(phrase, (before.get(phrase) ?? 0) + 1)
  const isKnown = (phrase: string) =>
    known.some((name) => ` ${name} `.includes(` ${phrase} `) || ` ${phrase} `.includes(` ${name} `))
  const scored = [...inRecent].flatMap(([phrase, having]) => {
    const competitors = new Set(having.map((post) => post.competitor_id)).size
    const weeks = new Set(having.map((post) => post.week)).size
    if (having.length < FEWEST_POSTS || (competitors < 2 && weeks < 2) || isKnown(phrase)) return []
    const score = logLikelihood(having.length, recent.length, before.get(phrase) ?? 0, posts.length - recent.length)
    return score >= LEAST_SCORE ? [{ phrase, having, competitors, score }] : []
  })
  // Of phrases within one another, the longer one of the same posts says more.
  const sorted = scored.toSorted(
    (one, other) =>
      other.score - one.score || other.phrase.length - one.phrase.length || (one.phrase < other.phrase ? -1 : 1),
  )
  const kept: typeof sorted = []
  for (const one of sorted) {
    if (kept.length === MOST_SUGGESTED) break
    if (
      !kept.some(({ phrase }) => ` ${phrase} `.includes(` ${one.phrase} `) || ` ${one.phrase} `.includes(` ${phrase} `))
    )
      kept.push(one)
  }
  return kept.map(({ phrase, having, competitors, score }) => ({
    phrase,
    posts: having.length,
    competitors,
    score: Math.round(score * 10) / 10,
    examples: having.slice(0, 3).map(({ id, title }) => ({ id, title })),
  }))
}

/** All phrases of one to three words that begin and end with one that says something, each once. */
const phrasesOf = ({ title, text }: Post): Set<string> => {
  const phrases = new Set<string>()
  for (const part of [title, ...text.split(/[.!?:;\n]+/)]) {
    const words = wordsOf(part)
    for (let from = 0; from < words.length; from += 1)
      for (let length = 1; length <= LONGEST_PHRASE && from + length <= words.length; length += 1) {
        const [first = '', last = ''] = [words[from], words[from + length - 1]]
        if (saysNothing(first)) break
        if (!saysNothing(last) && (length > 1 || first.length > 3))
          phrases.add(words.slice(from, from + length).join(' '))
      }
  }
  return phrases
}
const saysNothing = (word: string) => word.length < 2 || isNothing(word) || /^\d+$/.test(word)

/** Dunning's, signed: how far `a` of `n` is above `b` of `m`. */
const logLikelihood = (a: number, n: number, b: number, m: number): number => {
  if (a / n <= (m === 0 ? 0 : b / m)) return 0
  const expected = (a + b) / (n + m)
  const part = (seen: number, all: number) => (seen === 0 || all === 0 ? 0 : seen * Math.log(seen / (all * expected)))
  return 2 * (part(a, n) + part(b, m))
}
