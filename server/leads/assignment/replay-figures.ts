import type { ReplayFigures, ReplayTotals } from '#contract/leads/assignment-replay.ts'
import { REPLAY_WAITED_MS } from '#contract/leads/assignment-replay.ts'
import { workingMs } from '#server/platform/calendar/working-time.ts'
import type { Terms } from '#server/leads/sla/clock.ts'
import type { AssignmentList } from './queue.ts'
import type { Gift, ReplayLead } from './replay.ts'

/** A lead with what its target is measured by. */
export interface MeasuredLead extends ReplayLead {
  /** From being given to being taken in hand, or answered; null: not in these days. */
  answered_after: number | null
}

/** How soon leads of a source should be taken in hand, or answered; undefined where there is no target. */
export type TermsOf = ReadonlyMap<string, Terms | undefined>

interface Measured {
  list: AssignmentList
  leads: readonly MeasuredLead[]
  terms: TermsOf
  until: number
}

/** What each person got, and how long leads waited for somebody. */
export const figuresOf = (setting: Measured, gifts: readonly (Gift | undefined)[]) => {
  const { leads } = setting
  const everybody = openSums(setting)
  const people = new Map<number, Sums>()
  for (const [place, lead] of leads.entries()) {
    const gift = gifts[place]
    everybody.count(lead, gift)
    if (!gift) continue
    const own = people.get(gift.staff_id) ?? openSums(setting)
    people.set(gift.staff_id, own)
    own.count(lead, gift)
  }
  return {
    total: everybody.figures(),
    of: (staffId: number): ReplayFigures => (people.get(staffId) ?? openSums(setting)).figures(),
  }
}

/** Of all leads, those that nobody got. */
export const leftOf = (
  gifts: readonly (Gift | undefined)[],
  wanted?: readonly boolean[],
): Pick<ReplayTotals, 'left' | 'refused'> => {
  const left = gifts.flatMap((gift, place) => (gift ? [] : [place]))
  return { left: left.length, refused: wanted ? left.filter((place) => !wanted[place]).length : 0 }
}

type Sums = ReturnType<typeof openSums>

const openSums = ({ list, terms, until }: Measured) => {
  const waits: number[] = []
  let misses = 0
  const measured = [...terms.values()].some(Boolean)
  return {
    count(lead: MeasuredLead, gift: Gift | undefined) {
      if (gift) waits.push(Math.max(0, gift.at - lead.arrived))
      if (isMissed(list, lead, terms.get(lead.source), gift, until)) misses += 1
    },
    figures(): ReplayFigures {
      waits.sort((one, other) => one - other)
      return {
        received: waits.length,
        waited: waits.length - firstAbove(waits, REPLAY_WAITED_MS),
        median_wait_ms: quantile(waits, 0.5),
        p90_wait_ms: quantile(waits, 0.9),
        longest_wait_ms: waits.at(-1) ?? null,
        misses: measured ? misses : null,
      }
    },
  }
}

/** QA's clock begins when somebody is given the lead, sales' when it is valid, as those of the leads themselves do. */
const isMissed = (
  list: AssignmentList,
  { arrived, answered_after }: MeasuredLead,
  terms: Terms | undefined,
  gift: Gift | undefined,
  until: number,
) => {
  const start = list === 'sales' ? arrived : gift?.at
  if (!terms || start === undefined) return false
  const answered = gift && answered_after !== null ? Math.min(until, gift.at + answered_after) : until
  if (answered - start <= terms.target_ms) return false
  return workingMs(terms.calendar, new Date(start), new Date(answered)) > terms.target_ms
}

/** The least value that this share of the values does not exceed. */
export const quantile = (sorted: readonly number[], share: number): number | null =>
  sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? null

const firstAbove = (sorted: readonly number[], limit: number) => {
  const at = sorted.findIndex((value) => value > limit)
  return at === -1 ? sorted.length : at
}
