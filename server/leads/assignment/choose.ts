/** A person on the list, as the choice sees them. */
export interface Candidate {
  staff_id: number
  weight: number
  /** The share that has come due while eligible. */
  expected: number
  /** What the rotation has given. */
  received: number
  last_assigned_at: string | null
  /** Why the person cannot take the lead; null when they can. */
  reason: string | null
  /** When that passes by itself. */
  until?: string
}

/** One choice with everything it was made from: the candidates as they stood before it. */
export interface Choice {
  chosen: number | null
  considered: Candidate[]
  tie_break: string | null
  /** Whoever has the earlier leads of the same email domain, whether or not they could take it. */
  sticky: number | null
}

/** Until a list is set otherwise. */
export const DEFAULT_CREDIT = 3

/** Somebody with how many leads they count as behind their share at most, so that nobody is flooded. */
interface Credited extends Pick<Candidate, 'expected' | 'received'> {
  most_credit: number
}

/** The person, behind their share by no more than that. */
export const withinCredit = <Person extends Credited>(person: Person): Person => ({
  ...person,
  expected: Math.min(person.expected, person.received + person.most_credit),
})

/** Differences below this are rounding, not fairness. */
const EVEN = 1e-9

/**
 * Fair rotation by deficit. Of each lead, everybody eligible is due a share in proportion to their weight;
 * whoever has received least against what was due gets it. Ties go to whoever has waited longest, then to the
 * lower id. Whoever is `sticky` goes before all that if they can take it, and has received it like any other: it is
 * made up for by the leads that follow. Pure: the same candidates give the same choice, always.
 */
export const choose = (candidates: readonly Candidate[], sticky: number | null = null): Choice => {
  const considered = candidates.map((candidate) => ({ ...candidate }))
  const eligible = shareOut(considered.filter(isEligible))
  if (eligible.some(({ staff_id }) => staff_id === sticky))
    return { chosen: sticky, considered, tie_break: null, sticky }
  const most = Math.max(...eligible.map(deficit))
  const tied = eligible.filter((candidate) => most - deficit(candidate) < EVEN).sort(longestWaitFirst)
  const [chosen, runnerUp] = tied
  return {
    chosen: chosen?.staff_id ?? null,
    considered,
    tie_break: chosen && runnerUp ? tieBreak(chosen, runnerUp) : null,
    sticky,
  }
}

/** The candidates after a choice has counted: shares accrued, the lead received. */
export const settle = ({ chosen, considered }: Choice, at: string): Candidate[] => {
  const accrued = new Map(shareOut(considered.filter(isEligible)).map((candidate) => [candidate.staff_id, candidate]))
  return considered.map((before) => {
    const candidate = accrued.get(before.staff_id) ?? before
    return before.staff_id === chosen
      ? { ...candidate, received: candidate.received + 1, last_assigned_at: at }
      : candidate
  })
}

/** A person in a sentence, as its subject with a verb or as its object: “you” for the reader. */
export interface Said {
  was: string
  has: string
  did: string
  whom: string
}

/** Why this person and no other, as a sentence. `said` tells how people are called. */
export const explain = ({ chosen, considered, tie_break, sticky }: Choice, said: (id: number) => Said): string => {
  if (chosen === null) return considered.length ? 'Nobody on the list was eligible.' : 'The list is empty.'
  const eligible = shareOut(considered.filter(isEligible))
  const winner = eligible.find(({ staff_id }) => staff_id === chosen)
  const { was, has } = said(chosen)
  if (!winner) return `${was} chosen.`
  if (chosen === sticky) return `${has} earlier valid leads from this email domain.`
  if (eligible.length === 1) return `${was} the only eligible person.`
  const owed = `${was} next: ${deficit(winner).toFixed(1)} leads below fair share (${eligible.length} eligible).`
  return tie_break ? `${owed} ${tie_break}` : owed
}

/** The candidates with the shares by which one of them was chosen: this lead's is in them. */
export const asWeighed = (considered: readonly Candidate[]): Candidate[] => {
  const shared = new Map(shareOut(considered.filter(isEligible)).map((candidate) => [candidate.staff_id, candidate]))
  return considered.map((candidate) => shared.get(candidate.staff_id) ?? candidate)
}

export const isEligible = ({ reason, weight }: Candidate) => reason === null && weight > 0
export const deficit = ({ expected, received }: Candidate) => expected - received

/** Each with the share of one more lead added. */
const shareOut = (eligible: readonly Candidate[]): Candidate[] => {
  const total = eligible.reduce((sum, { weight }) => sum + weight, 0)
  return eligible.map((candidate) => ({ ...candidate, expected: candidate.expected + candidate.weight / total }))
}

const longestWaitFirst = (a: Candidate, b: Candidate) =>
  instant(a.last_assigned_at) - instant(b.last_assigned_at) || a.staff_id - b.staff_id

/** Never is longest ago. */
const instant = (at: string | null) => (at === null ? 0 : Date.parse(at))

const tieBreak = (chosen: Candidate, runnerUp: Candidate) =>
  chosen.last_assigned_at === runnerUp.last_assigned_at
    ? 'Tied, so it went to the lower id.'
    : 'Tied, so it went to the person who had waited longest.'
