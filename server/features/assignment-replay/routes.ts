import { setImmediate } from 'node:timers/promises'
import {
  assignmentReplay,
  MOST_REPLAYED,
  type AssignmentReplay,
  type ListProposal,
} from '#contract/assignment-replay.ts'
import type { Tenant } from '#server/db/tenant.ts'
import type { AssignmentList } from '#server/domain/assignment/queue.ts'
import { figuresOf, leftOf, quantile, type MeasuredLead } from '#server/domain/assignment/replay-figures.ts'
import { replaying, type Gift, type Replayed, type ReplayPerson } from '#server/domain/assignment/replay.ts'
import { holdersByDomain } from '#server/domain/assignment/sticky.ts'
import { slaSettings, termsFor, type SlaSettings } from '#server/domain/sla/settings.ts'
import type { Caller } from '#server/kit/auth.ts'
import { implement } from '#server/kit/implement.ts'
import { listsToReplay, type ListedPerson } from './proposal.ts'
import { heldLeads, lastDays, pastLeads, type Days, type PastLead } from './queries.ts'

export const assignmentReplayRoutes = implement('assignment-replay', assignmentReplay, {
  qa: async ({ tenant, caller, body }) => ({ data: await replayed(tenant, caller, 'qa', body) }),
  sales: async ({ tenant, caller, body }) => ({ data: await replayed(tenant, caller, 'sales', body) }),
})

/** The leads of the last days, shared out by the list as it is and as it would be. */
const replayed = async (
  tenant: Tenant,
  { timeZone }: Caller,
  list: AssignmentList,
  proposal: ListProposal,
): Promise<AssignmentReplay> => {
  tenant.inTurn()
  const { today, proposed } = await listsToReplay(tenant, list, proposal)
  const everybody = [...today, ...proposed]
  const days = await lastDays(tenant, timeZone)
  const found = await pastLeads(
    tenant,
    list,
    days,
    everybody.some(({ accepts_categories }) => accepts_categories.length),
  )
  const past = found.slice(-MOST_REPLAYED)
  const leads = measured(past, list, days, await slaSettings(tenant))
  const holders = await holdersByDomain(tenant, list, leads, new Date(days.from).toISOString())
  const held = await heldBy(tenant, list, everybody, days)

  const run = (people: readonly ListedPerson[]) =>
    atEase(replaying({ list, people: people.map((person) => beginning(person, days, held)), leads, holders, ...days }))
  const before = await run(today)
  const after = await run(proposed)
  const really = past.map((lead) => reallyGiven(lead, days))

  const setting = { list, leads, ...days }
  const figures = { today: figuresOf(setting, before.gifts), proposed: figuresOf(setting, after.gifts) }
  const actual = figuresOf(setting, really)
  const share = (which: keyof typeof figures, { shares }: Replayed, sid: number) => {
    const fair = shares.get(sid)
    return fair === undefined ? null : { ...figures[which].of(sid), fair_share: Math.round(fair * 100) / 100 }
  }
  const names = new Map(everybody.map(({ staff_id, name }) => [staff_id, name]))
  return {
    from: new Date(days.from).toISOString(),
    until: new Date(days.until).toISOString(),
    leads: leads.length,
    newest_only: found.length > MOST_REPLAYED,
    moved: before.gifts.filter((gift, place) => gift?.staff_id !== after.gifts[place]?.staff_id).length,
    today: { ...figures.today.total, ...leftOf(before.gifts, before.wanted) },
    proposed: { ...figures.proposed.total, ...leftOf(after.gifts, after.wanted) },
    actual: { ...actual.total, ...leftOf(really) },
    people: [...names].map(([sid, name]) => ({
      sid,
      name,
      today: share('today', before, sid),
      proposed: share('proposed', after, sid),
      actual: actual.of(sid),
    })),
  }
}

/** Whoever else asks something meanwhile is answered between the steps. */
const atEase = async (steps: Generator<undefined, Replayed>): Promise<Replayed> => {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    await setImmediate()
  }
}

/** Each lead with how long it really took; one that nobody had takes as long as is usual. */
const measured = (
  past: readonly PastLead[],
  list: AssignmentList,
  days: Days,
  settings: SlaSettings,
): MeasuredLead[] => {
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
  const terms = new Map(
    [...new Set(past.map(({ source }) => source))].map((source) => [source, termsFor(settings, CLOCK[list], source)]),
  )
  return courses.map(({ lead, given, answered_after, done_after }) => ({
    lead_id: lead.lead_id,
    country: lead.country,
    source: lead.source,
    categories: lead.categories,
    email_domain: lead.email_domain,
    released_by: null,
    arrived: lead.arrived,
    answered_after: given === undefined ? usuallyAnswered : answered_after,
    done_after: given === undefined ? usuallyDone : done_after,
    terms: terms.get(lead.source),
  }))
}

const CLOCK = { qa: 'handling', sales: 'response' } as const

const reallyGiven = ({ owner, given }: PastLead, { until }: Days): Gift | undefined =>
  owner !== null && given !== null && given < until ? { staff_id: owner, at: given } : undefined

/** What people with an open cap held when the days began. */
const heldBy = async (tenant: Tenant, list: AssignmentList, everybody: readonly ListedPerson[], days: Days) => {
  const caps = new Map<number, number>()
  for (const { staff_id, open_cap } of everybody)
    if (open_cap !== null) caps.set(staff_id, Math.max(open_cap, caps.get(staff_id) ?? 0))
  const people = [...caps].map(([staff_id, open_cap]) => ({ staff_id, open_cap }))
  return Map.groupBy(await heldLeads(tenant, list, people, days), ({ staff_id }) => staff_id)
}

const beginning = (
  { away_until, ...person }: ListedPerson,
  { from, until }: Days,
  held: Awaited<ReturnType<typeof heldBy>>,
): ReplayPerson => {
  const back = away_until === null ? null : startOf(away_until, person.time_zone)
  return {
    ...person,
    // Somebody who is away for five days more is so for the first five of these.
    back_at: back !== null && back > until ? from + (back - until) : null,
    held: (held.get(person.staff_id) ?? []).map(({ done }) => done ?? Infinity),
  }
}

const startOf = (day: string, zone: string) => Temporal.PlainDate.from(day).toZonedDateTime(zone).epochMilliseconds
