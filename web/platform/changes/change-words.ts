import type { ComponentType } from 'react'
import type { Noun } from '#contract/kit/history.ts'
import type { Changed, RecentChange } from '#contract/platform/changes.ts'
import { counted } from '#web/kit/look/format.ts'
import { thingsOf } from './change-runs.ts'
import { PLATFORM_VALUES } from './platform-changes.ts'
import type { ShowValue } from './value-words.ts'

/** How the changes of some tables are shown. A module gives its own. */
export interface ChangeWords {
  /** How a value is called on the screen where it is chosen: by `table.field`, or by `field` where all tables mean the same by it. */
  values: Readonly<Record<string, ShowValue>>
  /** By field: what shows an id, where only the server knows its name. */
  ids: Readonly<Record<string, ComponentType<{ id: number }>>>
  /** By table: the name of a row that the history knows by a code. */
  names: Readonly<Record<string, (code: string) => string | undefined>>
  /** Fields that say nothing to people. */
  hidden: readonly string[]
  /** Tables whose rows are counted, whatever else an act touched. */
  main: readonly string[]
}

/** The words of the platform, and of these modules. */
export const changeWords = (...modules: readonly ChangeWords[]): ChangeWords => ({
  values: Object.assign({}, PLATFORM_VALUES, ...modules.map(({ values }) => values)),
  ids: Object.assign({}, ...modules.map(({ ids }) => ids)),
  names: Object.assign({}, ...modules.map(({ names }) => names)),
  hidden: modules.flatMap(({ hidden }) => hidden),
  main: modules.flatMap(({ main }) => main),
})

/** What a stored value is called; undefined for what reads as it is. */
export const valueWords = ({ values }: ChangeWords, entity: string, field: string, value: unknown) =>
  (values[`${entity}.${field}`] ?? values[field])?.(value)

/** What an act did, in a plain sentence without its subject: "Validated Yuki Tanabe". */
export const sentenceOf = (words: ChangeWords, change: RecentChange): string => runSentenceOf(words, [change])

/** The same of equal acts: "Validated 12 leads". */
export const runSentenceOf = (words: ChangeWords, acts: readonly RecentChange[]): string => {
  const [first] = acts
  if (!first) return ''
  const sentence = doneTo(first, countedThings(words, acts))
  if (first.undoes === 'nothing') return sentence
  return first.undoes === 'act' ? `Undid: ${sentence}` : `Redid: ${sentence}`
}

/** By its name where it is one thing; by their number where each is known, else by the rows that were touched. */
const countedThings = (words: ChangeWords, acts: readonly RecentChange[]) => {
  const [thing, ...others] = acts.every(({ about }) => about) ? thingsOf(acts) : []
  if (thing && others.length === 0) return nameOf(words, thing)
  if (thing) return countedRows(others.length + 1, thing.noun)
  return whatOf(
    words,
    acts.flatMap(({ touched }) => touched),
  )
}

const doneTo = (change: RecentChange, what: string) => {
  if (change.did !== null) return change.did.replace('*', () => what)
  const [first] = change.touched
  const verb = VERBS[first?.verb ?? 'updated'] ?? 'Changed'
  return `${verb} ${what}`
}

/** What one thing is called on its screen. */
export const nameOf = ({ names }: ChangeWords, { entity, name }: Changed) => names[entity]?.(name) ?? name

const VERBS: Readonly<Record<string, string>> = { created: 'Added', updated: 'Changed', deleted: 'Removed' }

/** How many of what, by the rows that matter most to people. */
const whatOf = ({ main: mains }: ChangeWords, touched: RecentChange['touched']) => {
  const main =
    touched.find(({ entity }) => mains.includes(entity)) ??
    touched.find(({ entity }) => entity !== 'imports') ??
    touched[0]
  if (!main) return 'nothing'
  const alike = touched.filter(({ entity, verb }) => entity === main.entity && verb === main.verb)
  return countedRows(
    alike.reduce((sum, { rows }) => sum + rows, 0),
    main.noun,
  )
}

const countedRows = (rows: number, { one, many }: Noun) => counted(rows, one, many)

/** "1 lead, 2 product lines": what the act touched, each once. */
export const touchedWords = ({ touched }: Pick<RecentChange, 'touched'>) =>
  [...Map.groupBy(touched, ({ entity }) => entity).values()]
    .flatMap(([first, ...rest]) =>
      first
        ? countedRows(
            rest.reduce((sum, { rows }) => sum + rows, first.rows),
            first.noun,
          )
        : [],
    )
    .join(', ')

const VIA: Readonly<Record<string, string>> = {
  api: 'through the API',
  bulk: 'in bulk',
  intake: 'through a form',
}

/** "Validated …": what an act is called where nothing is named to which it was done. */
export const actLabel = (did: string) => did.replace(/:? ?\*$/, '').replace('*', '…')

/** How it was done, where that is not the screen. */
export const channelWords = ({ channel }: Pick<RecentChange, 'channel'>) => VIA[channel]

/** What people call a field or a row, at the beginning of a line. */
export const capitalised = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)
