import { setImmediate } from 'node:timers/promises'
import { assignmentReplay, MOST_REPLAYED, type AssignmentReplay } from '#contract/leads/assignment-replay.ts'
import type { Question } from '#contract/leads/checklist.ts'
import type { Tenant } from '#server/db/tenant.ts'
import type { AssignmentList } from '#server/leads/assignment/queue.ts'
import { listSettings } from '#server/leads/assignment/settings.ts'
import { figuresOf, leftOf, type TermsOf } from '#server/leads/assignment/replay-figures.ts'
import { replaying, type Replayed, type ReplayPerson } from '#server/leads/assignment/replay.ts'
import { holdersByDomain } from '#server/leads/assignment/sticky.ts'
import { readCalendar } from '#server/platform/calendar/check.ts'
import { readQuestions } from '#server/leads/checklist/checklist-change.ts'
import { checklistNow, passes } from '#server/leads/checklist/checklist.ts'
import { readChange } from '#server/leads/restricted-domains/restriction-change.ts'
import { slaSettings } from '#server/leads/sla/settings.ts'
import { found } from '#server/kit/errors.ts'
import { implement } from '#server/kit/implement.ts'
import { measured, reallyGiven, termsBySource, withCalendar } from './course.ts'
import { listsToReplay, type ListedPerson, type Proposal } from './proposal.ts'
import { answeredLeads, calendarOf, heldLeads, lastDays, pastLeads, turnedBy, type Days } from './queries.ts'

export const assignmentReplayRoutes = implement('assignment-replay', assignmentReplay, {
  async qa({ tenant, caller, body }) {
    return { data: await replayed(tenant, await lastDays(tenant, caller.timeZone), 'qa', body) }
  },
  async sales({ tenant, caller, body }) {
    return { data: await replayed(tenant, await lastDays(tenant, caller.timeZone), 'sales', body) }
  },

  async calendar({ tenant, caller, params, body }) {
    const calendar = { id: params.id, ...readCalendar(body) }
    found('Calendar', await calendarOf(tenant, params.id))
    const days = await lastDays(tenant, caller.timeZone)
    const qa = await replayed(tenant, days, 'qa', { calendar })
    return { data: { qa, sales: await replayed(tenant, days, 'sales', { calendar }) } }
  },

  async credit({ tenant, caller, body: { list, most_credit } }) {
    return { data: await replayed(tenant, await lastDays(tenant, caller.timeZone), list, { most_credit }) }
  },

  async domain({ tenant, caller, body }) {
    const change = await readChange(tenant, body)
    const days = await lastDays(tenant, caller.timeZone)
    const { newly, no_longer } = await turnedBy(tenant, change, days)
    const without = { today: new Set(no_longer), proposed: new Set(newly) }
    const qa = await replayed(tenant, days, 'qa', {}, without, no_longer)
    return { data: { qa, newly: newly.length, no_longer: no_longer.length } }
  },

  async checklist({ tenant, caller, body }) {
    const questions = { today: (await checklistNow(tenant)).items, proposed: await readQuestions(tenant, body.items) }
    const days = await lastDays(tenant, caller.timeZone)
    tenant.inTurn()
    const answered = await answeredLeads(tenant, days)
    const leadsThat = (asked: readonly Question[], pass: ReturnType<typeof passes>) =>
      new Set(answered.flatMap(({ answers, ids }) => (passes(asked, answers) === pass ? ids : [])))
    const without = { today: leadsThat(questions.today, 'no'), proposed: leadsThat(questions.proposed, 'no') }
    const sales = await replayed(tenant, days, 'sales', {}, without)
    return {
      data: {
        sales,
        newly: without.proposed.difference(without.today).size,
        no_longer: without.today.difference(without.proposed).size,
        not_asked: leadsThat(questions.proposed, 'unanswered').size,
      },
    }
  },
})

/** Leads that one of the two runs does without. */
interface Without {
  today: ReadonlySet<number>
  proposed: ReadonlySet<number>
}
const NOTHING: Without = { today: new Set(), proposed: new Set() }

/** The leads of the last days, shared out by the list as it is and as it would be; `also` those that never were its business. */
const replayed = async (
  tenant: Tenant,
  days: Days,
  list: AssignmentList,
  proposal: Proposal,
  without: Without = NOTHING,
  also: readonly number[] = [],
): Promise<AssignmentReplay> => {
  tenant.inTurn()
  const { today, proposed } = await listsToReplay(tenant, list, proposal)
  const everybody = [...today, ...proposed]
  const byCategory = everybody.some(({ accepts_categories }) => accepts_categories.length)
  const came = await pastLeads(tenant, list, days, byCategory, also)
  const past = came.slice(-MOST_REPLAYED)
  const leads = measured(past, days)
  const holders = await holdersByDomain(tenant, list, leads, new Date(days.from).toISOString())
  const held = await heldBy(tenant, list, everybody, days)
  const { most_credit } = await listSettings(tenant, list)
  const settings = await slaSettings(tenant)
  const terms = termsBySource(settings, list, past)
  const newTerms = proposal.calendar ? termsBySource(withCalendar(settings, proposal.calendar), list, past) : terms

  const run = async (
    listed: readonly ListedPerson[],
    missing: ReadonlySet<number>,
    target: TermsOf,
    credit: number,
  ): Promise<Run> => {
    const through = leads.filter(({ lead_id }) => !missing.has(lead_id))
    const people = listed.map((person) => beginning(person, days, held))
    const { gifts, shares, wanted } = await atEase(
      replaying({ list, people, leads: through, holders, most_credit: credit, ...days }),
    )
    const { total, of } = figuresOf({ list, leads: through, terms: target, ...days }, gifts)
    const owners = new Map(through.map(({ lead_id }, place) => [lead_id, gifts[place]?.staff_id]))
    return { total: { ...total, ...leftOf(gifts, wanted) }, of, shares, owners }
  }
  const before = await run(today, without.today, terms, most_credit)
  const after = await run(proposed, without.proposed, newTerms, proposal.most_credit ?? most_credit)
  const really = past.map((lead) => reallyGiven(lead, days))
  const actual = figuresOf({ list, leads, terms, ...days }, really)
  const names = new Map(everybody.map(({ staff_id, name }) => [staff_id, name]))
  return {
    from: new Date(days.from).toISOString(),
    until: new Date(days.until).toISOString(),
    leads: leads.length,
    newest_only: came.length > MOST_REPLAYED,
    moved: leads.filter(
      ({ lead_id }) =>
        before.owners.has(lead_id) &&
        after.owners.has(lead_id) &&
        before.owners.get(lead_id) !== after.owners.get(lead_id),
    ).length,
    today: before.total,
    proposed: after.total,
    actual: { ...actual.total, ...leftOf(really) },
    people: [...names].map(([sid, name]) => ({
      sid,
      name,
      today: shareOf(before, sid),
      proposed: shareOf(after, sid),
      actual: actual.of(sid),
    })),
  }
}

interface Run extends Pick<Replayed, 'shares'>, Pick<ReturnType<typeof figuresOf>, 'of'> {
  total: AssignmentReplay['today']
  /** Who got each lead; undefined where nobody did. */
  owners: ReadonlyMap<number, number | undefined>
}

const shareOf = ({ shares, of }: Run, sid: number) => {
  const fair = shares.get(sid)
  return fair === undefined ? null : { ...of(sid), fair_share: Math.round(fair * 100) / 100 }
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
