import type { AssignmentReplay, ReplayTotals } from '#contract/leads/assignment-replay.ts'
import { counted, formats } from '#web/kit/look/format.ts'
import { workingTimeInWords } from '#web/platform/calendar/durations.ts'

/** What would have been different, in sentences: first for the person whom it is about. */
export const replaySummary = (replay: AssignmentReplay, about?: number): string[] => {
  const { leads, moved, today, proposed } = replay
  if (leads === 0) return ['No leads came in on these days, so there is nothing to compare.']
  const waits = differenceOf(today, proposed, 'waited', 'would have waited for an owner')
  const longest = proposed.longest_wait_ms
  const others = [
    waits && proposed.waited > today.waited && longest !== null
      ? `${waits}, the longest ${workingTimeInWords(longest)}.`
      : waits && `${waits}.`,
    sentence(differenceOf(today, proposed, 'left', 'would have had no owner')),
    sentence(differenceOf(today, proposed, 'misses', 'would have missed the target')),
  ].filter((each) => each !== undefined)
  if (moved === 0 && others.length === 0)
    return ['No difference: every lead would have gone to the same person just as soon.']
  return [
    ...ownOf(replay, about),
    moved === 0
      ? 'Every lead would have gone to the same person.'
      : `${formats().number(moved)} of ${counted(leads, 'lead')} would have gone to someone else.`,
    ...others,
  ]
}

const ownOf = ({ people }: AssignmentReplay, about: number | undefined): string[] => {
  const person = people.find(({ sid }) => sid === about)
  const [before, after] = [person?.today?.received, person?.proposed?.received]
  if (!person || after === undefined || before === after) return []
  const received = `${person.name} would have received ${counted(after, 'lead')}`
  return [before === undefined ? `${received}.` : `${received} instead of ${formats().number(before)}.`]
}

const sentence = (text: string | undefined) => text && `${text}.`

const differenceOf = (
  today: ReplayTotals,
  proposed: ReplayTotals,
  which: 'waited' | 'left' | 'misses',
  what: string,
): string | undefined => {
  const difference = (proposed[which] ?? 0) - (today[which] ?? 0)
  if (difference === 0) return undefined
  const count = Math.abs(difference)
  return `${formats().number(count)} ${difference > 0 ? 'more' : 'fewer'} ${what}`
}

const MINUTE = 60_000

/** How long leads waited for somebody: `at once`, `35 min`. */
export const waitInWords = (ms: number) => (ms < MINUTE ? 'at once' : workingTimeInWords(ms))

/** `3 more`, `1 h 20 min longer`: what another figure is beside today's. */
export const moreOrFewer = (difference: number) =>
  `${formats().number(Math.abs(difference))} ${difference > 0 ? 'more' : 'fewer'}`
export const longerOrShorter = (difference: number) =>
  `${workingTimeInWords(Math.abs(difference))} ${difference > 0 ? 'longer' : 'shorter'}`
