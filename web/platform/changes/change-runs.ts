import type { Changed, RecentChange } from '#contract/platform/changes.ts'

/** Equal acts of one actor near in time, the newest first. */
export interface Run {
  newest: RecentChange
  acts: readonly RecentChange[]
}

/** An act joins those before it when no more than this lies between them. */
const NEAR_MS = 30 * 60_000

/**
 * Changes, newest first, as rows of a list: a run of equal acts is one row, also where others did something in between, and so are the
 * steps of one import. Another act on many things is a row of its own, unless a machine did it. Older changes only add to the last rows,
 * wherever a page ends.
 */
export const runsOf = (changes: readonly RecentChange[]): Run[] => {
  const runs: RecentChange[][] = []
  const last = new Map<string, RecentChange[]>()
  for (const change of changes) {
    const key = likeness(change)
    const run = last.get(key)
    const before = run?.at(-1)
    if (run && before && Date.parse(before.at) - Date.parse(change.at) <= NEAR_MS) run.push(change)
    else {
      const begun = [change]
      runs.push(begun)
      last.set(key, begun)
    }
    // What lies before an upload is another import.
    if (isOfImport(change) && change.act.endsWith('.begin')) last.delete(key)
  }
  return runs.flatMap((acts) => (acts[0] ? [{ newest: acts[0], acts }] : []))
}

const isOfImport = ({ touched }: RecentChange) => touched.some(({ entity }) => entity === 'imports')

const likeness = (change: RecentChange) => {
  const { change_set, actor, did, act, undoes, about } = change
  if (isOfImport(change)) return `import ${actor.id}`
  const isMachine = actor.kind === 'rule' || actor.kind === 'system'
  return about || isMachine ? [actor.kind, actor.id, did ?? act, undoes, about?.entity].join(' ') : change_set
}

/** What the acts were about, each thing once: all of those that have a name. */
export const thingsOf = (acts: readonly RecentChange[]): Changed[] => [
  ...new Map(
    acts.flatMap(({ about, among }) => (about ? [about] : among)).map((each) => [`${each.entity} ${each.id}`, each]),
  ).values(),
]
