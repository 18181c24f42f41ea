import { UNSPACED } from '#server/kit/letters.ts'
import { plainHeader } from './header.ts'

/** The words of a header in any script, folded; numbers are words too. */
export const headerWords = (header: string): string[] =>
  plainHeader(header)
    .normalize('NFC')
    .replace(/(?<=\p{L})(?=\d)|(?<=\d)(?=\p{L})/gu, ' ')
    .split(' ')
    .filter((word) => word !== '')

/** What the words of a header name: `Person - Email - Work` has a person and an email. */
export interface Named<Field> {
  field: Field
  words: readonly string[]
  /** Its place among the words of the header. */
  at: number
}

export interface Understood<Field> {
  named: Named<Field>[]
  /** Words that name nothing, with their places. */
  rest: { word: string; at: number }[]
  /** A word that is part of a longer one was taken for it: `Firmentelefon`. */
  compound: boolean
}

const LONGEST_PHRASE = 6
/** Shorter words mean too much beside others: `Ad name` is no first name, `Contacted via` no street. */
const SHORT = 3
const SHORT_BUT_CLEAR = /^(?:tel|web|url|zip|plz|qty|cep|gsm|www|pin|тел|име)$/
const LONG_END = 6

/** Finds what the words of headers name, by lists of names, separated by semicolons, for each field. */
export const namesIn = <Field extends string>(lists: readonly (readonly [field: Field, names: string])[]) => {
  const fieldOf = new Map<string, Field>()
  const parts = new Map<string, Field>()
  for (const [field, names] of lists)
    for (const name of names.split(';')) {
      const words = headerWords(name)
      const text = words.join(' ')
      if (text === '' || fieldOf.has(text)) continue
      fieldOf.set(text, field)
      if (words.length === 1) parts.set(text, field)
    }

  /** A header that is one of the names as a whole. */
  const whole = (words: readonly string[]): Field | undefined =>
    fieldOf.get(words.join(' ')) ?? fieldOf.get(words.join(''))

  const understand = (words: readonly string[]): Understood<Field> => {
    const found: Understood<Field> = { named: [], rest: [], compound: false }
    for (let at = 0; at < words.length;) {
      const phrase = longestAt(words, at)
      if (phrase) found.named.push({ ...phrase, at })
      else takeApart(words[at] ?? '', at, found)
      at += phrase?.words.length ?? 1
    }
    return found
  }

  const longestAt = (words: readonly string[], at: number) => {
    for (let length = Math.min(LONGEST_PHRASE, words.length - at); length > 0; length--) {
      const phrase = words.slice(at, at + length)
      const field = fieldOf.get(phrase.join(' ')) ?? fieldOf.get(phrase.join(''))
      const clear = length > 1 || isClear(phrase[0] ?? '')
      if (field !== undefined && clear) return { field, words: phrase }
    }
    return undefined
  }

  /** Scripts without spaces: the longest names in a run of letters. Elsewhere the end of a long word: `Firmentelefon`. */
  const takeApart = (word: string, at: number, found: Understood<Field>) => {
    if (!UNSPACED.test(word)) {
      const end = endOf(word)
      if (end) {
        found.named.push({ field: end.field, words: [end.text], at })
        found.compound = true
      } else found.rest.push({ word, at })
      return
    }
    let unknown = ''
    for (let from = 0; from < word.length;) {
      let to = word.length
      while (to > from + 1 && !parts.has(word.slice(from, to))) to--
      const field = to > from + 1 ? parts.get(word.slice(from, to)) : undefined
      if (field === undefined) unknown += word[from] ?? ''
      else found.named.push({ field, words: [word.slice(from, to)], at: at + from / 1000 })
      from = field === undefined ? from + 1 : to
    }
    if (unknown !== '') found.rest.push({ word: unknown, at })
  }

  const endOf = (word: string) => {
    for (let from = 3; from <= word.length - LONG_END; from++) {
      const text = word.slice(from)
      const field = parts.get(text)
      if (field !== undefined) return { field, text }
    }
    return undefined
  }

  return { whole, understand }
}

const isClear = (word: string) => word.length > SHORT || SHORT_BUT_CLEAR.test(word) || !/^[\p{sc=Latin}]+$/u.test(word)
