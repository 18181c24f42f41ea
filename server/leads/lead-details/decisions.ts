import { sql } from 'kysely'
import type { Considered, Decision, LeadDecisions } from '#contract/leads/lead-details.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { candidatesFor, membersOf } from '#server/leads/assignment/candidates.ts'
import { asWeighed, deficit, explain, isEligible, type Candidate, type Said } from '#server/leads/assignment/choose.ts'
import type { Occasion } from '#server/leads/assignment/record.ts'
import { reasonInWords } from '#server/leads/assignment/eligibility.ts'
import { waitingLead } from '#server/leads/assignment/waiting.ts'
import { labelsOf } from '#server/leads/company-words/choices.ts'
import { personNamed, staffNames, type StaffNames } from '#server/platform/people/staff-names.ts'

/** Why a lead is whose it is: the decision of each list that holds, and who could take it now where it waits. */
export const whyOf = async (tenant: Tenant, reader: number, leadId: number): Promise<LeadDecisions> => {
  const decisions = await decisionsThatHold(tenant, leadId)
  const waiting = []
  for (const { list, since, ...lead } of await waitingLead(tenant, leadId))
    waiting.push({ list, since, considered: candidatesFor(await membersOf(tenant, list), list, lead) })
  const names = await staffNames(tenant, [
    ...decisions.flatMap(peopleIn),
    ...waiting.flatMap(({ considered }) => considered.map(({ staff_id }) => staff_id)),
  ])
  const words = { names, source: await labelsOf(tenant, 'source'), reader }
  return {
    decisions: decisions.map(({ at, ...decision }) => ({ at, ...toDecision(decision, words) })),
    acceptance: await acceptanceOf(tenant, leadId),
    waiting: waiting.map((each) => ({ ...each, considered: consideredOf(each.considered, words) })),
  }
}

export interface DecisionRow {
  list: 'qa' | 'sales'
  mode: 'auto' | 'staff' | 'self' | 'bulk'
  chosen: number | null
  considered: Candidate[]
  tie_break: string | null
  sticky: number | null
  most_credit: number | null
  replaced: number | null
  occasion: Occasion | null
}

/** Those by which whoever holds the lead has it: made when they were given it; what was undone came later. */
const decisionsThatHold = async ({ db, companyId }: Tenant, leadId: number) => {
  const { rows } = await sql<DecisionRow & { at: string }>`
    select made.* from leads l,
      lateral (values ('qa', l.assigned_qa, l.assigned_at), ('sales', l.sales_person, l.sales_assigned_at)) as held (list, holder, since),
      lateral (
        select d.list, d.mode, d.chosen, d.considered, d.tie_break, d.sticky, d.most_credit, d.replaced, d.occasion, d.at from assignment_decisions d
        where d.company_id = ${companyId} and d.lead_id = any (leads_within(${leadId})) and d.list = held.list
          and d.chosen = held.holder and d.at >= held.since
        order by d.id limit 1) made
    where l.company_id = ${companyId} and l.id = ${leadId}`.execute(db)
  return rows
}

/** Everybody whom a decision names. */
export const peopleIn = ({ chosen, sticky, replaced, considered }: DecisionRow) =>
  [chosen, sticky, replaced, ...considered.map(({ staff_id }) => staff_id)].filter((id) => id !== null)

/** What people and sources are called today, whenever the decision was. */
export interface Words {
  names: StaffNames
  source: (code: string) => string
  /** Who reads it. */
  reader: number
}

/** A decision as people read it. */
export const toDecision = (decision: DecisionRow, words: Words): Decision => ({
  list: decision.list,
  mode: decision.mode,
  chosen: decision.chosen === null ? null : personNamed(decision.chosen, words.names),
  considered: consideredOf(decision.considered, words),
  tie_break: decision.tie_break,
  sticky: decision.mode === 'auto' && decision.chosen === decision.sticky,
  why: why(decision, (id) => saidOf(id, words)),
})

const saidOf = (id: number, { names, reader }: Words): Said => {
  const { name } = personNamed(id, names)
  return id === reader
    ? { was: 'You were', has: 'You have', whom: 'you', did: 'You' }
    : { was: `${name} was`, has: `${name} has`, whom: name, did: name }
}

const acceptanceOf = async ({ db, companyId }: Tenant, leadId: number) => {
  const { rows } = await sql<NonNullable<LeadDecisions['acceptance']>>`
    select case when isfinite(a.due_at) then a.due_at end as due_at, a.reminded_at, a.opened_at, a.escalated_at from lead_acceptances a
    join leads l on l.company_id = ${companyId} and l.id = a.lead_id and l.sales_person = a.staff_id
    where a.company_id = ${companyId} and a.lead_id = any (leads_within(${leadId})) order by a.id desc limit 1`.execute(
    db,
  )
  return rows[0] ?? null
}

const why = (decision: DecisionRow, said: (id: number) => Said) => {
  if (decision.mode === 'auto')
    return [...passedOn(decision, said), explain(decision, said), ...madeUpFor(decision)].join(' ')
  if (decision.chosen === null) return 'Nobody was chosen.'
  const { did, whom } = said(decision.chosen)
  return decision.mode === 'self' ? `${did} took it.` : `A colleague chose ${whom}.`
}

const passedOn = ({ occasion, replaced }: DecisionRow, said: (id: number) => Said) => {
  if (!occasion || replaced === null) return []
  const { was, did } = said(replaced)
  return [occasion === 'taken_off' ? `${was} removed from the list.` : `${did} did not accept it in time.`]
}

/** Told where it counted: somebody who could take it was as far behind as anybody may be. */
const madeUpFor = ({ considered, most_credit }: DecisionRow) =>
  most_credit !== null && considered.some((each) => isEligible(each) && deficit(each) >= Math.max(most_credit, 1))
    ? [`The catch-up limit is ${most_credit}.`]
    : []

const consideredOf = (candidates: readonly Candidate[], { names, source }: Words): Considered[] =>
  asWeighed(candidates).map((candidate) => ({
    staff: personNamed(candidate.staff_id, names),
    eligible: isEligible(candidate),
    ...(candidate.reason === null ? {} : { reason: reasonInWords(candidate.reason, source) }),
    ...(candidate.until ? { until: candidate.until } : {}),
    weight: candidate.weight,
    expected: candidate.expected,
    received: candidate.received,
    deficit: deficit(candidate),
  }))
