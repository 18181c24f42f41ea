import { Type, type Static } from 'typebox'
import { Nullable, PersonRef, Timestamp } from '#contract/kit/endpoint.ts'

/** Who is next in line for a lead without an owner, or why nobody is. */
export const Outlook = Type.Object({
  next: Nullable(PersonRef),
  /** When they can take it; null: now. */
  from: Nullable(Timestamp),
  /** Why nobody can take it; empty where somebody can, and where nobody is on the list. */
  reasons: Type.Array(Type.String()),
  /** False: the rotation does not look at it, until a person assigns it. */
  queued: Type.Boolean(),
})
export type Outlook = Static<typeof Outlook>
