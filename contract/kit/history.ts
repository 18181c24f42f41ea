import { Type, type Static } from 'typebox'
import type { PermissionKey } from './permissions.ts'

/** Said in place of a sentence by a write that leaves nothing in the history: a preference, a mark as read, a session. */
export const NO_HISTORY = null
/** How the history names an act, without its subject; a star stands for what it was done to: "Validated *". */
export type Did = string | typeof NO_HISTORY

/** What it takes to undo an act; one of several keys is enough. `never`: nobody can. */
export type UndoRight = 'never' | PermissionKey | readonly PermissionKey[]

/** What rules, jobs and commands do without a call of that name. */
export interface Act {
  did: string
  /** What it would take to do it, or to take it away, by hand. */
  undo: UndoRight
}

export const Noun = Type.Object({ one: Type.String(), many: Type.String() })
export type Noun = Static<typeof Noun>

/** A table of the history. One that is not declared can't be undone. */
export interface Entity {
  noun: Noun
  /** What people call its fields, where that is not the name of the column: "reason" for `reason_code`. */
  fields?: Readonly<Record<string, string>>
  /** Whether acts that touched it can be undone; the sentence says why not, and what to do instead. */
  undo: 'undoable' | { never: string }
}

/** What people call a field, within a sentence. */
export const fieldName = (entity: Entity | undefined, field: string) =>
  entity?.fields?.[field] ?? (field === 'deleted_at' ? 'deleted' : field.replaceAll('_', ' '))
