import {
  ENQUIRY_TRANSITIONS,
  isContact,
  type EnquiryStatus,
  type Lead,
  type LostReason,
  type ReachedBy,
} from '#contract/leads/lead.ts'
import { formats } from '#web/kit/look/format.ts'

/** What a contact can come to, each by the digit of its place. */
export const OUTCOMES = ['contacted', 'quoted', 'won', 'lost', 'nurture'] as const
export type Outcome = (typeof OUTCOMES)[number]

/** A day by its name, one that was picked, or none. */
export type FollowUp = 'tomorrow' | 'days' | 'week' | 'picked' | 'none'

/** What is said of an outcome; each takes of it what it needs. */
export interface Said {
  reachedBy: ReachedBy
  followUp: FollowUp
  /** The day that was picked. */
  picked: string | undefined
  reason: LostReason | undefined
  until: string | undefined
  note: string
}

export const mayBecome = ({ enquiry_status: now }: Pick<Lead, 'enquiry_status'>, outcome: Outcome) => {
  const next: readonly EnquiryStatus[] = now === null ? [] : ENQUIRY_TRANSITIONS[now]
  return next.includes(outcome)
}

const FEW_DAYS = 3

/** The day that a choice stands for; a few days from now is never a day of the weekend. */
export const dayOf = (followUp: FollowUp, picked: string | undefined, now = new Date()): string | undefined => {
  const { day } = formats()
  if (followUp === 'tomorrow') return day(1, now)
  if (followUp === 'week') return day(7, now)
  if (followUp === 'picked') return picked
  if (followUp === 'none') return undefined
  const few = [0, 1, 2].map((more) => day(FEW_DAYS + more, now))
  return few.find((one) => !WEEKEND.has(new Date(`${one}T00:00:00Z`).getUTCDay()))
}
const WEEKEND: ReadonlySet<number> = new Set([0, 6])

export interface Problem {
  field: 'picked' | 'reason' | 'until' | 'note'
  text: string
}

/** What keeps an outcome from being saved; undefined when nothing does. */
export const problemOf = (outcome: Outcome, { followUp, picked, reason, until, note }: Said): Problem | undefined => {
  if (isContact(outcome) && followUp === 'picked' && picked === undefined)
    return { field: 'picked', text: 'Choose the day of the follow-up' }
  if (outcome === 'lost' && reason === undefined) return { field: 'reason', text: 'Choose why it was lost' }
  if (outcome === 'lost' && reason === 'other' && note.trim() === '')
    return { field: 'note', text: 'Say in a few words why it was lost' }
  if (outcome === 'nurture' && until === undefined) return { field: 'until', text: 'Choose the day to come back to it' }
  return undefined
}

export const bodyOf = (lead: Lead, outcome: Outcome, { reachedBy, followUp, picked, reason, until, note }: Said) => {
  const day = dayOf(followUp, picked)
  return {
    enquiryId: lead.id,
    enquiry_status: outcome,
    version: lead.version,
    ...(isContact(outcome) && { reached_by: reachedBy, ...(day !== undefined && { follow_up_on: day }) }),
    ...(outcome === 'lost' && reason !== undefined && { reason }),
    ...(outcome === 'nurture' && until !== undefined && { until }),
    ...(note.trim() && { note: note.trim() }),
  }
}
