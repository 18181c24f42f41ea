import type { ListProposal } from '#contract/leads/assignment-replay.ts'
import type { WorkingCalendar } from '#contract/platform/calendar.ts'
import type { EntrySettings } from '#contract/leads/auto-assign-qa.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { checkMayJoin, noSuchCalendar, readSettings } from '#server/leads/assignment/entries.ts'
import type { AssignmentList } from '#server/leads/assignment/queue.ts'
import { found } from '#server/kit/errors.ts'
import { calendarOf, colleague, peopleOf } from './queries.ts'

/** Somebody on the list, as it is or would be. */
export type ListedPerson = Pick<
  Awaited<ReturnType<typeof peopleOf>>[number],
  | 'staff_id'
  | 'name'
  | 'time_zone'
  | 'calendar'
  | 'away_until'
  | 'status'
  | 'staff_status'
  | 'kinds'
  | 'lacks'
  | 'weight'
  | 'daily_cap'
  | 'open_cap'
  | 'accepts_countries'
  | 'accepts_sources'
  | 'accepts_categories'
>

/** What may be proposed beside the entries of the list. */
export interface Proposal extends ListProposal {
  /** Other hours, by which some of its people work. */
  calendar?: WorkingCalendar & { id: number }
  /** How many leads somebody counts as behind at most. */
  most_credit?: number
}

/** The list as it is, and as it would be; refuses what could not be saved either. */
export const listsToReplay = async (
  tenant: Tenant,
  list: AssignmentList,
  { change, add, remove, calendar }: Proposal,
): Promise<{ today: ListedPerson[]; proposed: ListedPerson[] }> => {
  const today = await peopleOf(tenant, list)
  let proposed: (ListedPerson & { id?: number; calendar_id?: number | null })[] = today
  if (calendar)
    proposed = proposed.map((person) => (person.calendar_id === calendar.id ? { ...person, calendar } : person))
  if (change) {
    const { id, status, ...sent } = change
    found(
      'Person on the list',
      today.find((person) => person.id === id),
    )
    const settings = { ...(await settingsFrom(tenant, sent)), ...(status && { status }) }
    proposed = proposed.map((person) => (person.id === id ? { ...person, ...settings } : person))
  }
  if (remove) {
    found(
      'Person on the list',
      today.find(({ id }) => id === remove.id),
    )
    proposed = proposed.filter(({ id }) => id !== remove.id)
  }
  if (add) {
    const { sid, ...sent } = add
    await checkMayJoin(tenant, list, sid)
    const person = found('Person', await colleague(tenant, list, sid))
    const settings = await settingsFrom(tenant, sent)
    proposed = [...proposed, { ...NEWCOMER, ...person, ...settings }].sort(
      (one, other) => one.staff_id - other.staff_id,
    )
  }
  return { today, proposed }
}

/** As somebody begins who is put on a list. */
const NEWCOMER = {
  status: 'active',
  weight: 1,
  daily_cap: null,
  open_cap: null,
  accepts_countries: [],
  accepts_sources: [],
  accepts_categories: [],
  away_until: null,
  calendar: null,
} as const satisfies Partial<ListedPerson>

const settingsFrom = async (tenant: Tenant, sent: EntrySettings) => {
  const { calendar_id, ...settings } = await readSettings(tenant, sent)
  if (calendar_id === undefined) return settings
  if (calendar_id === null) return { ...settings, calendar: null }
  const calendar = await calendarOf(tenant, calendar_id)
  if (!calendar) throw noSuchCalendar()
  return { ...settings, calendar }
}
