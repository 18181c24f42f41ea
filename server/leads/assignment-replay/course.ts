import type { AssignmentList } from '#server/leads/assignment/queue.ts'
import { quantile, type MeasuredLead, type TermsOf } from '#server/leads/assignment/replay-figures.ts'
import type { Gift } from '#server/leads/assignment/replay.ts'
import { termsFor, type SlaSettings } from '#server/leads/sla/settings.ts'
import type { Proposal } from './proposal.ts'
import type { Days, PastLead } from './queries.ts'

/** Each lead with how long it really took; one that nobody had takes as long as is usual. */
export const measured = (past: readonly PastLead[], days: Days): (MeasuredLead & Pick<PastLead, 'lead_id'>)[] => {
  const within = (moment: number | null) => (moment !== null && moment < days.until ? moment : null)
  const courses = past.map((lead) => {
    const given = reallyGiven(lead, days)?.at
    const since = (moment: number | null) =>
      given === undefined || moment === null ? null : Math.max(0, moment - given)
    return { lead, given, answered_after: since(within(lead.answered)), done_after: since(within(lead.done)) }
  })
  const usual = (which: 'answered_after' | 'done_after') =>
    quantile(
      courses.flatMap((course) => course[which] ?? []).sort((one, other) => one - other),
      0.5,
    )
  const [usuallyAnswered, usuallyDone] = [usual('answered_after'), usual('done_after')]
  return courses.map(({ lead, given, answered_after, done_after }) => ({
    lead_id: lead.lead_id,
    kind: lead.kind,
    country: lead.country,
    source: lead.source,
    categories: lead.categories,
    email_domain: lead.email_domain,
    released_by: null,
    arrived: lead.arrived,
    answered_after: given === undefined ? usuallyAnswered : answered_after,
    done_after: given === undefined ? usuallyDone : done_after,
  }))
}

/** How soon leads should be taken in hand, or answered. */
export const termsBySource = (settings: SlaSettings, list: AssignmentList, past: readonly PastLead[]): TermsOf =>
  new Map(
    [...new Set(past.map(({ source }) => source))].map((source) => [source, termsFor(settings, CLOCK[list], source)]),
  )

/** The targets as they would be with other hours of a calendar. */
export const withCalendar = (settings: SlaSettings, changed: NonNullable<Proposal['calendar']>): SlaSettings => ({
  ...settings,
  calendars: settings.calendars.map((calendar) =>
    calendar.id === changed.id ? { ...calendar, ...changed } : calendar,
  ),
})

const CLOCK = { qa: 'handling', sales: 'response' } as const

/** Who really got a lead in these days, by the rotation or by hand. */
export const reallyGiven = ({ owner, given }: PastLead, { until }: Days): Gift | undefined =>
  owner !== null && given !== null && given < until ? { staff_id: owner, at: given } : undefined
