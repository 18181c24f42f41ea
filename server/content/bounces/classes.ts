import type { BounceClass } from '#contract/content/bounces.ts'

/** The mailbox or its domain does not exist, or is closed for good. */
const HARD = new Set(['5.1.0', '5.1.1', '5.1.2', '5.1.3', '5.1.6', '5.1.10', '5.2.1', '5.4.4'])
/** The mailbox or the mail is too full or too large, now. */
const SOFT = new Set(['5.2.2', '5.3.4'])

/** What a code of RFC 3463, or failing that of RFC 5321, says of a mailbox. */
export const classOf = (code: string | undefined): BounceClass => {
  if (code === undefined) return 'unclear'
  if (HARD.has(code)) return 'hard'
  if (/^5\.[567]\./.test(code)) return 'policy'
  if (SOFT.has(code) || /^4(\.|\d\d$)/.test(code)) return 'soft'
  return 'unclear'
}

/** The digits of an address (192.4.1.1) or a version are no code. */
const ENHANCED = /(?<![\d.])[245]\.\d{1,3}\.\d{1,3}(?![\d.]*\d)/
const SMTP = /(?:^|[\s:(])([45]\d\d)(?=[\s-]|$)/

/** The codes that a sentence of a mail server holds, the most telling first. */
export const codesIn = (text: string): string[] =>
  [ENHANCED.exec(text)?.[0], SMTP.exec(text)?.[1]].flatMap((code) => code ?? [])

/** The first that says more than "failed"; else the first. */
export const tellingCode = (codes: readonly string[]): string | undefined =>
  codes.find((code) => !/^[245]\.0\.0$/.test(code)) ?? codes[0]

const REASONS: readonly (readonly [RegExp, string])[] = [
  [/^5\.1\.(2|8)|^5\.4\.4/, 'Domain does not exist'],
  [/^5\.1\./, 'Mailbox does not exist'],
  [/^[45]\.2\.1/, 'Mailbox is closed'],
  [/^[45]\.2\.2/, 'Mailbox is full'],
  [/^[45]\.(2\.3|3\.4)/, 'Mail is too large'],
  [/^[45]\.4\./, 'Mail server can’t be reached'],
  [/^4\.7\./, 'Mail server asks to try later'],
  [/^5\.[567]\./, 'Refused by policy'],
  [/^4/, 'Not taken for now'],
]

/** What a code of a mail server means, for people. */
export const reasonOf = (code: string | null) =>
  (code !== null && REASONS.find(([pattern]) => pattern.test(code))?.[1]) || 'Refused by the mail server'
