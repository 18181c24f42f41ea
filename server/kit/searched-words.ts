import { domainToASCII } from 'node:url'
import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Tables } from '#server/db/tables.ts'
import { UNSPACED } from './letters.ts'
import { containing } from './page.ts'

/** For each word the patterns of a folded text that begins and ends with a space; one of them has to be there. */
export type Asked = string[][]

/**
 * What a person typed, as patterns: all words have to be somewhere, in any order, and what stands in quotes as it is. A number after
 * `No.` is meant as a whole. Of less than three letters a word has to begin with it, except where words are not set apart.
 */
export const askedWords = async (db: Kysely<Tables>, text: string): Promise<Asked> => {
  const typed = [...text.matchAll(WORDS)].map(([word, quoted]) => ({ word, quoted }))
  const { rows } = await sql<{ folded: string[] }>`
    select array(select searched(said) from unnest(${typed.map(({ word, quoted }) => quoted ?? word)}::text[]) with ordinality as t (said, place)
      order by place) as folded`.execute(db)
  const words = typed.flatMap(({ word, quoted }, at) => {
    const said = (rows[0]?.folded[at] ?? '').trim()
    return said === '' ? [] : [{ said, quoted: quoted !== undefined, domain: domainOf(word) }]
  })
  return wholeNumbers(words).map((word, _, all) => [...new Set([...waysOf(word, all), ...phonesOf(word, all)])])
}

/** All words, of a text that `searched()` has folded, with a space before and after it. */
export const saysAll = (text: RawBuilder<unknown>, asked: Asked): RawBuilder<boolean> =>
  sql<boolean>`(${sql.join(
    asked.map(
      (ways) =>
        sql`(${sql.join(
          ways.map((way) => sql`${text} like ${way}`),
          sql` or `,
        )})`,
    ),
    sql` and `,
  )})`

/** Words between spaces; quotes before a word hold a phrase, up to the next or to the end. */
const WORDS = /["“”„‟«»＂]([^"“”„‟«»＂]*)(?:["“”„‟«»＂]|$)|\S+/gu

interface Word {
  said: string
  quoted: boolean
  /** As domains of other scripts are stored. */
  domain: string | undefined
  pattern?: string
}

/** `No. 1801` is one word, as it stands in the text of what has a number. */
const wholeNumbers = (words: readonly Word[]): Word[] =>
  words.flatMap((word, at) => {
    if (word.quoted) return [word]
    const number = NUMBERED.exec(word.said)?.[1]
    if (number !== undefined) return [{ ...word, pattern: `% no. ${number} %` }]
    const [before, after] = [words[at - 1], words[at + 1]]
    if (NUMBER_FOLLOWS.test(word.said) && isNumber(after)) return []
    const follows = before && !before.quoted && NUMBER_FOLLOWS.test(before.said) && isNumber(word)
    return [follows ? { ...word, pattern: `% no. ${word.said} %` } : word]
  })
const NUMBERED = /^(?:no\.?|#)(\d{1,15})$/
const NUMBER_FOLLOWS = /^(?:no\.?|#)$/
const isNumber = (word: Word | undefined) => word !== undefined && !word.quoted && /^\d{1,15}$/.test(word.said)

const waysOf = ({ said, quoted, domain, pattern }: Word, all: readonly Word[]): string[] => {
  if (pattern !== undefined) return [pattern]
  if (quoted || Array.from(said).length >= 3 || UNSPACED.test(said))
    return [containing(said), ...(domain === undefined ? [] : [containing(domain)])]
  const begins = `% ${containing(said).slice(1)}`
  // As it was typed, such a word may be within another one: `0% c` in `100% Cotton`.
  return all.length === 1 ? [begins] : [begins, containing(all.map((word) => word.said).join(' '))]
}

/** Numbers side by side may be one of a phone, whatever stands between its digits, and with zeros before it or none. */
const phonesOf = (word: Word, all: readonly Word[]): string[] => {
  if (!isOfPhone(word)) return []
  const at = all.indexOf(word)
  const first = all.findLastIndex((one, place) => place < at && !isOfPhone(one)) + 1
  const next = all.findIndex((one, place) => place > at && !isOfPhone(one))
  const run = all.slice(first, next === -1 ? all.length : next).map(({ said }) => said)
  const digits = run.join('').replaceAll('(0)', '').replace(/\D/g, '')
  if (digits.length < FEWEST_DIGITS) return []
  return [containing(digits.length < WHOLE_NUMBER ? digits : digits.replace(WITHOUT_ZEROS, ''))]
}
const isOfPhone = ({ said, quoted, pattern }: Word) =>
  !quoted && pattern === undefined && /^[\d()+./-]+$/.test(said) && /\d/.test(said)
const FEWEST_DIGITS = 3
/** A number of so many digits is meant as a whole: the ways of writing it differ in what stands between them, and in zeros before. */
const WHOLE_NUMBER = 7
const WITHOUT_ZEROS = /^0+(?=\d{3})/

/** A word that may be a domain, or the end of an address, of another script; undefined for any other. */
const domainOf = (word: string): string | undefined => {
  const [host = '', ...before] = word.toLowerCase().split('@').toReversed()
  if (before.length > 1 || !/[^\0-\x7f]/.test(host) || !/^(?:[a-z0-9.-]|[^\0-\x7f])+$/.test(host)) return undefined
  const ascii = domainToASCII(host)
  return ascii === '' || ascii === host ? undefined : [...before, ascii].join('@')
}
