import { candidatesFor, type Member, type Passed } from './candidates.ts'
import { choose } from './choose.ts'
import { blockOf, type LeadTraits } from './eligibility.ts'
import type { AssignmentList } from './queue.ts'

/** Who gets a lead next, and from when on; else why nobody does. */
export interface Outlook {
  next: number | null
  /** Null: now, as soon as the rotation looks. */
  from: string | null
  /** The exact reasons of people who do not get it, each once, while nobody does. */
  reasons: string[]
}

/**
 * Who would be chosen for a lead now, or at the first time at which somebody can take it: by the rotation's own choice, from its own
 * people. Without a lead, for any that they take.
 */
export const outlookFor = (members: readonly Member[], list: AssignmentList, lead?: LeadTraits & Passed): Outlook => {
  const times = members.flatMap((member) => blockOf(member, list)?.until ?? []).toSorted(byTime)
  for (const from of [null, ...new Set(times)]) {
    const then = from === null ? members : members.map((member) => asOf(member, from))
    const { chosen } = choose(candidatesFor(then, list, lead))
    if (chosen !== null) return { next: chosen, from, reasons: [] }
  }
  const reasons = candidatesFor(members, list, lead).flatMap(({ reason }) => reason ?? [])
  return { next: null, from: null, reasons: [...new Set(reasons)] }
}

const byTime = (one: string, other: string) => Date.parse(one) - Date.parse(other)

/** The person without what has passed by then. */
const asOf = (member: Member, then: string): Member => {
  const isOver = (until: string | null | undefined) => until != null && Date.parse(until) <= Date.parse(then)
  return {
    ...member,
    ...(isOver(member.back_at) && { back_at: null }),
    ...(isOver(member.off_shift?.until) && { off_shift: null }),
    ...(isOver(member.tomorrow) && { today: 0 }),
  }
}
