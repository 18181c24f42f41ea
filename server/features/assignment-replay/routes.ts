import { setImmediate } from 'node:timers/promises'
import { assignmentReplay, MOST_REPLAYED, type AssignmentReplay } from '#contract/assignment-replay.ts'
import type { Tenant } from '#server/db/tenant.ts'
import type { AssignmentList } from '#server/domain/assignment/queue.ts'
import { figuresOf, leftOf } from '#server/domain/assignment/replay-figures.ts'
import { replaying, type Replayed, type ReplayPerson } from '#server/domain/assignment/replay.ts'
import { holdersByDomain } from '#server/domain/assignment/sticky.ts'
import { readCalendar } from '#server/domain/calendar/check.ts'
import { slaSettings } from '#server/domain/sla/settings.ts'
import type { Caller } from '#server/kit/auth.ts'
import { found } from '#server/kit/errors.ts'
import { implement } from '#server/kit/implement.ts'
import { measured, reallyGiven, termsBySource, withCalendar } from './course.ts'
import { listsToReplay, type ListedPerson, type Proposal } from './proposal.ts'
import { calendarOf, heldLeads, lastDays, pastLeads, type Days } from './queries.ts'

export const assignmentReplayRoutes = implement('assignment-replay', assignmentReplay, {
  qa: async ({ tenant, caller, body }) => ({ data: await replayed(tenant, caller, 'qa', body) }),
  sales: async ({ tenant, caller, body }) => ({ data: await replayed(tenant, caller, 'sales', body) }),

  async calendar({ tenant, caller, params, body }) {
    const calendar = { id: params.id, ...readCalendar(body) }
    found('Calendar', await calendarOf(tenant, params.id))
    const qa = await replayed(tenant, caller, 'qa', { calendar })
    return { data: { qa, sales: await replayed(tenant, caller, 'sales', { calendar }) } }
  },
})

/** The leads of the last days, shared out by the list as it is and as it would be. */
const replayed = async (
  tenant: Tenant,
  { timeZone }: Caller,
  list: AssignmentList,
  proposal: Proposal,
): Promise<AssignmentReplay> => {
  tenant.inTurn()
  const { today, proposed } = await listsToReplay(tenant, list, proposal)
  const everybody = [...today, ...proposed]
  const days = await lastDays(tenant, timeZone)
  const came = await pastLeads(
    tenant,
    list,
    days,
    everybody.some(({ accepts_categories }) => accepts_categories.length),
  )
  const past = came.slice(-MOST_REPLAYED)
  const leads = measured(past, days)
  const holders = await holdersByDomain(tenant, list, leads, new Date(days.from).toISOString())
  const held = await heldBy(tenant, list, everybody, days)

  const run = (people: readonly ListedPerson[]) =>
    atEase(replaying({ list, people: people.map((person) => beginning(person, days, held)), leads, holders, ...days }))
  const before = await run(today)
  const after = await run(proposed)
  const really = past.map((lead) => reallyGiven(lead, days))

  const settings = await slaSettings(tenant)
  const terms = termsBySource(settings, list, past)
  const newTerms = proposal.calendar ? termsBySource(withCalendar(settings, proposal.calendar), list, past) : terms
  const setting = { list, leads, ...days }
  const figures = {
    today: figuresOf({ ...setting, terms }, before.gifts),
    proposed: figuresOf({ ...setting, terms: newTerms }, after.gifts),
  }
  const actual = figuresOf({ ...setting, terms }, really)
  const share = (which: keyof typeof figures, { shares }: Replayed, sid: number) => {
    const fair = shares.get(sid)
    return fair === undefined ? null : { ...figures[which].of(sid), fair_share: Math.round(fair * 100) / 100 }
  }
  const names = new Map(everybody.map(({ staff_id, name }) => [staff_id, name]))
  return {
    from: new Date(days.from).toISOString(),
    until: new Date(days.until).toISOString(),
    leads: leads.length,
    newest_only: came.length > MOST_REPLAYED,
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
