import { AREAS, type Area } from '#contract/areas.ts'
import type { Permission } from '#contract/kit/endpoint.ts'
import type { Entity, Noun } from '#contract/kit/history.ts'

const areas: [string, Area][] = Object.entries(AREAS)

/** What the history says that an act did, and what it takes to undo it; undefined: nobody can. */
interface DeclaredAct {
  did: string
  undo: Permission | undefined
}

const ACTS: ReadonlyMap<string, DeclaredAct> = new Map(
  areas.flatMap(([area, { calls, acts }]) => [
    ...Object.entries(calls).flatMap(([verb, { did, permission, undo = permission }]) =>
      did ? [[`${area}.${verb}`, { did, undo: rightOf(undo) }] as const] : [],
    ),
    ...Object.entries(acts).map(([verb, { did, undo }]) => [`${area}.${verb}`, { did, undo: rightOf(undo) }] as const),
  ]),
)

/** Who did a public call is not known, so nobody has its right to undo it. */
function rightOf(undo: Permission | 'never'): Permission | undefined {
  return undo === 'never' || undo === 'public' ? undefined : undo
}

const ENTITIES: ReadonlyMap<string, Entity> = new Map(areas.flatMap(([, { entities }]) => Object.entries(entities)))

export const declaredEntities = (): string[] => [...ENTITIES.keys()]
export const entityOf = (table: string): Entity | undefined => ENTITIES.get(table)
/** The sentence of an act, null for one that no area declares. */
export const didOf = (act: string): string | null => ACTS.get(act)?.did ?? null
/** The acts that are called alike; the act alone where no area declares it. */
export const calledAlike = (act: string): string[] => {
  const did = didOf(act)
  return did === null ? [act] : [...ACTS].flatMap(([each, declared]) => (declared.did === did ? [each] : []))
}
export const undoPermissionOf = (act: string): Permission | undefined => ACTS.get(act)?.undo

/** What a table's rows are called. */
export const nounOf = (table: string): Noun => {
  const words = table.replaceAll('_', ' ')
  return ENTITIES.get(table)?.noun ?? { one: words.replace(/s$/, ''), many: words }
}

/** Why acts that touched a table can't be undone; undefined where they can. A table that no area declares can't. */
export const neverUndone = (table: string): string | undefined => {
  const entity = ENTITIES.get(table)
  if (!entity) return `It changed ${nounOf(table).many}, which can't be undone.`
  return entity.undo === 'undoable' ? undefined : entity.undo.never
}
