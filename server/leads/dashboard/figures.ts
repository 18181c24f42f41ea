import { FUNNEL, LOAD, MOST_SOURCES, STAGES, type HomeFigures, type Stage } from '#contract/leads/dashboard.ts'
import { ENQUIRY_STATUSES, type LeadQuery } from '#contract/leads/lead.ts'
import type { Axis, Tally } from '#server/leads/totals/tally.ts'

type Figure<Name extends keyof HomeFigures> = NonNullable<HomeFigures[Name]>

/** How many enquiries of an axis a filter of the lists finds. */
export const countOf = (tallies: readonly Tally[], axis: Axis, filter: LeadQuery = {}, key?: string) =>
  tallies
    .filter((each) => each.axis === axis && (key === undefined || each.key === key) && meets(each.part, filter))
    .reduce((sum, { n }) => sum + n, 0)

/** What an axis tells leads apart by, in one order whatever came first. */
const keysOf = (tallies: readonly Tally[], axis: Axis) =>
  [...new Set(tallies.flatMap((each) => (each.axis === axis ? [each.key] : [])))].toSorted()

export const funnelOf = (tallies: readonly Tally[]): Figure<'funnel'> => {
  const at = (stage: Stage) => countOf(tallies, 'source', FUNNEL[stage])
  const [received, assigned, in_progress, valid, contacted, won] = [...STAGES.map(at), 0, 0, 0, 0, 0, 0]
  return { received, assigned, in_progress, valid, contacted, won }
}

export const sourcesOf = (tallies: readonly Tally[]): Figure<'sources'> =>
  keysOf(tallies, 'source')
    .map((source) => ({
      source,
      received: countOf(tallies, 'source', {}, source),
      valid: countOf(tallies, 'source', { status: ['valid'] }, source),
      invalid: countOf(tallies, 'source', { status: ['invalid'] }, source),
    }))
    .filter(({ received }) => received > 0)
    .toSorted((one, other) => other.received - one.received)
    .slice(0, MOST_SOURCES)

const MOST_REASONS = 6

export const reasonsOf = (tallies: readonly Tally[]): Figure<'reasons'> =>
  keysOf(tallies, 'reason')
    .map((reason) => ({ reason, leads: countOf(tallies, 'reason', {}, reason) }))
    .filter(({ leads }) => leads > 0)
    .toSorted((one, other) => other.leads - one.leads)
    .slice(0, MOST_REASONS)

const MOST_PEOPLE = 10

export const AXIS_OF = { assigned: 'qa', valid: 'sales' } as const

/** What those who hold most on these lists together have to do on each of them, most first; nothing to do on one is said too. */
export const loadOf = (tallies: readonly Tally[], lists: readonly (keyof typeof LOAD)[]) => {
  const axes = new Set<Axis>(lists.map((list) => AXIS_OF[list]))
  const people = new Set(tallies.filter(({ axis, key }) => axes.has(axis) && key !== 'none').map(({ key }) => key))
  return [...people]
    .map((key) => {
      const held = lists.map((list) => ({ list, leads: countOf(tallies, AXIS_OF[list], LOAD[list], key) }))
      return { id: Number(key), held, all: held.reduce((sum, { leads }) => sum + leads, 0) }
    })
    .filter(({ all }) => all > 0)
    .toSorted((one, other) => other.all - one.all || one.id - other.id)
    .slice(0, MOST_PEOPLE)
    .flatMap(({ id, held }) => held.map((each) => ({ id, ...each })))
}

/** Whether the enquiries of a part are among those that a filter of the lists finds. */
const meets = (part: string, { status, enquiry_status }: LeadQuery) => {
  const enquiry = ENQUIRY_STATUSES.find((each) => each === part)
  const own = enquiry === undefined ? part : 'valid'
  return (
    (status === undefined || status.some((each) => each === own)) &&
    (enquiry_status === undefined || enquiry_status.some((each) => each === enquiry))
  )
}
