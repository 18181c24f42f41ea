import { Type, type Static } from 'typebox'
import { Nullable, Timestamp } from '#contract/kit/endpoint.ts'

/** How long a lead may wait: for QA to take it in hand, then for the first response of sales. */
export const SLA_CLOCKS = ['handling', 'response'] as const
export type SlaClock = (typeof SLA_CLOCKS)[number]

/** One of them as it stands, in working time by the company’s calendar. */
export const LeadClock = Type.Object({
  clock: Type.Enum([...SLA_CLOCKS]),
  state: Type.Enum(['running', 'paused', 'answered']),
  started_at: Timestamp,
  /** Null while it is paused. */
  due_at: Nullable(Timestamp),
  answered_at: Nullable(Timestamp),
  target_ms: Type.Integer(),
  /** What it took, once it is answered. */
  took_ms: Nullable(Type.Integer()),
  /** 0 when it is over, paused or answered. */
  left_ms: Type.Integer(),
  /** How far it is, or was, over its target; 0 when it is not. */
  over_ms: Type.Integer(),
  /** Of a running one, by `urgencyOf`; null while there is time enough, and for any other. */
  urgency: Nullable(Type.Enum(['overdue', 'due_soon'])),
})
export type LeadClock = Static<typeof LeadClock>

/** With less working time left, a lead is due soon. */
export const DUE_SOON_MS = 3_600_000

/** The one rule for colours, views, filters and counts: time is up once the due time has passed, and soon is in working time. */
export const urgencyOf = (
  { state, due_at, left_ms }: Pick<LeadClock, 'state' | 'due_at' | 'left_ms'>,
  now: number,
): LeadClock['urgency'] => {
  if (state !== 'running' || due_at === null) return null
  if (Date.parse(due_at) < now) return 'overdue'
  return left_ms < DUE_SOON_MS ? 'due_soon' : null
}
