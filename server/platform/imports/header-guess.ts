import type { Certainty } from '#contract/platform/imports.ts'
import { headerWords, namesIn, type Named } from './header-words.ts'
import { valuesOf, type ColumnValues, type ValueKind } from './value-kinds.ts'

/** What a column most likely has; null: nothing is likely enough. */
export type Guess<Field extends string = string> = { field: Field; certainty: Certainty } | null

export const sure = <Field extends string>(field: Field | null): Guess<Field> =>
  field === null ? null : { field, certainty: 'sure' }

/** What an area knows of its fields. */
export interface HeaderRules<Field extends string> {
  /** What columns of the field are called, in any language; separated by semicolons. */
  names: readonly (readonly [field: Field, names: string])[]
  /** Names that say nothing beside those of other fields: `Company name` is no name. */
  generic: ReadonlySet<string>
  /** Names that say whose it is when others follow: `Contact email`. */
  weak: ReadonlySet<string>
  /** Fields that only describe these others: `Company phone` is a phone. */
  yields: Readonly<Partial<Record<Field, readonly Field[]>>>
  /** Words that may stand beside names of the field, and nowhere else. */
  beside: Readonly<Partial<Record<Field, RegExp>>>
  /** How values of the field look. */
  kinds: ReadonlyMap<Field, ValueKind>
  /** Fields whose columns belong together. */
  joined: ReadonlySet<Field>
  /** Of these a row keeps every value: a second and a third column is theirs, too. */
  several?: ReadonlySet<Field>
  /** Fields whose names are also used for these kinds of values. */
  mistaken: Readonly<Partial<Record<Field, readonly ('email' | 'phone')[]>>>
}

/** Words that say which of several, and nothing about what. */
const FILLER =
  /^(?:the|of|a|an|der|die|das|des|de|da|do|du|la|le|les|l|d|el|il|los|del|della|di|s|your|my|our|is|what|main|primary|business|work|office|value|required|optional|mandatory|pflichtfeld|direct|full|current|registered|billing|mailing|head|headquarters|hq|personal|professional|official|corporate|preferred|default|best|and|or|und|et|y|e|i|for|please|enter|provide|line|lead|customer|client|contact|company|person|sender|buyer|org|geschaftlich|beruflich|firma|travail|trabajo|lavoro|необходимо|必填)$/u
/** Words that say that the column has something about it, and not it. */
const OTHER =
  /^(?:ids?|uid|guid|uuid|key|hash|status|stage|type|typ|label|owner|besitzer|inhaber|created|updated|modified|changed|date|datum|time|zeit|timestamp|score|rank|rating|source|quelle|medium|campaign|kampagne|adset|group|gruppe|category|kategorie|title|titel|position|job|role|rolle|department|dept|abteilung|industry|branche|fax|telefax|linkedin|facebook|twitter|instagram|xing|youtube|tiktok|skype|photo|foto|image|bild|picture|logo|avatar|profile|profil|birthday|birth|geburtstag|gender|language|sprache|currency|price|preis|cost|revenue|umsatz|employees|mitarbeiter|size|tax|vat|gst|iban|bank|assistant|assistants|assistent|manager|managers|vorgesetzten|spouse|user|referred|referrer|referral|receiver|recipient|display|angezeigter|formatted|combined|verified|confirmed|validated|valid|opt|optin|optout|consent|unsubscribed|bounced|subscribed|subject|betreff|username|benutzer|login|password|host|file|form|page|landing|utm|ip|latitude|longitude|lat|lng|duration|prefix|suffix|middle|nick|nickname|yomi|phonetic|parent|device|browser|timezone|sku|model|unit|uom|code|iso|number|no|nr|num|nummer|numero|count|emergency|catalog|category|deal|opportunity|order|invoice|project|event|relation|custom|field|vendor|supplier|po|extended|birth|verification|preference|privacy|hash|md5|sha256|domain)$/
/** Words that say that it is not the first one: used where there is no other. */
const SECOND =
  /^(?:home|private|privat|prive|privado|other|others|andere|anderer|weitere|weiteres|weiterer|alt|alternate|alternative|secondary|second|backup|additional|shipping|delivery|autre|otro|otra|altro)$/

interface Claim<Field> {
  field: Field
  /** From 0 to 1. */
  score: number
  second: boolean
}

/** Less certain than this, nothing is guessed. */
const THRESHOLD = 0.5
const SURE = 0.8
const WHOLE = 1
const IN_PARTS = 0.9
const UNUSUAL = 0.6
const WITH_UNKNOWN_WORDS = 0.4
const SEEN_IN_VALUES = 0.3

