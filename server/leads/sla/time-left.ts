import { urgencyOf, type LeadClock } from '#contract/leads/lead-clocks.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { workingMs } from '#server/platform/calendar/working-time.ts'
import type { Clock } from './clock.ts'
import { slaSettings, type SlaSettings } from './settings.ts'

/** A clock as a row brings it, with the moment of reading and which calendars hold then. */
export interface ReadClock extends Omit<Clock, 'pauses' | 'paused_ms'> {
  clock: LeadClock['clock']
  now: string
  revision: number
}

/** What is left of each of these clocks, or how far it is over, in working time: the one rule for lists, drawer and dashboards. */
export const timeLeftOf = async (
  tenant: Tenant,
  rows: readonly { clock: ReadClock | null }[],
): Promise<(clock: ReadClock) => LeadClock> => {
  const running = rows.find(({ clock }) => clock?.due_at && !clock.answered_at)?.clock
  const settings = running ? await settingsAt(tenant, running.revision) : undefined
  return (clock) => timeLeft(clock, settings)
}

const timeLeft = (
  { clock, started_at, due_at, paused_at, answered_at, target_ms, took_ms, calendar_id, now }: ReadClock,
  settings: SlaSettings | undefined,
): LeadClock => {
  const calendar = settings?.calendars.find(({ id }) => id === calendar_id)
  const between = (from: string, to: string) => (calendar ? workingMs(calendar, new Date(from), new Date(to)) : 0)
  const over = took_ms === null ? (due_at && !answered_at ? between(due_at, now) : 0) : Math.max(0, took_ms - target_ms)
  const state = answered_at ? 'answered' : paused_at ? 'paused' : 'running'
  const left_ms = due_at && !answered_at ? between(now, due_at) : 0
  return {
    clock,
    state,
    started_at,
    due_at,
    answered_at,
    target_ms,
    took_ms,
    left_ms,
    over_ms: over,
    urgency: urgencyOf({ state, due_at, left_ms }, Date.parse(now)),
  }
}

const MOST_COMPANIES = 500
const known = new Map<number, SlaSettings>()

/** As of a revision, which lists read with their rows; so they need not ask for the calendars each time. */
const settingsAt = async (tenant: Tenant, revision: number): Promise<SlaSettings> => {
  const kept = known.get(tenant.companyId)
  if (kept?.revision === revision) return kept
  const settings = await slaSettings(tenant)
  if (known.size >= MOST_COMPANIES) known.clear()
  known.set(tenant.companyId, settings)
  return settings
}
