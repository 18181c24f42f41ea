import { FUNNEL, LOAD, MOST_SOURCES, STAGES, type HomeFigures, type Stage } from '#contract/leads/dashboard.ts'
import type { LeadQuery } from '#contract/leads/lead.ts'
import { linkToHeld, linkToLeads } from '#web/leads/list/lead-links.ts'
import { reasonLabel, sourceLabel } from '#web/leads/words/lead-words.ts'
import { counted, percent } from '#web/kit/look/format.ts'
import { ChartCard } from './ChartCard.tsx'

type Figure<Name extends keyof HomeFigures> = NonNullable<HomeFigures[Name]>
interface Days {
  days: LeadQuery
}

const BRAND = 'var(--brand)'
const STAGE: Readonly<Record<Stage, string>> = {
  received: 'Received',
  assigned: 'Assigned',
  in_progress: 'In progress',
  valid: 'Valid',
  contacted: 'Contacted',
  won: 'Won',
}

/** How far the leads of these days have come by now. */
export const FunnelCard = ({ funnel, days }: Days & { funnel: Figure<'funnel'> }) => (
  <ChartCard
    title="Funnel"
    summary={
      funnel.received === 0
        ? 'No leads on these days.'
        : `Of ${counted(funnel.received, 'lead')}, ${percent(funnel.valid / funnel.received)} are valid and ${percent(funnel.won / funnel.received)} are won.`
    }
    by="Stage"
    series={[{ label: 'Leads', colour: BRAND }]}
    rows={STAGES.map((stage) => ({
      label: STAGE[stage],
      values: [{ count: funnel[stage], to: linkToLeads('marketing', { ...days, ...FUNNEL[stage] }) }],
    }))}
  />
)

/** What each source's leads turned out to be. */
export const SourcesCard = ({ sources, days }: Days & { sources: Figure<'sources'> }) => {
  const decided = sources.filter(({ valid, invalid }) => valid + invalid >= 5)
  const best = decided.toSorted((one, other) => rate(other) - rate(one))[0]
  return (
    <ChartCard
      title="Validity by source"
      summary={[
        best
          ? `Best: ${sourceLabel(best.source)}, with ${percent(rate(best))} of decided leads valid.`
          : 'Too few decided leads to compare sources.',
        ...(sources.length === MOST_SOURCES ? [`The ${MOST_SOURCES} largest sources are shown.`] : []),
      ].join(' ')}
      by="Source"
      series={[
        { label: 'Valid', colour: 'var(--success)' },
        { label: 'Invalid', colour: 'var(--chart-invalid)' },
      ]}
      rows={sources.map(({ source, valid, invalid }) => {
        const linkTo = (status: 'valid' | 'invalid') =>
          linkToLeads('marketing', { ...days, source: [source], status: [status] })
        return {
          label: sourceLabel(source),
          values: [
            { count: valid, to: linkTo('valid') },
            { count: invalid, to: linkTo('invalid') },
          ],
        }
      })}
    />
  )
}

const rate = ({ valid, invalid }: { valid: number; invalid: number }) => valid / (valid + invalid)

/** Why leads were invalid. */
export const ReasonsCard = ({ reasons, days }: Days & { reasons: Figure<'reasons'> }) => {
  const [first] = reasons
  return (
    <ChartCard
      title="Top invalid reasons"
      summary={
        first
          ? `Most often: ${reasonLabel(first.reason).toLowerCase()}, ${counted(first.leads, 'lead')}.`
          : 'No invalid leads on these days.'
      }
      by="Reason"
      series={[{ label: 'Leads', colour: 'var(--chart-invalid)' }]}
      rows={reasons.map(({ reason, leads }) => ({
        label: reasonLabel(reason),
        values: [{ count: leads, to: linkToLeads('marketing', { ...days, reason: [reason] }) }],
      }))}
    />
  )
}

const TO_DO = {
  assigned: { label: 'To decide', colour: BRAND },
  valid: { label: 'To sell', colour: 'var(--info)' },
} as const

/** Who has most to do. A list that is not told of is one of which the person may not see everybody's: nothing is said about it. */
export const LoadCard = ({ load }: { load: Figure<'load'> }) => {
  const people = [...new Map(load.map(({ person }) => [person.id, person])).values()]
  const lists = (['assigned', 'valid'] as const).filter((list) => load.some((each) => each.list === list))
  const leadsOf = (id: number, list: keyof typeof LOAD) =>
    load.find((each) => each.person.id === id && each.list === list)?.leads ?? 0
  const allOf = (id: number) => lists.reduce((sum, list) => sum + leadsOf(id, list), 0)
  const [first] = people
  return (
    <ChartCard
      title="Load per person"
      note="right now, ignores the date filter"
      summary={first ? `${first.name} has the most: ${counted(allOf(first.id), 'lead')}.` : 'Nobody has open leads.'}
      by="Person"
      series={lists.map((list) => TO_DO[list])}
      rows={people.map(({ id, name }) => ({
        label: name,
        values: lists.map((list) => ({ count: leadsOf(id, list), to: linkToHeld(list, id, LOAD[list]) })),
      }))}
    />
  )
}
