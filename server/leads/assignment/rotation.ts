import { candidatesFor, type Member, type Passed } from './candidates.ts'
import { choose, settle, type Candidate, type Choice } from './choose.ts'
import type { AssignmentList } from './queue.ts'
import type { LeadTraits } from './eligibility.ts'
import { companyDomain } from './sticky.ts'

/** A lead whose turn it is. */
export interface Turn extends LeadTraits, Passed {
  email_domain: string | null
}

/** Who has the newest valid lead of each domain; undefined where the list does not go by that. */
export type Holders = Map<string, number> | undefined

/**
 * Chooses for one lead from the people as the choices before have left them, and answers how this one leaves them; undefined
 * where nobody can take it. Whoever gets it holds its domain from then on.
 */
export const giveOne = (
  list: AssignmentList,
  members: readonly Member[],
  lead: Turn,
  holders: Holders,
  at: string,
): { choice: Choice & { chosen: number }; members: Member[] } | undefined => {
  const domain = holders && companyDomain(lead)
  const choice = choose(
    candidatesFor(members, list, lead),
    domain === undefined ? undefined : (holders?.get(domain) ?? null),
  )
  const { chosen } = choice
  if (chosen === null) return undefined
  if (domain) holders?.set(domain, chosen)
  const settled = settle(choice, at)
  return {
    choice: { ...choice, chosen },
    members: members.map((member, place) => counted(member, settled[place], chosen)),
  }
}

/** The person with the tally of a choice, who holds one lead more if it was theirs. */
const counted = (member: Member, tally: Candidate | undefined, chosen: number): Member => ({
  ...member,
  ...(tally && { expected: tally.expected, received: tally.received, last_assigned_at: tally.last_assigned_at }),
  ...(member.staff_id === chosen && { today: member.today + 1, open: member.open + 1 }),
})
