import type { DirectoryKind, MergePlan } from '#contract/directory/directory-merges.ts'
import { counted, formats } from '#web/kit/look/format.ts'

type Moves = MergePlan['moves']

const NOUNS: Readonly<Record<keyof Moves, readonly [one: string, many: string]>> = {
  leads: ['lead', 'leads'],
  contacts: ['person', 'people'],
  emails: ['email', 'emails'],
  domains: ['domain', 'domains'],
  facts: ['fact', 'facts'],
  newsletter: ['newsletter link', 'newsletter links'],
}
const ORDER = ['leads', 'contacts', 'emails', 'domains', 'facts', 'newsletter'] as const satisfies (keyof Moves)[]

/** What goes over to the one that stays: `2` `leads`. */
export const moveParts = ({ moves }: Pick<MergePlan, 'moves'>) =>
  ORDER.filter((part) => moves[part] > 0).map((part) => ({
    count: formats().number(moves[part]),
    noun: NOUNS[part][moves[part] === 1 ? 0 : 1],
  }))

/** Who else writes to the one that stays from now on. */
export const againWords = (kind: DirectoryKind) =>
  kind === 'contact'
    ? 'New leads from either email go to this contact.'
    : 'New leads from either domain go to this company.'

/** `Same in both: company, country.` */
export const sameWords = (same: readonly string[]) =>
  same.length === 0 ? '' : `Same in both: ${same.map((label) => label.toLowerCase()).join(', ')}.`

/** People of merged companies who may be one person. */
export const alsoWords = (pairs: number) =>
  pairs === 0
    ? ''
    : `${counted(pairs, 'pair of people is', 'pairs of people are')} likely the same, too. You find them under Duplicates afterwards.`
