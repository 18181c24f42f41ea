import type { WorkingCalendar } from '#contract/platform/calendar.ts'
import type { SlaClock } from '#contract/leads/lead-clocks.ts'
import { addWorking, workingMs } from '#server/platform/calendar/working-time.ts'

/** All of a lead that its clocks follow from. */
export interface ClockedLead {
  id: number
  kind: 'enquiry' | 'registration'
  source: string
  status: string
  enquiry_status: string | null
  status_at: string
  assigned_at: string | null
  in_progress_at: string | null
  validated_at: string | null
  first_response_at: string | null
  deleted_at: string | null
  /** When it was on hold, or deleted, before it had a clock. */
  held?: readonly Pause[] | undefined
}

/** From and to. */
export type Pause = readonly [string, string]

/** A clock as it is stored. */
export interface Clock {
  started_at: string
  target_ms: number
  calendar_id: number
  due_at: string | null
  paused_at: string | null
  /** Earlier times on hold, or deleted, oldest first, and how much working time they were. */
  pauses: readonly Pause[]
  paused_ms: number
  answered_at: string | null
  took_ms: number | null
}

/** How soon, by which calendar. */
export interface Terms {
  target_ms: number
  calendar_id: number
  calendar: WorkingCalendar
}

/**
 * A clock as it has to be for a lead that stands as it does now; undefined when there is none. QA's runs from the moment
 * when somebody is given the lead until it is taken in hand or decided, and stands still on hold; sales' from the verdict
 * until the enquiry is no longer open. Neither runs while nobody can act, since the lead is deleted.
 */
export const clockOf = (
  clock: SlaClock,
  lead: ClockedLead,
  before: Clock | undefined,
  terms: Terms | undefined,
  now: string,
): Clock | undefined => {
  const standing = clock === 'handling' ? handling(lead) : response(lead)
  if (!standing) return undefined
  const { is, at } =
    standing.is === 'running' && lead.deleted_at !== null ? { is: 'paused', at: lead.deleted_at } : standing
  // What was answered stays, whatever has become of its target since.
  if (is === 'answered' && before?.answered_at) return before
  if (!terms) return undefined
  if (is === 'answered') return before && freeze(before, terms, at)

  const started_at = sameStart(clock, before, lead) ?? lead[STARTS[clock]] ?? now
  const paused_at = is === 'paused' ? (before?.paused_at ?? at) : null
  const stood = before ?? { pauses: lead.held ?? [], paused_ms: 0, paused_at: null }
  const { pauses, paused_ms } = paused_at ? pausesBefore(stood, terms, paused_at) : pausesUntil(stood, terms, now)
  return {
    started_at,
    target_ms: terms.target_ms,
    calendar_id: terms.calendar_id,
    due_at: paused_at ? null : dueAt(terms, started_at, paused_ms),
    paused_at,
    pauses,
    paused_ms,
    answered_at: null,
    took_ms: null,
  }
}

type Stood = Pick<Clock, 'pauses' | 'paused_ms' | 'paused_at'>

/** What a clock has stood still, where the time on hold that it may be in ends now. */
const pausesUntil = (stood: Stood, terms: Terms, now: string) =>
  counted(stood, stood.paused_at ? [...stood.pauses, [stood.paused_at, now]] : stood.pauses, terms)

/** Without those that go on, since what had ended them was undone. */
const pausesBefore = (stood: Stood, terms: Terms, at: string) =>
  counted(
    stood,
    stood.pauses.filter(([from]) => Date.parse(from) < Date.parse(at)),
    terms,
  )

/** Times on hold by the calendar that holds, whichever counted them before; of those from long ago the working time alone is known. */
const counted = (stood: Stood, pauses: readonly Pause[], { calendar }: Terms): Pick<Clock, 'pauses' | 'paused_ms'> => ({
  pauses,
  paused_ms: pauses.reduce(
    (sum, [from, to]) => sum + workingMs(calendar, new Date(from), new Date(to)),
    stood.pauses.length > 0 ? 0 : stood.paused_ms,
  ),
})

const STARTS = { handling: 'assigned_at', response: 'validated_at' } as const

/** Another owner changes nothing for whoever waits; another verdict begins anew. */
const sameStart = (clock: SlaClock, before: Clock | undefined, { validated_at }: ClockedLead) =>
  before &&
  (clock === 'handling' || validated_at === null || Date.parse(before.started_at) === Date.parse(validated_at))
    ? before.started_at
    : undefined

interface Standing {
  is: 'running' | 'paused' | 'answered'
  /** Since when. */
  at: string
}

const handling = ({ status, status_at, in_progress_at, validated_at }: ClockedLead): Standing | undefined => {
  if (status === 'new') return undefined
  if (status === 'assigned') return { is: 'running', at: status_at }
  if (status === 'on_hold' && in_progress_at === null) return { is: 'paused', at: status_at }
  return { is: 'answered', at: in_progress_at ?? validated_at ?? status_at }
}

const response = ({
  kind,
  status,
  enquiry_status,
  validated_at,
  first_response_at,
  status_at,
}: ClockedLead): Standing | undefined => {
  if (kind !== 'enquiry' || status !== 'valid') return undefined
  return enquiry_status === 'open'
    ? { is: 'running', at: validated_at ?? status_at }
    : { is: 'answered', at: first_response_at ?? status_at }
}

const freeze = (before: Clock, terms: Terms, at: string): Clock => {
  const { pauses, paused_ms } = pausesUntil(before, terms, at)
  return {
    ...before,
    due_at: before.due_at ?? dueAt(terms, before.started_at, paused_ms),
    paused_at: null,
    pauses,
    paused_ms,
    answered_at: at,
    took_ms: Math.max(0, workingMs(terms.calendar, new Date(before.started_at), new Date(at)) - paused_ms),
  }
}

const dueAt = ({ calendar, target_ms }: Terms, startedAt: string, pausedMs: number) =>
  addWorking(calendar, new Date(startedAt), target_ms + pausedMs)?.toISOString() ?? null
