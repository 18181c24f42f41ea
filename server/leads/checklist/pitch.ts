import { BUYERS_WORDS, PITCH_WORDS } from './message-words.ts'

/** What a message says of whoever wrote it, in their own words. */
export interface MessageRead {
  /** Words of a pitch, and links to somewhere else. */
  signs: string[]
  /** Whether it asks for goods, in a language that is read here. */
  asks: boolean
}

/** Reads a message, up to where one is long; links to the sender's own domains are none. `goods` are what the enquiry names. */
export const readMessage = (
  message: string,
  { ownDomains, goods }: { ownDomains: readonly string[]; goods: readonly string[] },
): MessageRead => {
  const words = folded(message)
  const signs = PHRASES.pitch.flatMap((phrase) => found(words, phrase) ?? [])
  return {
    signs: [...new Set(signs.map((sign) => `“${sign}”`)), ...linksIn(message, ownDomains)],
    asks: [...PHRASES.buyers, ...goods.map(folded)].some((phrase) => found(words, phrase) !== undefined),
  }
}

/** Words in lower case without accents, each between blanks. */
const folded = (text: string) =>
  ` ${text
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `

/** A phrase as it is looked for; one that may go on has no blank behind it. */
const asPhrase = (words: string) => (words.endsWith('*') ? folded(words).trimEnd() : folded(words))
const PHRASES = { pitch: PITCH_WORDS.map(asPhrase), buyers: BUYERS_WORDS.map(asPhrase) }

/** The phrase where it stands, to the end of its last word; undefined where it does not, or says nothing. */
const found = (words: string, phrase: string): string | undefined => {
  const at = phrase.trim() === '' ? -1 : words.indexOf(phrase)
  return at < 0 ? undefined : words.slice(at, words.indexOf(' ', at + phrase.trimEnd().length)).trim()
}

const linksIn = (message: string, ownDomains: readonly string[]) => {
  const hosts = Array.from(message.matchAll(LINK), ([, host = '']) => host.toLowerCase())
  const others = hosts.filter((host) => !ownDomains.some((own) => `.${host}`.endsWith(`.${own}`)))
  return [...new Set(others)].map((host) => `a link to ${host}`)
}
const LINK = /\b(?:https?:\/\/(?:www\.)?|www\.)([\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+)/giu
