import type { Noun } from '#contract/kit/history.ts'
import type { RecentChange } from '#contract/platform/changes.ts'
import {
  ENQUIRY_STATUS_LABELS,
  INVALID_REASON_LABELS,
  SOURCE_LABELS,
  STATUS_LABELS,
} from '#contract/leads/lead-labels.ts'
import { counted } from '#web/kit/look/format.ts'
import { valueWords } from './change-values.ts'
import { sourceLabel } from '#web/leads/words/lead-words.ts'

/** What an act did, in a plain sentence without its subject: "Validated Yuki Tanabe". */
export const sentenceOf = (change: RecentChange): string => {
  const words = doneTo(change)
  if (change.undoes === 'nothing') return words
  return change.undoes === 'act' ? `Undid: ${words}` : `Redid: ${words}`
}

const doneTo = (change: RecentChange) => {
  const what = nameOf(change) ?? whatOf(change)
  if (change.did !== null) return change.did.replace('*', () => what)
  const [first] = change.touched
  const verb = VERBS[first?.verb ?? 'updated'] ?? 'Changed'
  return `${verb} ${what}`
}

const nameOf = ({ about }: RecentChange) => about && (CODED[about.entity]?.(about.name) ?? about.name)

const usually = (labels: Readonly<Record<string, string>>) => (code: string) =>
  Object.hasOwn(labels, code) ? labels[code] : undefined

/** What has no name of the company's is known by its code, and called as on its screen. */
const CODED: Readonly<Record<string, (code: string) => string | undefined>> = {
  notification_usuals: (code) => valueWords('notification_usuals', 'kind', code),
  status_words: usually({ ...STATUS_LABELS, ...ENQUIRY_STATUS_LABELS }),
  lead_sources: usually(SOURCE_LABELS),
  invalid_reasons: usually(INVALID_REASON_LABELS),
  sla_targets: (codes) => {
    const [clock, source] = codes.split(' ')
    return [valueWords('sla_targets', 'clock', clock), source && sourceLabel(source)].filter(Boolean).join(', ')
  },
}

const VERBS: Readonly<Record<string, string>> = { created: 'Added', updated: 'Changed', deleted: 'Removed' }

/** How many of what, by the rows that matter most to people. */
const whatOf = ({ touched }: Pick<RecentChange, 'touched'>) => {
  const main = touched.find(({ entity }) => entity === 'leads') ?? touched[0]
  return main ? countedRows(main.rows, main.noun) : 'nothing'
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

/** How it was done, where that is not the screen. */
export const channelWords = ({ channel }: Pick<RecentChange, 'channel'>) => VIA[channel]

/** What people call a field or a row, at the beginning of a line. */
export const capitalised = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)
