import { Type, type Static } from 'typebox'
import { Nullable, PersonRef, Timestamp } from '#contract/kit/endpoint.ts'

export const VERDICTS = ['valid', 'invalid'] as const

/** The last verdict of the caller on a lead, and whether it still stands. */
export const OwnVerdict = Type.Object({
  verdict: Type.Enum([...VERDICTS]),
  at: Timestamp,
  /** Working time until QA took the lead in hand, and its target; null without a target. */
  handled: Nullable(Type.Object({ took_ms: Type.Integer(), target_ms: Type.Integer() })),
  /** The lead is not what the verdict made it any more; by whom, as far as another verdict says it. Null while it stands. */
  changed: Nullable(Type.Object({ by: Nullable(PersonRef) })),
})
export type OwnVerdict = Static<typeof OwnVerdict>
