/** What people set of one; a merge gives of it to another, and unmerging takes that back. */
export interface Holding {
  /** By field: a value, or null for none. */
  own: Record<string, Value>
  sets: Sets
  note: string
  description: string
}
export type Value = string | number | null
/** Each of them is there or not: tags, roles, pinned fields, and marks such as “do not contact”. */
export type Sets = Record<string, string[]>

/** What one gives. */
export interface Taken {
  own: Record<string, Value>
  sets: Sets
  note: string
  description: string
}
/** How that stood before: a field without a value was not set, and of sets and notes what was there already. */
export interface Before {
  own: Record<string, Value>
  sets: Sets
  note: string
  description: string
}

/** The one with what another gives, and what it takes to undo that. */
export const give = (has: Holding, offered: Taken): { has: Holding; before: Before; taken: Taken } => {
  const [notes, offers] = [piecesOf(has.note), piecesOf(offered.note)]
  const sets = Object.entries(offered.sets)
  return {
    has: {
      own: { ...has.own, ...offered.own },
      sets: {
        ...has.sets,
        ...Object.fromEntries(sets.map(([name, of]) => [name, [...new Set([...(has.sets[name] ?? []), ...of])]])),
      },
      note: joined([...notes, ...offers.filter((piece) => !notes.includes(piece))]),
      description: has.description || offered.description,
    },
    before: {
      own: Object.fromEntries(Object.entries(has.own).filter(([field]) => field in offered.own)),
      sets: Object.fromEntries(sets.map(([name, of]) => [name, of.filter((each) => has.sets[name]?.includes(each))])),
      note: joined(offers.filter((piece) => notes.includes(piece))),
      description: has.description,
    },
    taken: { ...offered, description: has.description ? '' : offered.description },
  }
}

export interface Given {
  id: number
  before: Before
  taken: Taken
}

/** Which of two values is meant by the other: a company that has been merged since is the one that it became. */
export type Same = (field: string, one: Value | undefined, other: Value | undefined) => boolean

/**
 * The one without what a merge gave. What a later merge gave, too, is that one's from now on; what a person has changed since is kept,
 * and named.
 */
export const takeBack = (has: Holding, merge: Given, later: readonly Given[], same: Same) => {
  const others = structuredClone([...later])
  const kept: string[] = []
  const own = { ...has.own }
  for (const [field, made] of Object.entries(merge.taken.own)) {
    const heir = others.find(({ taken }) => field in taken.own)
    const [holder, now] = heir ? [heir.before.own, heir.before.own[field]] : [own, own[field]]
    if (!same(field, now, made)) {
      if (!heir) kept.push(field)
    } else if (field in merge.before.own) holder[field] = merge.before.own[field] ?? null
    else delete holder[field]
  }
  const sets = { ...has.sets }
  for (const [name, all] of Object.entries(merge.taken.sets))
    for (const each of all.filter((one) => !merge.before.sets[name]?.includes(one))) {
      const heir = others.find(({ taken }) => taken.sets[name]?.includes(each))
      const holder = heir ? heir.before.sets : sets
      holder[name] = (holder[name] ?? []).filter((one) => one !== each)
    }
  return {
    has: { own, sets, ...textsWithout(has, merge, others, kept) },
    later: others,
    kept,
  }
}

const textsWithout = (has: Holding, merge: Given, others: Given[], kept: string[]) => {
  let { description } = has
  let pieces = piecesOf(has.note)
  const had = piecesOf(merge.before.note)
  for (const piece of piecesOf(merge.taken.note).filter((each) => !had.includes(each))) {
    const heir = others.find(({ taken }) => piecesOf(taken.note).includes(piece))
    if (heir) heir.before.note = joined(without(piecesOf(heir.before.note), piece))
    else if (pieces.includes(piece)) pieces = without(pieces, piece)
    else if (!kept.includes('note')) kept.push('note')
  }
  if (merge.taken.description !== '') {
    if (description === merge.taken.description) description = merge.before.description
    else kept.push('description')
  }
  return { note: joined(pieces), description }
}

const BETWEEN = '\n\n—\n\n'
/** A note that others were merged into is made of theirs, each of which is given and taken back for itself. */
const piecesOf = (note: string) => (note === '' ? [] : note.split(BETWEEN))
const joined = (pieces: readonly string[]) => pieces.join(BETWEEN)
const without = (pieces: readonly string[], one: string) => {
  const at = pieces.lastIndexOf(one)
  return pieces.filter((_piece, place) => place !== at)
}
