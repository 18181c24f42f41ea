import { contentWords, isTelling, sentencesOf, tally } from '#server/insight/competitor-topics/words.ts'

/** A post as summaries are made of it. */
export interface PostText {
  id: number
  text: string
  language: string | null
  sort_at: string
}
/** A sentence, and where it stands. */
export interface Sentence {
  text: string
  posts: { id: number; quote: string }[]
}

const MOST_SENTENCES = 2_000
const MOST_OF_POST = 10
const MOST_CHOSEN = 5
const MOST_CHOSEN_OF_POST = 2
/** How much a new sentence is to say what many say, against saying what none of the chosen does. */
const LAMBDA = 0.7
const DAMPING = 0.85
const ROUNDS = 30
const ALIKE = 0.1
/** So many of the sentences that are like one count. */
const MOST_NEAR = 30
/** A word that so large a part of the sentences has ties none of them together. */
const TOO_COMMON = 0.25

interface Candidate {
  post: PostText
  text: string
  weights: ReadonlyMap<string, number>
}

/** The sentences that say most of what the posts say, word for word, by date. The same posts give the same sentences. */
export const extract = (posts: readonly PostText[]): Sentence[] => {
  const candidates = weighed(posts)
  const alike = similarities(candidates)
  const ranks = ranksOf(candidates.length, alike)
  const chosen = choose(candidates, alike, ranks)
  return chosen
    .toSorted((one, other) => one.post.sort_at.localeCompare(other.post.sort_at) || one.post.id - other.post.id)
    .map(({ post, text }) => ({ text, posts: [{ id: post.id, quote: text }] }))
}

const weighed = (posts: readonly PostText[]): Candidate[] => {
  const perPost = Math.max(1, Math.min(MOST_OF_POST, Math.floor(MOST_SENTENCES / Math.max(1, posts.length))))
  const seen = new Set<string>()
  const found: { post: PostText; text: string; words: Map<string, number> }[] = []
  for (const post of posts) {
    let taken = 0
    for (const text of sentencesOf(post.text, post.language)) {
      if (taken === perPost || found.length === MOST_SENTENCES) break
      if (!isTelling(text) || seen.has(text)) continue
      seen.add(text)
      taken += 1
      found.push({ post, text, words: tally(contentWords(text)) })
    }
  }
  const having = tally(found.flatMap(({ words }) => [...words.keys()]))
  return found.map(({ post, text, words }) => {
    const weights = [...words].map(
      ([word, count]) => [word, count * Math.log(1 + found.length / (having.get(word) ?? 1))] as const,
    )
    const length = Math.sqrt(weights.reduce((sum, [, weight]) => sum + weight ** 2, 0)) || 1
    return { post, text, weights: new Map(weights.map(([word, weight]) => [word, weight / length])) }
  })
}

/** Of each sentence, how alike the others are: the cosine, as far as that is more than chance. */
const similarities = (candidates: readonly Candidate[]): ReadonlyMap<number, number>[] => {
  const byWord = new Map<string, [number, number][]>()
  candidates.forEach(({ weights }, at) => {
    for (const [word, weight] of weights) {
      const list = byWord.get(word)
      if (list) list.push([at, weight])
      else byWord.set(word, [[at, weight]])
    }
  })
  const most = Math.max(10, candidates.length * TOO_COMMON)
  return candidates.map(({ weights }, at) => {
    const sums = new Map<number, number>()
    for (const [word, weight] of weights) {
      const list = byWord.get(word) ?? []
      if (list.length > most) continue
      for (const [other, theirs] of list) if (other !== at) sums.set(other, (sums.get(other) ?? 0) + weight * theirs)
    }
    const near = [...sums].filter(([, sum]) => sum >= ALIKE)
    return new Map(near.toSorted(([one, a], [other, b]) => b - a || one - other).slice(0, MOST_NEAR))
  })
}

/** LexRank: a sentence counts by the sentences that are like it, and these by theirs. */
const ranksOf = (many: number, alike: readonly ReadonlyMap<number, number>[]): number[] => {
  const sums = alike.map((others) => [...others.values()].reduce((sum, one) => sum + one, 0))
  let ranks = Array.from({ length: many }, () => 1 / Math.max(1, many))
  for (let round = 0; round < ROUNDS; round += 1)
    ranks = alike.map((others) => {
      let rank = 0
      for (const [other, similarity] of others) rank += ((ranks[other] ?? 0) * similarity) / (sums[other] || 1)
      return (1 - DAMPING) / many + DAMPING * rank
    })
  const highest = Math.max(...ranks, Number.MIN_VALUE)
  return ranks.map((rank) => rank / highest)
}

/** One after the other, the sentence that says most and repeats least. */
const choose = (
  candidates: readonly Candidate[],
  alike: readonly ReadonlyMap<number, number>[],
  ranks: readonly number[],
): Candidate[] => {
  const chosen: number[] = []
  const of = new Map<number, number>()
  while (chosen.length < MOST_CHOSEN) {
    let best = -1
    let bestScore = -Infinity
    for (const [at, { post }] of candidates.entries()) {
      if (chosen.includes(at) || (of.get(post.id) ?? 0) >= MOST_CHOSEN_OF_POST) continue
      const repeats = Math.max(0, ...chosen.map((other) => alike[at]?.get(other) ?? 0))
      const score = LAMBDA * (ranks[at] ?? 0) - (1 - LAMBDA) * repeats
      if (score > bestScore) [best, bestScore] = [at, score]
    }
    const candidate = candidates[best]
    if (!candidate) break
    chosen.push(best)
    of.set(candidate.post.id, (of.get(candidate.post.id) ?? 0) + 1)
  }
  return chosen.flatMap((at) => candidates[at] ?? [])
}