/** Guesses what columns have, by the words of their headers and by how their first values look. */
export const headerGuesser = <Field extends string>(rules: HeaderRules<Field>) => {
  const { whole, understand } = namesIn(rules.names)

  const byWords = (words: readonly string[], values: ColumnValues): Claim<Field> | 'other' | undefined => {
    const exact = whole(words)
    if (exact !== undefined) return { field: exact, score: WHOLE, second: false }
    const { named, rest, compound } = understand(words)
    const field = settle(named, rules)
    const beside = field === undefined ? undefined : rules.beside[field]
    const unclear = rest.filter(({ word }) => !/^\d+$/.test(word) && !FILLER.test(word) && !beside?.test(word))
    if (unclear.some(({ word }) => OTHER.test(word))) return 'other'
    if (field === undefined) return undefined
    const unknown = unclear.some(({ word }) => !SECOND.test(word))
    const seen = SEEN.has(rules.kinds.get(field)) && values.filled > 0
    const score = unknown ? WITH_UNKNOWN_WORDS + (seen ? SEEN_IN_VALUES : 0) : compound ? UNUSUAL : IN_PARTS
    const [first, last] = [named[0]?.at ?? 0, named.at(-1)?.at ?? 0]
    const numbered = rest.some(({ word, at }) => Number(word) > 1 && at > first && at < last)
    return { field, score, second: numbered || unclear.some(({ word }) => SECOND.test(word)) }
  }

  /** What the values say against a claim: undefined where they refute it. */
  const withValues = (claim: Claim<Field>, values: ColumnValues): Claim<Field> | undefined => {
    const kind = rules.kinds.get(claim.field)
    if (kind === undefined || values.filled === 0) return claim
    if (kind === 'website' && values.profiles) return undefined
    const share = values.share(kind)
    const refuted = claim.score === WHOLE ? values.filled >= 3 && share === 0 : values.filled >= 2 && share < 0.5
    return refuted ? undefined : claim
  }

  const fieldOfKind = (wanted: ValueKind) => [...rules.kinds].find(([, kind]) => kind === wanted)?.[0]

  const byValues = (values: ColumnValues, kinds: readonly ValueKind[]): Claim<Field> | undefined => {
    for (const kind of kinds) {
      const field = fieldOfKind(kind)
      const enough = kind === 'email' ? 0.5 : 0.8
      if (field !== undefined && values.filled > 0 && values.unmistakable(kind) > enough)
        return { field, score: UNUSUAL, second: true }
    }
    return undefined
  }

  const claimOf = (header: string, values: ColumnValues): Claim<Field> | undefined => {
    const words = headerWords(header)
    if (words.length === 0) return byValues(values, ['email', 'website', 'phone', 'country'])
    const claim = byWords(words, values)
    if (claim === 'other') return undefined
    if (claim === undefined) return byValues(values, ['email', 'phone'])
    return byValues(values, rules.mistaken[claim.field] ?? []) ?? withValues(claim, values)
  }

  return (headers: readonly string[], rows: readonly (readonly string[])[]): Guess<Field>[] => {
    const claims = headers.map((header, at) => {
      const claim = claimOf(header, valuesOf(rows, at))
      return claim && claim.score >= THRESHOLD ? claim : undefined
    })
    const best = new Map<Field, number>()
    for (const [at, claim] of claims.entries()) {
      if (!claim) continue
      const before = claims[best.get(claim.field) ?? -1]
      if (!before || weight(claim) > weight(before)) best.set(claim.field, at)
    }
    return claims.map((claim, at): Guess<Field> => {
      if (!claim) return null
      const { field, score, second } = claim
      const joins = rules.several?.has(field) || (rules.joined.has(field) && score >= SURE && !second)
      if (best.get(field) !== at && !joins) return null
      return { field, certainty: score >= SURE ? 'sure' : 'likely' }
    })
  }
}

/** Kinds by which a column is known that also has unknown words. */
const SEEN: ReadonlySet<ValueKind | undefined> = new Set<ValueKind>(['email', 'phone'])

const weight = ({ score, second }: Claim<unknown>) => score - (second ? 1 : 0)

/** The one field that the names of a header are about; undefined where they contradict each other. */
const settle = <Field extends string>(
  named: readonly Named<Field>[],
  { generic, weak, yields }: HeaderRules<Field>,
): Field | undefined => {
  const textOf = ({ words }: Named<Field>) => words.join(' ')
  const fieldsOf = (names: readonly Named<Field>[]) => [...new Set(names.map(({ field }) => field))]
  const several = (names: readonly Named<Field>[]) => fieldsOf(names).length > 1
  let left = named
  if (several(left)) left = left.filter((name) => !generic.has(textOf(name)))
  if (several(left)) left = left.filter((name, at) => !weak.has(textOf(name)) || at === left.length - 1)
  const present = fieldsOf(left)
  const remaining = present.filter(
    (field) => !yields[field]?.some((other) => other !== field && present.includes(other)),
  )
  return remaining.length === 1 ? remaining[0] : undefined
}
