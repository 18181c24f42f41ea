import type { Readability } from '#contract/content/findings.ts'
import type { PostDocument } from '#contract/content/document.ts'
import { nodesOf, textOf } from '#contract/content/document-text.ts'

export interface Sentence {
  text: string
  words: number
  long: number
  /** The block of the text that it stands in. */
  at: number
}

const SENTENCES = new Intl.Segmenter('en', { granularity: 'sentence' })
const WORDS = new Intl.Segmenter('en', { granularity: 'word' })
const LONG = 6
const [EASY, MEDIUM] = [40, 55]
const HARDEST = 5

/** The sentences of the paragraphs; headings, code and captions are none. */
export const sentencesOf = ({ content = [] }: PostDocument): Sentence[] =>
  content.flatMap((block, at) =>
    nodesOf(block)
      .filter(({ type }) => type === 'paragraph')
      .flatMap((paragraph) => [...SENTENCES.segment(textOf(paragraph))])
      .map(({ segment }) => ({ ...countIn(segment), text: segment.trim(), at }))
      .filter(({ words }) => words > 0),
  )

/** The LIX: the same for every language that has words and sentences. */
export const readabilityOf = (sentences: readonly Sentence[]): Readability => {
  const words = sum(sentences.map(({ words }) => words))
  const long = sum(sentences.map(({ long }) => long))
  const lix = words === 0 ? 0 : Math.round(words / sentences.length + (100 * long) / words)
  const hardest = sentences
    .map((sentence) => ({ text: sentence.text, at: sentence.at, lix: lixOf(sentence) }))
    .filter(({ lix }) => lix >= MEDIUM)
    .toSorted((one, other) => other.lix - one.lix)
    .slice(0, HARDEST)
  return { lix, level: lix < EASY ? 'easy' : lix < MEDIUM ? 'medium' : 'hard', hardest }
}

const lixOf = ({ words, long }: Sentence) => Math.round(words + (100 * long) / words)

const countIn = (text: string) => {
  let [words, long] = [0, 0]
  for (const { segment, isWordLike } of WORDS.segment(text))
    if (isWordLike) {
      words += 1
      if (segment.length > LONG) long += 1
    }
  return { words, long }
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, each) => all + each, 0)
