/** Words that say nothing about what a text is about. */
const NOTHING = new Set(
  `a about above after again all also an and any are as at be because been before being below between both but by can could did do does
  down during each few for from further get has have having he her here him his how i if in into is it its itself just like made make many
  may me might more most much must my new no nor not now of off on once one only or other our out over own per same she should so some
  such than that the their them then there these they this those through to too two under until up us use used using very via was we well
  were what when where which while who why will with within without would you your
  der die das den dem des ein eine einen einem einer und oder aber nicht mit von für auf ist sind war wird werden auch als bei nach aus wie
  le la les un une des du de et ou mais pas avec pour sur est sont dans par plus que qui ce cette
  el los las una unos unas y o pero no con por para es son en del al que se su`.split(/\s+/),
)

export const isNothing = (word: string) => NOTHING.has(word)

/** The words of a text in their order, in small letters. */
export const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

/** Those of them that may say something. */
export const contentWords = (text: string): string[] =>
  wordsOf(text).filter((word) => word.length > 2 && !NOTHING.has(word) && !/^\d+$/.test(word))

/** How often each is there. */
export const tally = (words: Iterable<string>): Map<string, number> => {
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}

/** The sentences of a text, each trimmed; only as many are found as are taken. */
export function* sentencesOf(text: string, language: string | null): Generator<string, undefined> {
  for (const { segment } of segmenterOf(language ?? 'en').segment(text)) {
    const sentence = segment.replace(/\s+/g, ' ').trim()
    if (sentence) yield sentence
  }
}

/** To make one takes as long as a long text. */
const segmenters = new Map<string, Intl.Segmenter>()
const MOST_LANGUAGES = 50

const segmenterOf = (language: string): Intl.Segmenter => {
  const known = segmenters.get(language)
  if (known) return known
  const made = newSegmenter(language)
  // A site may say any language, and each of its posts another one.
  if (segmenters.size < MOST_LANGUAGES) segmenters.set(language, made)
  return made
}

const newSegmenter = (language: string) => {
  try {
    return new Intl.Segmenter(language, { granularity: 'sentence' })
  } catch {
    return new Intl.Segmenter('en', { granularity: 'sentence' })
  }
}

const SHORTEST = 8
const LONGEST = 40

/** One that can stand alone: neither too short nor too long, no question, and it asks for nothing. */
export const isTelling = (sentence: string): boolean => {
  const words = wordsOf(sentence).length
  return (
    words >= SHORTEST &&
    words <= LONGEST &&
    sentence.length <= 400 &&
    /[.!…。]["”’)]?$/.test(sentence) &&
    !/click here|read more|sign up|subscribe|cookie/i.test(sentence)
  )
}

/** Two sentences of the text; else how it begins. */
export const shortOf = (text: string, language: string | null): string => {
  const telling = [...sentencesOf(text.slice(0, 20_000), language).filter(isTelling).take(2)].join(' ')
  return (telling || text.replace(/\s+/g, ' ').trim().slice(0, 280)).slice(0, 1_000)
}
