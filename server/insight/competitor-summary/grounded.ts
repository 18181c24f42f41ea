import type { Analysis } from '#server/outside/analysis.ts'
import { contentWords, sentencesOf } from '#server/insight/competitor-topics/words.ts'
import type { Sentence } from './extract.ts'

/** So much of what a sentence says must stand in the posts that it names. */
const LEAST = 0.34
const FEWEST_SENTENCES = 2

interface SentPost {
  id: number
  title: string
  text: string
}

/** The sentences that the posts bear out; undefined: too few to be a summary. */
export const grounded = ({ sentences }: Analysis, sent: readonly SentPost[]): Sentence[] | undefined => {
  const byId = new Map(sent.map((post) => [post.id, post]))
  const kept = sentences.flatMap(({ text, posts }): Sentence[] => {
    const named = [...new Set(posts)].map((id) => byId.get(id))
    const there = named.flatMap((post) => post ?? [])
    if (there.length < named.length) return []
    const said = [...new Set(contentWords(text))]
    const stands = new Set(there.flatMap((post) => contentWords(`${post.title} ${post.text}`)))
    if (said.length === 0 || shareOf(said, stands) < LEAST) return []
    return [
      {
        text: text.replace(/\s+/g, ' ').trim(),
        posts: there.map((post) => ({ id: post.id, quote: closest(said, post) })),
      },
    ]
  })
  return kept.length < FEWEST_SENTENCES ? undefined : kept
}

const shareOf = (words: readonly string[], among: ReadonlySet<string>) =>
  words.filter((word) => among.has(word)).length / words.length

/** The sentence of the post that has most of the words. */
const closest = (words: readonly string[], { title, text }: SentPost): string => {
  let best = { share: 0, sentence: title }
  for (const sentence of sentencesOf(text, null)) {
    const share = shareOf(words, new Set(contentWords(sentence)))
    if (share > best.share) best = { share, sentence }
  }
  return best.sentence.slice(0, 400)
}
