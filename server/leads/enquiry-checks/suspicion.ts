import { find } from 'linkifyjs'
import type { EnquiryChecks, TextRules } from '#contract/leads/enquiry-checks.ts'
import { withoutAccents, UNSPACED } from '#server/kit/letters.ts'

/** Why an enquiry is suspicious, and what becomes of it. */
export interface Suspicion {
  /** None: it is not. */
  signals: readonly string[]
  /** For the lead and its history where it is invalid at once; undefined where QA is to look at it. */
  refusal: string | undefined
}

/** The texts of an enquiry that its company's rules look into. */
export interface CheckedTexts {
  name: string
  company?: string | null | undefined
  message?: string | null | undefined
  products: readonly string[]
}

/** What the signs of a machine and the company's rules for texts say together; the stricter effect counts. */
export const suspicionOf = (
  machine: readonly string[],
  texts: CheckedTexts,
  { machine_effect, text_effect, ...rules }: EnquiryChecks,
): Suspicion => {
  const said = textSignals(texts, rules)
  const refusing = [
    machine.length > 0 && machine_effect === 'auto_invalid' && `Sent by a bot: ${machine.join(', ')}`,
    said.length > 0 && text_effect === 'auto_invalid' && `Suspicious text: ${said.join(', ')}`,
  ].filter((reason) => reason !== false)
  return { signals: [...machine, ...said], refusal: refusing.length > 0 ? refusing.join('. ') : undefined }
}

/** What the rules find in the texts, each in words. */
export const textSignals = (
  { name, company, message, products }: CheckedTexts,
  { max_links, words }: TextRules,
): string[] => {
  const links = max_links === null ? 0 : countLinks(name) + countLinks(message ?? '')
  const tooMany = max_links !== null && links > max_links
  const folded = foldedForWords([name, company, message, ...products].join('\n'))
  return [
    ...(tooMany ? [links === 1 ? '1 link' : `${links} links`] : []),
    ...words.filter((word) => isIn(folded, word)).map((word) => `“${word}”`),
  ]
}

/** Addresses of the web, also without https:// before them; those of mail are none. */
const countLinks = (text: string) => find(text, 'url').length

/** In small letters without accents, and without what is not seen between letters. */
const foldedForWords = (text: string) => withoutAccents(text).toLowerCase().replace(UNSEEN, '').replace(/\s+/g, ' ')
const UNSEEN = /[\p{Cf}\p{Mn}]/gu

/** As a whole word or phrase; within others only in scripts that set no words apart. */
const isIn = (folded: string, word: string) => {
  const phrase = foldedForWords(word).trim()
  if (phrase === '') return false
  if (UNSPACED.test(phrase)) return folded.includes(phrase)
  for (let at = folded.indexOf(phrase); at !== -1; at = folded.indexOf(phrase, at + 1))
    if (
      !LETTER_BEFORE.test(folded.slice(Math.max(0, at - 2), at)) &&
      !LETTER_AFTER.test(folded.slice(at + phrase.length))
    )
      return true
  return false
}
const LETTER_BEFORE = /[\p{L}\p{N}]$/u
const LETTER_AFTER = /^[\p{L}\p{N}]/u
